import type * as en from '../en/links.ts'
import { formatsOf } from '../intl/formats.ts'

const { count, day, moment, plural, size } = formatsOf('de')

export const links: typeof en.links = {
  preview: {
    file: 'Eine Datei wurde mit dir geteilt',
    folder: 'Ein Ordner wurde mit dir geteilt',
  },
  sharedBy: (name) => `Geteilt von ${name}`,
  ask: (name) => `Fragen? Wende dich an ${name}.`,
  allShared: 'Alles, was mit dir geteilt wurde',
  until: (moment) => `Verfügbar bis ${moment}.`,
  dayUtc: (text) => `${day(text)} (UTC)`,
  day,
  moment,
  size,
  items: (total) => plural(total, '# Element', '# Elemente'),
  folder: 'Ordner',
  location: 'Aktueller Ort',
  download: 'Herunterladen',
  downloadAll: 'Alles herunterladen',
  downloadAllOf: (size) => `Alles herunterladen (${size})`,
  downloadZip: 'Als ZIP herunterladen',
  downloadOf: (name) => `${name} herunterladen`,
  delete: 'Löschen',
  deleteOf: (name) => `${name} löschen`,
  empty: 'Dieser Ordner ist leer.',
  emptyAdd: 'Dateien, die du hinzufügst, erscheinen hier.',
  uploadOnly: 'Andere mit diesem Link können Dateien hinzufügen, aber nicht sehen, was hier ist.',
  view: 'Ansicht',
  views: { list: 'Liste', grid: 'Galerie' },
  sortBy: 'Sortieren nach',
  sorts: { name: 'Name', size: 'Größe', modified: 'Geändert' },
  ascending: 'aufsteigend',
  descending: 'absteigend',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  page: (page, of) => `Seite ${count(page)} von ${count(of)}`,
  added: (files) => plural(files, '# Datei hochgeladen.', '# Dateien hochgeladen.'),
  chooseFirst: 'Wähle zuerst eine Datei aus.',
  notAll: 'Einige Dateien konnten nicht hochgeladen werden.',
}

export const filePreview: typeof en.filePreview = {
  label: 'Vorschau',
  viewOnly: 'Du kannst diese Datei ansehen, aber nicht herunterladen.',
  openDocument: 'Dokument in neuem Tab öffnen',
  notText: 'Diese Datei enthält keinen Text.',
  off: 'Die Organisation, die diese Datei geteilt hat, hat Vorschauen ausgeschaltet.',
  limited: 'Keine Vorschau, weil die Zahl der Downloads über diesen Link begrenzt ist.',
  none: 'Keine Vorschau verfügbar.',
  empty: 'Diese Datei ist leer.',
  textOf: (name) => `Text von ${name}`,
  cut: 'Das ist der Anfang der Datei. Lade sie herunter, um den Rest zu sehen.',
  pictures: 'Bilder',
  previousPicture: 'Vorheriges Bild',
  nextPicture: 'Nächstes Bild',
  pictureAt: (at, of) => `Bild ${count(at)} von ${count(of)}`,
  itemAt: (at, of) => `Element ${count(at)} von ${count(of)}`,
  close: 'Schließen',
}

export const deletion: typeof en.deletion = {
  title: { file: 'Diese Datei löschen?', folder: 'Diesen Ordner löschen?' },
  file: (name) => `${name} wird für alle gelöscht, mit denen die Datei geteilt ist.`,
  folder: (name) =>
    `${name} wird mit seinem ganzen Inhalt für alle gelöscht, mit denen der Ordner geteilt ist.`,
  button: 'Löschen',
  cancel: 'Abbrechen',
}

export const adding: typeof en.adding = {
  request: (name) => `Lade Dateien für ${name} hoch. Andere Besucher können sie nicht sehen.`,
  thanks: 'Vielen Dank. Du kannst diese Seite jetzt schließen.',
  title: 'Dateien hochladen',
  choose: 'Dateien auswählen',
  orDrop: 'oder hierher ziehen',
  button: 'Hochladen',
  list: 'Uploads',
  newFolder: 'Neuer Ordner',
  folderName: 'Name des Ordners',
  create: 'Erstellen',
}

export const linkProblems: typeof en.linkProblems = {
  password: 'Passwort eingeben',
  passwordWhy: 'Dieser Link ist geschützt. Frage die Person, die ihn gesendet hat, nach dem Passwort.',
  open: 'Öffnen',
  passwordWrong: 'Falsches Passwort.',
  closed: 'Du kannst diesen Link nicht öffnen',
  closedWhy:
    'Es gibt ihn nicht, er wurde ausgeschaltet oder ist nur für bestimmte Personen. Wenn er mit dir geteilt wurde, melde dich mit deinem Konto an oder frage die Person, die ihn gesendet hat.',
  expired: 'Dieser Link ist abgelaufen',
  wasUntil: (day) => `Er war bis ${day} verfügbar.`,
  gone: 'Dieser Link funktioniert nicht mehr',
  goneWhy: 'Der Inhalt wurde gelöscht oder wird nicht mehr geteilt.',
  goneSomehow: 'Vielleicht wurde er ausgeschaltet oder sein Inhalt gelöscht.',
  ask: (name) => `Bitte ${name} um einen neuen Link.`,
  askSender: 'Bitte die Person, die ihn gesendet hat, um einen neuen Link.',
  own: 'Geteilte Links öffnen',
  ownWhy: 'Du hast diesen Link erstellt und kannst ihn in der App ändern.',
  itemGone: 'Element nicht gefunden',
  itemGoneWhy: 'Vielleicht wurde es gelöscht oder verschoben.',
  back: 'Zurück zu den Dateien',
  usedUp: 'Maximale Zahl an Downloads erreicht',
  usedUpWhy: 'Dieser Link lässt sich nicht mehr verwenden.',
  unproven: 'Bestätige zuerst deine E-Mail-Adresse',
  unprovenWhy:
    'Das wurde mit deiner E-Mail-Adresse geteilt, die noch nicht bestätigt ist. Öffne es über die Schaltfläche in der E-Mail, die du bekommen hast, oder lass dir einen Link zum Wählen eines neuen Passworts senden.',
  sendLink: 'Link senden',
  notYours: 'Das ist nicht mit dir geteilt',
  notYoursWhy: (name) =>
    `Du bist als ${name} angemeldet. Wenn es mit einem anderen Konto geteilt wurde, melde dich mit diesem an.`,
  notAllowed: 'Das ist hier nicht möglich',
  busy: 'Versuche es in einer Minute erneut',
  busyWhy: 'Es gab zu viele Versuche, oder der Server ist gerade ausgelastet.',
}

export const refusals: typeof en.refusals = {
  tooLarge: (most) => `Die Datei ist zu groß. Erlaubt sind höchstens ${most} MB.`,
  requestClosed: 'Diese Dateianfrage ist geschlossen. Es werden keine Dateien mehr angenommen.',
  byCode: {
    invalid_extension: 'Dateien dieses Typs sind hier nicht erlaubt.',
    invalid_name:
      'Dieser Name ist nicht erlaubt. Namen dürfen diese Zeichen nicht enthalten: / \\ : * ? " < > |',
    invalid_request: 'Der Server konnte diese Anfrage nicht verarbeiten.',
    name_too_long: 'Der Name ist zu lang.',
    name_conflict: 'Ein Element mit diesem Namen gibt es schon.',
    policy_error: 'Nicht genug Speicherplatz. Informiere die Person, die dir den Link gesendet hat.',
    resource_locked: 'Jemand arbeitet gerade daran. Versuche es später erneut.',
    no_file_received: 'Die Datei ist nicht angekommen. Versuche es erneut.',
    forbidden: 'Dieser Link erlaubt das nicht.',
    access_denied: 'Dieser Link funktioniert nicht mehr.',
    not_found: 'Dieser Link funktioniert nicht mehr.',
    root_deleted: 'Dieser Link funktioniert nicht mehr.',
    temporarily_unavailable: 'Der Server ist ausgelastet. Versuche es in einer Minute erneut.',
  },
  other: 'Auf dem Server ist etwas schiefgegangen. Versuche es später erneut.',
}
