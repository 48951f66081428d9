import type { begin as en } from '../en/begin.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')

export const begin: typeof en = {
  share: {
    title: 'Neuer Teamordner',
    name: 'Name',
    nameHint: 'Zum Beispiel ein Projekt, ein Kunde oder eine Abteilung',
    members: 'Mitglieder',
    create: 'Erstellen',
    made: (name) => `Teamordner „${name}“ wurde erstellt`,
    madeWithout: (name, count) =>
      `„${name}“ ist fertig. ${plural(count, '# Person konnte', '# Personen konnten')} nicht hinzugefügt werden:`,
    open: 'Teamordner öffnen',
    manage: 'Mitglieder …',
    rename: 'Umbenennen …',
    renameTitle: 'Teamordner umbenennen',
    renameButton: 'Umbenennen',
    delete: 'Löschen …',
    deleteTitle: (name) => `„${name}“ löschen?`,
    deleteWhy:
      'Alle Dateien darin werden mit allen Versionen für alle Mitglieder gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteType: (name) => `Gib zur Bestätigung ${name} ein`,
    deleteButton: 'Endgültig löschen',
    deleted: (name) => `Teamordner „${name}“ wurde gelöscht`,
    emptyHint: 'Erstelle einen für Dateien, an denen mehrere arbeiten.',
  },
  role: {
    badge: {
      FILE_MANAGE: 'Du verwaltest diesen Ordner',
      MEMBERS_ONLY: 'Du verwaltest Mitglieder',
      FILE_SHARE: 'Du kannst bearbeiten und teilen',
      FILE_WRITE: 'Du kannst bearbeiten',
      FILE_READ: 'Du kannst ansehen',
      FILE_PREVIEW: 'Du kannst nur ansehen',
      FILE_ADD: 'Du kannst hochladen',
      FOLDER_VIEW: 'Du siehst Ordner',
    },
    means: {
      FILE_MANAGE: 'Du kannst hier alles tun, auch Mitglieder hinzufügen und entfernen.',
      MEMBERS_ONLY:
        'Du kannst Dateien ansehen und Mitglieder verwalten, aber keine Dateien ändern. Füge dich dafür als Mitglied hinzu.',
      FILE_SHARE: 'Du kannst Dateien ansehen, bearbeiten, löschen und per Link teilen.',
      FILE_WRITE: 'Du kannst Dateien ansehen, bearbeiten und löschen.',
      FILE_READ: 'Du kannst Dateien ansehen und herunterladen, aber nicht ändern.',
      FILE_PREVIEW: 'Du kannst Dateien im Browser ansehen, aber nicht herunterladen oder ändern.',
      FILE_ADD: 'Du kannst Dateien hinzufügen. Die Dateien hier siehst du nicht, auch deine eigenen nicht.',
      FOLDER_VIEW: 'Du siehst, welche Ordner es gibt, aber keine Dateien.',
    },
    belongsTo: (organization) => `Dieser Teamordner gehört zu ${organization}.`,
    managers: (names) => `Verwaltet von ${names}.`,
    ask: (names) => `Für mehr Zugriff frag ${names}.`,
    askAdministrator: 'Für mehr Zugriff frag einen Administrator.',
    others: (count) => plural(count, '# weitere Person', '# weitere Personen'),
  },
  viewer: {
    deletedBy: (by) => `Gelöscht von: ${by}`,
    deleted: 'Diese Datei wurde gelöscht.',
    download: 'Lade sie herunter, um sie in einer anderen App zu öffnen.',
    noDownload: 'Du kannst hier keine Dateien herunterladen, also auch nicht in einer anderen App öffnen.',
  },
  added: {
    title: 'Von dir hinzugefügt',
    hint: 'Diese Liste siehst nur du in diesem Browser, bis du dich abmeldest.',
    none: 'Hier stehen die Dateien, die du hinzufügst.',
    nothingToShow: 'Keine sichtbaren Änderungen',
    unseen: (names) => `Änderungen in ${names} siehst du nicht, weil du dort nur Dateien hinzufügen kannst.`,
  },
  start: {
    title: 'Erste Schritte',
    progress: (done, all) => `${done} von ${all} erledigt`,
    fold: 'Schritte ausblenden',
    unfold: 'Schritte anzeigen',
    dismiss: 'Nicht mehr anzeigen',
    done: 'erledigt',
    steps: {
      invite: 'Personen einladen',
      newShare: 'Teamordner erstellen',
      add: 'Erste Datei hinzufügen',
      share: 'Datei mit jemandem teilen',
      past: 'Frühere Versionen ansehen',
      agent: 'Dateien mit deinem Computer synchronisieren',
      phone: 'App über das Browsermenü zum Startbildschirm hinzufügen',
    },
  },
  people: {
    unclear: (text) => `Wähle in der Liste, wen du mit „${text}“ meinst.`,
    notYet: (names, count, button) =>
      `${names} ${count === 1 ? 'wurde' : 'wurden'} noch nicht hinzugefügt. Wähle „${button}“ oder leere dieses Feld.`,
  },
  invite: {
    action: 'Personen einladen',
    title: 'Personen einladen',
    why: (organization) =>
      `Alle erhalten ein Konto bei ${organization} und eine E-Mail, um ein Passwort zu wählen.`,
    addresses: 'E-Mail-Adressen',
    hint: 'Eine pro Zeile. Mit Namen: Ann Keller <ann@example.org>',
    button: 'Einladungen senden',
    one: (email) => `${email} einladen`,
    oneHint: (organization) => `Neues Konto bei ${organization}`,
    sent: (count) => plural(count, 'Einladung gesendet', '# Einladungen gesendet'),
    failed: (count) => plural(count, '# Person', '# Personen').concat(' nicht eingeladen'),
    none: 'Gib mindestens eine E-Mail-Adresse ein.',
    notAddress: 'Das ist keine gültige E-Mail-Adresse.',
    taken: 'Diese Adresse hat schon ein Konto.',
    full: 'In deiner Organisation ist kein Konto mehr frei.',
  },
}
