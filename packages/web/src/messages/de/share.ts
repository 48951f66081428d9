import type { share as en, Limits } from '../en/share.ts'
import { pluralOf } from '../intl/plural.ts'
import { links } from './links.ts'

const plural = pluralOf('de')
const people = (count: number) => plural(count, '# Person', '# Personen')
const times = (count: number) => plural(count, 'einmal', '#-mal')

const expires = ({ expires: day }: Limits) => (day === undefined ? '' : ` Gültig bis ${day}.`)
const most = ({ downloads }: Limits) =>
  downloads === undefined ? '' : ` (${plural(downloads, 'höchstens # Download', 'höchstens # Downloads')})`

export const share: typeof en = {
  action: 'Teilen …',
  copyLink: 'Link kopieren',
  title: (name) => `„${name}“ teilen`,
  done: 'Fertig',
  you: 'Du',

  add: 'Personen hinzufügen',
  addHint: 'Name oder E-Mail-Adresse',
  suggestions: 'Personen',
  group: 'Gruppe',
  notAddress: (text) => `„${text}“ ist keine gültige E-Mail-Adresse.`,
  takeOut: (name) => `${name} entfernen`,
  message: 'Nachricht',
  send: 'Teilen',
  access: 'Zugriff',
  accessOf: (name) => `Zugriff für ${name}`,
  look: 'Kann ansehen',
  edit: 'Kann bearbeiten',
  editDelete: 'Kann bearbeiten und löschen',
  remove: (name) => `Nicht mehr mit ${name} teilen`,
  withAccess: 'Geteilt mit',
  seen: (downloads) =>
    downloads === 0 ? 'Noch nicht heruntergeladen' : `${times(downloads)} heruntergeladen`,
  guest: 'Gast',
  added: (count, name, item) =>
    count === 1 ? `„${item}“ mit ${name} geteilt` : `„${item}“ mit ${people(count)} geteilt`,
  removed: (name, item) => `„${item}“ wird nicht mehr mit ${name} geteilt`,
  changed: (name, item, access) => `Zugriff von ${name} auf „${item}“ geändert: ${access}`,

  link: 'Link',
  modes: {
    off: 'Nur hinzugefügte Personen',
    offHint: 'Kein öffentlicher Link',
    anyone: 'Alle mit dem Link',
    anyoneHint: 'Ohne Anmeldung',
    people: 'Nur hinzugefügte Personen',
    peopleHint: 'Mit Anmeldung',
  },
  copy: 'Link kopieren',
  makeAndCopy: 'Link erstellen und kopieren',
  copied: 'Link kopiert',
  madeAndCopied: (name) => `Link zu „${name}“ erstellt und kopiert. Alle mit dem Link haben Zugriff.`,
  turnedOn: (name) => `Alle mit dem Link haben jetzt Zugriff auf „${name}“`,
  turnedOff: (name) => `Link zu „${name}“ deaktiviert`,
  seeAsThey: 'Vorschau als Besucher',

  means: 'Wer Zugriff hat',
  meaning: {
    onlyYou: 'Nur du hast Zugriff.',
    onlyTeam: (name) => `Nur Mitglieder von „${name}“ haben Zugriff.`,
    can: {
      look: 'den Inhalt ansehen und herunterladen',
      add: 'den Inhalt ansehen und herunterladen und Dateien hochladen',
      drop: 'Dateien hochladen, aber keine sehen',
      edit: 'den Inhalt ansehen und bearbeiten',
    },
    anyone: (can, limits) =>
      `Alle mit dem Link${limits.password ? ' und dem Passwort' : ''} können ${can}${most(limits)}.${expires(limits)}`,
    people: (names, can, limits, count) =>
      `${names} ${count === 1 ? 'kann' : 'können'}${limits.password ? ' mit dem Passwort' : ''} ${can}${most(limits)}.${expires(limits)}`,
    many: (count) => plural(count, '# Person oder Gruppe', '# Personen oder Gruppen'),
    over: (day) => `Der Link war bis ${day} gültig.`,
    usedUp: 'Die maximale Zahl an Downloads ist erreicht.',
    aboveAnyone: (name) => `Auch über einen Link zu „${name}“: alle mit diesem Link.`,
    abovePeople: (name, count) => `Auch über einen Link zu „${name}“: ${people(count)}.`,
    othersAnyone: (by) => `Auch über einen Link von ${by}: alle mit diesem Link.`,
    othersPeople: (by, count) => `Auch über einen Link von ${by}: ${people(count)}.`,
    team: (name, count) =>
      plural(
        count,
        `# weiteres Mitglied von „${name}“ hat ebenfalls Zugriff.`,
        `# weitere Mitglieder von „${name}“ haben ebenfalls Zugriff.`,
      ),
    more: 'Und weitere, die hier nicht aufgeführt sind.',
    admins: (count) =>
      plural(count, '# Administrator hat ebenfalls Zugriff.', '# Administratoren haben ebenfalls Zugriff.'),
    signInOnly:
      'Deine Organisation verlangt eine Anmeldung, deshalb sind öffentliche Links deaktiviert (Einstellung: secure_shares). Ein Administrator kann das ändern.',
    noLinks:
      'Deine Organisation erlaubt kein Teilen per Link (Einstellung: user_create_shares). Ein Administrator kann das ändern.',
  },

  roles: {
    CO_OWNER: 'Mitbesitzer',
    COLLABORATOR: 'Mitwirkend',
    EDITOR: 'Bearbeiter',
    WEB_EDITOR: 'Web-Bearbeiter',
    VIEWER: 'Leser',
    PREVIEWER: 'Betrachter',
    UPLOADER: 'Nur Upload',
  },
  roleMay: {
    CO_OWNER: 'alle Inhalte verwalten und Mitglieder hinzufügen',
    COLLABORATOR: 'Inhalte bearbeiten und per Link teilen',
    EDITOR: 'Inhalte ansehen, bearbeiten und löschen',
    WEB_EDITOR: 'Inhalte bearbeiten, aber nur im Browser',
    VIEWER: 'Inhalte ansehen und herunterladen',
    PREVIEWER: 'Inhalte im Browser ansehen, aber nicht herunterladen',
    UPLOADER: 'Dateien hochladen, aber keine sehen',
  },
  role: 'Rolle',
  roleOf: (name) => `Rolle von ${name}`,
  devices: 'Geräte',
  devicesOf: (name) => `Geräte von ${name}`,
  targets: {
    web: 'Nur Web',
    all: 'Web und alle Geräte',
    machines: 'Web und alle Geräte',
    future: 'Web und neue Geräte',
    webdav: 'Web und WebDAV',
    some: 'Web und einige Geräte',
  },
  status: {
    invited: 'eingeladen, noch keine Antwort',
    accepted: 'aus einer anderen Organisation',
    declined: 'abgelehnt',
  },
  members: 'Mitglieder',
  teamOnlyYou: 'Du bist das einzige Mitglied.',
  teamCan: (names, can, count) => `${names} ${plural(count, 'kann', 'können')} ${can}.`,
  teamInvited: (names, count) =>
    `${names} ${plural(count, 'ist', 'sind')} eingeladen und ${plural(count, 'hat', 'haben')} noch nicht geantwortet.`,
  teamHint:
    'Jede Rolle gilt für alles in diesem Teamordner. Um nur eine Datei oder einen Ordner zu teilen, wähle das Element zuerst aus.',
  uninvitable: (address) =>
    `„${address}“ hat hier kein Konto. Um Gäste einzuladen, teile stattdessen eine Datei oder einen Ordner.`,
  memberAdded: (name, role, share) => `${name} zu „${share}“ hinzugefügt: ${role}`,
  memberChanged: (name, share) => `Änderungen für ${name} in „${share}“ gespeichert`,
  memberRemoved: (name, share) => `${name} aus „${share}“ entfernt`,

  ways: {
    owner: 'Besitzer dieser Dateien',
    subscription: (role) => `${role} in diesem Teamordner`,
    group: (groups, role) =>
      `Über ${groups.map((name) => `„${name}“`).join(' in ')} in diesem Teamordner, Rolle: ${role}`,
    external: (role) => `Über eine Einladung, Rolle: ${role}`,
    linkHere: (by) => `Über einen Link dazu von ${by}`,
    linkAbove: (path, by) => `Über einen Link zu „${path}“ von ${by}`,
    linkUnseen: (by) => `Über einen Link von ${by}`,
    linkGroup: (group) => `geteilt mit „${group}“`,
    expires: (day) => `gültig bis ${day}`,
    withPassword: 'mit einem Passwort',
    administrator: (company) => `Administrator mit Dateizugriff (${company})`,
    more: (count) => `und ${plural(count, 'ein weiterer Weg', '# weitere Wege')}`,
  },
  may: {
    FILE_MANAGE: 'Vollzugriff',
    FILE_SHARE: 'Kann bearbeiten und teilen',
    FILE_WRITE: 'Kann bearbeiten',
    FILE_READ: 'Kann ansehen und herunterladen',
    FILE_PREVIEW: 'Kann ansehen',
    FILE_ADD: 'Kann hochladen',
    FILE_VIEW: 'Kann den Namen sehen',
    FOLDER_VIEW: 'Kann Ordner sehen',
  },
  anyone: 'Alle mit dem Link',
  accessIntro: 'Wer Zugriff hat und warum',
  whatCan: 'Zugriff prüfen',
  whatCanHint: 'Name eingeben',
  cannot: (name) => `${name} hat keinen Zugriff.`,
  change: 'Ändern',
  noLinksHere: 'Noch keine Links',
  linksAbove: 'Links zu übergeordneten Ordnern',
  makeLink: 'Teilen …',

  links,

  between: {
    title: (name) => `Du und ${name}`,
    someone: 'jemand aus deiner Organisation',
    fromYou: 'Von dir',
    nothing: (name) => `Du und ${name} habt noch nichts geteilt`,
    nothingHint: 'Wähle eine Datei oder einen Ordner aus und klicke auf „Teilen“. Teamordner stehen links.',
  },

  shared: {
    invitations: 'Einladungen',
    invited: (by, company) => `${by} (${company}) hat dich eingeladen`,
    unnamed: 'Ein Teamordner einer anderen Organisation',
    unproven: 'Bestätige zuerst deine E-Mail-Adresse: Wähle „Annehmen“, dann senden wir dir eine E-Mail.',
    mailed: 'Wir haben dir eine E-Mail zur Bestätigung gesendet. Öffne den Link darin und nimm dann an.',
    asRole: (role, may) => `Deine Rolle: ${role} (${may}).`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    accepted: (name) => `Du bist „${name}“ beigetreten`,
    declined: (name) => `Du hast „${name}“ abgelehnt`,
    from: (name) => `Von ${name}`,
    others: 'Teamordner anderer Organisationen',
    leave: 'Verlassen',
    left: (name) => `Du hast „${name}“ verlassen`,
    declinedBefore: 'Abgelehnt',
    toAnswer: 'Warten auf deine Antwort',
    noInvitations: 'Keine Einladungen',
    noInvitationsHint: 'Einladungen zu Teamordnern anderer Organisationen erscheinen hier.',
    acceptAfterAll: 'Trotzdem annehmen',
    guestTitle: (organization) => `Du bist Gast von ${organization}`,
    guestWhy:
      'Hier findest du alles, was mit dir geteilt wurde. Eigene Dateien kannst du hier nicht speichern. Wer etwas mit dir teilt, kann sehen, ob du es geöffnet hast.',
    mayEdit: 'kann bearbeiten',
    mayAdd: 'kann hochladen',
  },
}
