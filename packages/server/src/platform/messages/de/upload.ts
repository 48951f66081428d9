import type * as en from '../en/upload.ts'

export const upload: typeof en.upload = {
  waiting: 'Wartet',
  cancel: 'Abbrechen',
  cancelOf: '# abbrechen',
  progressOf: 'Fortschritt von #',
  storing: 'Wird gespeichert …',
  cancelled: 'Abgebrochen',
  brokeOff: 'Verbindung unterbrochen. Versuche es erneut.',
  added: 'Hochgeladen',
  addedAs: 'Hochgeladen als #',
  again: 'Erneut versuchen',
  againOf: '# erneut versuchen',
  noFolders: 'Ordner kannst du hier nicht ablegen, nur Dateien.',
  left: { one: 'noch # Datei', other: 'noch # Dateien' },
  done: { one: '# Datei hochgeladen', other: '# Dateien hochgeladen' },
  failed: { one: '# Upload fehlgeschlagen', other: '# Uploads fehlgeschlagen' },
}
