/** The folders of the server whose functions refuse requests; commands, pages and emails have their own texts. */
const REFUSING = [
  'packages/server/src/{access,accounts,devices,files,oversight,records,sharing,sign-in}/**/*.ts',
  'packages/server/src/platform/{basics,content,ldap,limits,live,thumbnails}/**/*.ts',
  'packages/server/src/platform/parameters.ts',
  'packages/server/src/http/{agent,api,exchange,listener}/**/*.ts',
  'packages/server/src/errors.ts',
] as const

/** Both languages in one file. */
const AGENT = ['packages/agent/window/words.ts', 'packages/agent/src/net/sign-in-words.ts'] as const

/** Where people read: each is gone through as a whole before it is listed here. */
export const TEXTS = {
  app: ['packages/web/src/messages/en/*.ts', ...AGENT],
  appDe: ['packages/web/src/messages/de/*.ts', ...AGENT],
  /** Pages of the service, and emails. */
  service: ['packages/server/src/platform/messages/en/*.ts'],
  serviceDe: ['packages/server/src/platform/messages/de/*.ts'],
  /** Both command lines: help, answers, and why something does not start. */
  cli: [
    'packages/server/src/service/words/*.ts',
    'packages/server/src/platform/config/{settings,config-checks}.ts',
    'packages/server/src/platform/installation/*.ts',
    'packages/agent/src/words/*.ts',
  ],
  agentCli: ['packages/agent/src/words/*.ts'],
  docs: ['README.md', 'docs/*.md'],
  api: ['packages/api/src/**/*.ts', ...REFUSING],
} as const

export type Place = keyof typeof TEXTS
const ENGLISH: readonly Place[] = ['app', 'service', 'docs', 'api', 'cli']
/** Where the names of the API, which stay as they are, do not come up. */
const WITHOUT_NAMES: readonly Place[] = ['app', 'service', 'docs', 'cli']
const GERMAN: readonly Place[] = ['appDe', 'serviceDe']

/** Parts of pages that are quoted, and so are not for us to word. */
export interface Quoted {
  readonly files: string
  readonly text: RegExp
  readonly why: string
}

export const QUOTED: readonly Quoted[] = [
  {
    files: 'docs/performance*.md',
    text: /[\s\S]+/g,
    why: 'results of a day stay as they were written on that day',
  },
  { files: 'docs/activity.md', text: /^\| \d+ \|.*$/gm, why: 'the words of records belong to the API' },
  { files: 'docs/security-checklist.md', text: /`[^`]+` \([^)]*\)/g, why: 'tests are found by these words' },
]

/** A word that we decided against. */
export interface Refused {
  readonly pattern: RegExp
  readonly better: string
  readonly where: readonly Place[]
  /** A sentence that it refuses. */
  readonly example: string
}

const english = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: ENGLISH,
})
/** Of buttons and headings: in pages, the same word can be the right one. */
const onScreens = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: ['app', 'service'],
})
/** Of pages, whose sentences are longer than those of screens. */
const inPages = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: ['docs'],
})
const englishApp = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: WITHOUT_NAMES,
})
const api = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: ['api'],
})
/** Of the command lines alone. */
const typed = (pattern: RegExp, better: string, example: string, where: Place = 'cli'): Refused => ({
  ...{ pattern, better, example },
  where: [where],
})
const german = (pattern: RegExp, better: string, example: string): Refused => ({
  ...{ pattern, better, example },
  where: GERMAN,
})

export const REFUSED: readonly Refused[] = [
  english(/«|»/, '“…”', 'Open «plan.txt».'),
  english(/\be-mails?\b/i, 'email', 'Enter your e-mail address.'),
  english(/\bmails?\b(?!box| server)/i, 'email', 'A mail was sent.'),
  english(/\bsecond step\b/i, 'two-step verification', 'Turn the second step on.'),
  english(/\b(backup key|key for emergencies)\b/i, 'recovery key', 'Keep your backup key.'),
  english(/\btakes? part\b/i, 'member', 'Ann takes part as Editor.'),
  english(/\bplaces?\b/i, 'location', 'In all places.'),
  english(/\bset(ting)?\b[^'.]{0,40}\bback\b/i, 'restore', 'Set this folder back.'),
  english(
    /\b(bring|brought|take|taken)\b[^'.]{0,20}\bback\b/i,
    'restore, undo',
    'Nobody can bring them back.',
  ),
  english(/\bfor good\b|\bremoved? for ever\b/i, 'permanently', 'Remove it for good.'),
  english(/\bas it was\b|(?<!as )\bof then\b/i, 'as of', 'The content of then.'),
  englishApp(/\bapplications?\b/i, 'app', 'Applications that you let in.'),
  english(/\bin step\b/i, 'up to date', 'Everything is in step.'),
  english(/\b(with|has|have) (the|its) address\b/i, 'with the link', 'Anyone with the address.'),
  english(/\bmay (look|edit|add|do|see|reach)\b/i, 'can', 'They may edit.'),
  english(/\b(look at|looked at|look and)\b/i, 'view', 'Look at it.'),
  onScreens(/\bnotices?\b/i, 'notification', 'Notices: 1 is new'),
  english(
    /\b(whoever|anew|meanwhile|nobody but|altogether|by then)\b/i,
    'a plain sentence',
    'Whoever knows it.',
  ),
  english(/\bgo(es)? (on|along)\b/i, 'continue', 'Go on.'),
  english(/\bany ?more\b/i, 'no longer', 'It is not here any more.'),
  english(/\b(is|are|was) not right\b|\bwrong tries\b/i, 'incorrect', 'The password is not right.'),
  english(/\b(this|it) did(n’t| not) work\b/i, 'Something went wrong', 'This did not work.'),
  english(/\bused up\b/i, 'limit reached', 'This link is used up.'),
  english(/\bno room\b/i, 'not enough space', 'There is no room left for it.'),
  english(/\b(mend|mended)\b/i, 'repair, fixed', 'It was mended.'),
  english(/\blies?\b|\blay\b/i, 'is', 'Wherever it lies.'),
  onScreens(/\bkeys\b(?! )/i, 'keyboard shortcuts', 'These are the keys'),
  english(/\d %/, 'no space before %', '90 % used'),
  english(/\blicence\b/i, 'license', 'The licence ends.'),
  api(/(?<!there )\bis (no|none)\b (?!longer)/i, 'is not a', 'The machine is no file server.'),
  api(/\bat most\b/i, 'up to', 'A chunk can have at most 8 bytes.'),
  api(/\b(told|tells?)\b/i, 'show, include, notify', 'The administrators are told.'),
  api(/\b(none of|all else|for \w+ sake)\b/i, 'a plain sentence', 'It is none of an earlier answer.'),
  api(/\bas long as\b/i, 'while', 'As long as `cursor` is not null there is more.'),
  api(/\b(organizations?|folders?) (above|below)\b/i, 'parent, child', 'An organization above demands it.'),
  api(/\b(is|are|was|were) called\b/i, 'the name of', 'What the device is called'),
  api(/\bthe own\b/i, 'your own', 'Nobody can delete the own account.'),
  api(/\b(demands?|lets? you)\b/i, 'require, allow', 'The policy does not let you share.'),
  api(/\b(give|gives|given) (it|a|an|the|both|either)\b/i, 'send', 'Give either folder_id or file_id.'),
  api(/\blook(s|ed|ing)? (for|whether|up)\b/i, 'find, check', 'Look whether it is there.'),
  api(/\b(colour|for instance)\b/i, 'color, for example', 'Its own colour.'),
  api(/\bgone through\b|\bcame? to its end\b/i, 'checked, ended', 'How often all files are gone through'),
  api(/\bfor (those|whoever) who\b/i, 'for people who', 'For those who manage the root.'),
  api(/\bis (already )?taken\b/i, 'is already in use', 'The slug is taken.'),
  api(/\bbeing made\b/i, 'being created', 'Many thumbnails are being made.'),
  typed(
    /\b(hold|held|holds)\b[^.]{0,40}\bagainst\b/i,
    'verify, compare',
    'Hold what is stored against itself.',
  ),
  typed(/(?<!there )\b(is|are) no (?!longer\b)[a-z]/i, 'is not a', 'This is no address.'),
  typed(/(?<!holdfast-)\bagents? (that )?runs?\b/i, 'the agent is running', 'No agent runs.'),
  typed(/\b(the|this) service\b/i, 'server', 'The service cannot be reached.', 'agentCli'),
  typed(/\bkept? apart\b/i, 'keep a copy', 'Copy it from where it is kept apart.'),
  typed(/\b(all|everything|is|are) whole\b/i, 'intact, no problems found', 'The files are whole.'),
  typed(/\bcut off\b/i, 'interrupted', 'The download was cut off.'),
  typed(/\bunder way\b/i, 'running, in progress', 'A backup is under way.'),
  typed(/\b(say|says|tell|tells) (why|how|more|which|what)\b/i, 'show', 'It says more.'),
  typed(/\bstopped itself\b/i, 'paused, unusual activity', 'A root stopped itself.'),
  typed(/\bof its own\b|\bby itself\b(?=\.)/i, 'another, automatically', 'It continues by itself.'),
  typed(/\bName a\b/, 'Missing', 'Name a folder.'),
  typed(/\b(rest|rests)\b/i, 'is paused', 'Backups rest.'),
  german(/«|»/, '„…“', 'Öffne «Plan».'),
  german(/(?<!E-)\bMails?\b/, 'E-Mail', 'Eine Mail wurde gesendet.'),
  german(/zweite[rns]? Schritt/i, 'Zwei-Faktor-Anmeldung', 'Der zweite Schritt ist aus.'),
  german(/Notfallschlüssel/i, 'Wiederherstellungsschlüssel', 'Dein Notfallschlüssel.'),
  german(/\bdabei (ist|sind)\b|\bist dabei\b/i, 'Mitglied', 'Wer dabei ist.'),
  german(/Einzelheiten/, 'Details', 'Einzelheiten'),
  german(/\bdie die Adresse haben\b/, 'mit dem Link', 'Alle, die die Adresse haben.'),
  german(/\bAdministration\b/, 'Administrator', 'Frage deine Administration.'),
  german(/\b(geschah|geschehen|geschieht)\b/i, 'Änderungen, Aktivität', 'Was geschah'),
  german(/endgültig entfern/i, 'endgültig löschen', 'Endgültig entfernen'),
  german(/(Ordner|Dateien?|Elemente?|alles) zurücksetzen/i, 'wiederherstellen', 'Diesen Ordner zurücksetzen'),
  german(/zurück(holen|geholt)/i, 'wiederherstellen', 'Zurückholen'),
  german(/\bStern\b/, 'Favorit', 'Stern geben'),
  german(/\bSicherung(en)?\b/, 'Backup', 'Die letzte Sicherung'),
  german(/gescheitert|scheitert/i, 'fehlgeschlagen', 'Das Backup ist gescheitert.'),
  german(
    /\b(Sie|Ihre?[mnrs]?) (können|haben|sind|müssen|sollten)\b/,
    'du',
    'Bitte prüfen, ob Sie sind angemeldet.',
  ),
  inPages(/\bmailed\b/i, 'sent by email', 'A link is mailed.'),
  inPages(/\b(taking|took) part\b/i, 'member', 'Those taking part.'),
  inPages(/\bfor ever\b/i, 'permanently', 'It is removed for ever.'),
  inPages(/\blicences\b/i, 'licenses', 'Licences end.'),
  inPages(/\bcolours?\b/i, 'color', 'A colour of its own.'),
  inPages(/\bthe own\b/i, 'your own, their own', 'Only the own account.'),
  inPages(/\bpieces?\b/i, 'chunk, part', 'It is sent in pieces.'),
  inPages(/\b(as long as|all else)\b/i, 'while, everything else', 'It works as long as it is on.'),
  inPages(/\bgoes wild\b/i, 'unusual activity', 'When a device goes wild'),
  inPages(/\bon record\b/i, 'recorded, in the activity', 'All of it is on record.'),
  inPages(/\b(hold|held)\b[^.]{0,40}\bagainst\b/i, 'compare, verify', 'Held against what it was.'),
  inPages(/\bunder way\b/i, 'in progress', 'Uploads under way.'),
  inPages(/\btold\b/i, 'notified, shown', 'Ann is told of it.'),
  inPages(/\bstands?\b/i, 'is', 'Behind it stands the answer.'),
  inPages(/\bat its beginning\b|\bunless given\b/i, 'early, by default', 'It is at its beginning.'),
]
