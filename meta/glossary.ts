/** Where people read: each is gone through as a whole before it is listed here. */
export const TEXTS = {
  app: ['packages/web/src/messages/en/*.ts', 'packages/agent/window/words.ts'],
  appDe: ['packages/web/src/messages/de/*.ts', 'packages/agent/window/words.ts'],
  mail: ['packages/server/src/platform/mail/letters-en.ts'],
  /** Both command lines: help, answers, and why something does not start. */
  cli: [
    'packages/server/src/service/words/*.ts',
    'packages/server/src/platform/config/{settings,config-checks}.ts',
    'packages/server/src/platform/installation/*.ts',
    'packages/agent/src/words/*.ts',
  ],
  agentCli: ['packages/agent/src/words/*.ts'],
  mailDe: [
    'packages/server/src/platform/mail/letters-de.ts',
    'packages/server/src/platform/mail/device-used-de.ts',
  ],
} as const

export type Place = keyof typeof TEXTS
const ENGLISH: readonly Place[] = ['app', 'mail', 'cli']
const GERMAN: readonly Place[] = ['appDe', 'mailDe']

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
  english(/\bapplications?\b/i, 'app', 'Applications that you let in.'),
  english(/\bin step\b/i, 'up to date', 'Everything is in step.'),
  english(/\b(with|has|have) (the|its) address\b/i, 'with the link', 'Anyone with the address.'),
  english(/\bmay (look|edit|add|do|see|reach)\b/i, 'can', 'They may edit.'),
  english(/\b(look at|looked at|look and)\b/i, 'view', 'Look at it.'),
  english(/\bnotices?\b/i, 'notification', 'Notices: 1 is new'),
  english(
    /\b(whoever|anew|meanwhile|nobody but|altogether|by then)\b/i,
    'a plain sentence',
    'Whoever knows it.',
  ),
  english(/\bgo(es)? (on|along)\b/i, 'continue', 'Go on.'),
  english(/\bany ?more\b/i, 'no longer', 'It is not here any more.'),
  english(/\b(is|are|was) not right\b|\bwrong tries\b/i, 'incorrect', 'The password is not right.'),
  english(/\b(mend|mended)\b/i, 'repair, fixed', 'It was mended.'),
  english(/\blies?\b|\blay\b/i, 'is', 'Wherever it lies.'),
  {
    pattern: /\bkeys\b(?! )/i,
    better: 'keyboard shortcuts',
    where: ['app', 'mail'],
    example: 'These are the keys',
  },
  english(/\d %/, 'no space before %', '90 % used'),
  english(/\blicence\b/i, 'license', 'The licence ends.'),
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
]
