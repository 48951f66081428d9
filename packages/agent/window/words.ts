const en = {
  title: 'Holdfast on this device',
  signedInAs: (email: string, url: string) => `${email} at ${url}`,
  signedOut: 'This device is signed out. In a terminal, type: holdfast-agent login',
  states: {
    synced: 'Up to date',
    syncing: 'Syncing',
    paused: 'Paused',
    offline: 'Offline',
    signed_out: 'Signed out',
    failed: 'Not syncing',
    attention: 'Needs attention',
    elsewhere: 'Not on this device',
  } as Readonly<Record<string, string>>,
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  left: (files: string, size: string) => `${files} (${size}) left`,
  changes: (count: number) => (count === 1 ? '1 change to make' : `${count} changes to make`),
  pause: 'Pause',
  resume: 'Resume',
  syncNow: 'Sync now',
  folders: 'Folders',
  noFolders: 'Nothing is synced to this device yet.',
  beside: (base: string, names: readonly string[]) =>
    `Not synced, because it is in none of these folders: ${names.join(', ')} (in ${base}).`,
  chooseFolders: 'Choose folders',
  done: 'Done',
  onThisDevice: 'Select the folders to keep on this device. The others stay on the server.',
  noSubfolders: 'There are no folders in it.',
  problems: 'Problems',
  noProblems: 'No problems.',
  retry: 'Retry',
  brakeTitle: (name: string) => `“${name}” is paused: unusual activity`,
  brake: (here: number, there: number) =>
    [
      here > 0 && `${en.files(here)} on this device would be removed or replaced.`,
      there > 0 && `${en.files(there)} on the server would be removed or replaced.`,
    ]
      .filter(Boolean)
      .join(' '),
  brakeConfirm: 'Continue',
  brakeBack: 'Restore the files',
  brakeHelp:
    'Continue if this was expected. Otherwise restore: files that one side lacks come back from the other.',
  recent: 'Recent changes',
  noRecent: 'Nothing has changed since the agent started.',
  sent: 'Uploaded',
  received: 'Downloaded',
  removed: 'Removed here',
  restore: 'Restore',
  notLetIn: 'This page has ended. In a terminal, type: holdfast-agent open',
  away: 'The agent does not answer. It may be restarting.',
  version: (version: string) => `Agent ${version}`,
}

export type Words = typeof en

const de: Words = {
  title: 'Holdfast auf diesem Gerät',
  signedInAs: (email, url) => `${email} bei ${url}`,
  signedOut: 'Dieses Gerät ist abgemeldet. Gib in einem Terminal ein: holdfast-agent login',
  states: {
    synced: 'Aktuell',
    syncing: 'Wird synchronisiert',
    paused: 'Pausiert',
    offline: 'Offline',
    signed_out: 'Abgemeldet',
    failed: 'Wird nicht synchronisiert',
    attention: 'Benötigt Aufmerksamkeit',
    elsewhere: 'Nicht auf diesem Gerät',
  },
  files: (count) => (count === 1 ? '1 Datei' : `${count} Dateien`),
  left: (files, size) => `noch ${files} (${size})`,
  changes: (count) => (count === 1 ? '1 Änderung steht aus' : `${count} Änderungen stehen aus`),
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  syncNow: 'Jetzt synchronisieren',
  folders: 'Ordner',
  noFolders: 'Auf dieses Gerät wird noch nichts synchronisiert.',
  beside: (base, names) =>
    `Nicht synchronisiert, weil es in keinem dieser Ordner liegt: ${names.join(', ')} (in ${base}).`,
  chooseFolders: 'Ordner auswählen',
  done: 'Fertig',
  onThisDevice: 'Wähle die Ordner für dieses Gerät. Die anderen bleiben auf dem Server.',
  noSubfolders: 'Er enthält keine Ordner.',
  problems: 'Probleme',
  noProblems: 'Keine Probleme.',
  retry: 'Erneut versuchen',
  brakeTitle: (name) => `„${name}“ ist pausiert: ungewöhnliche Aktivität`,
  brake: (here, there) =>
    [
      here > 0 && `Auf diesem Gerät würden ${de.files(here)} entfernt oder ersetzt.`,
      there > 0 && `Auf dem Server würden ${de.files(there)} entfernt oder ersetzt.`,
    ]
      .filter(Boolean)
      .join(' '),
  brakeConfirm: 'Fortfahren',
  brakeBack: 'Dateien wiederherstellen',
  brakeHelp:
    'Fahre fort, wenn das so gewollt war. Sonst stelle wieder her: Was einer Seite fehlt, kommt von der anderen zurück.',
  recent: 'Letzte Änderungen',
  noRecent: 'Seit dem Start des Agenten hat sich nichts geändert.',
  sent: 'Hochgeladen',
  received: 'Heruntergeladen',
  removed: 'Hier entfernt',
  restore: 'Wiederherstellen',
  notLetIn: 'Diese Seite ist beendet. Gib in einem Terminal ein: holdfast-agent open',
  away: 'Der Agent antwortet nicht. Vielleicht startet er gerade neu.',
  version: (version) => `Agent ${version}`,
}

export const LANGUAGE = navigator.language.startsWith('de') ? 'de' : 'en'
export const WORDS: Words = LANGUAGE === 'de' ? de : en
