import { pluralOf } from '../../intl/plural.ts'
import type { exports as en } from '../en/exports.ts'

const plural = pluralOf('de')

export const exports: typeof en = {
  title: 'Export',
  why: 'Lade alle Dateien als Zip-Dateien herunter, mit Listen der Personen, Gruppen, Teamordner, Links und Aktivität. Jede Datei wird geprüft.',
  none: 'Noch keine Exporte.',
  list: 'Exporte',
  start: 'Export starten',
  versions: 'Umfang',
  current: 'Aktuelle Dateien',
  all: 'Alle Versionen',
  allHint: 'Auch frühere Versionen und gelöschte Dateien.',
  below: 'Mit Kunden',
  belowHint: 'Dateien von Kunden im Datenschutzmodus werden ausgelassen.',
  states: {
    waiting: 'Wartet auf den Start …',
    running: 'Wird exportiert …',
    verifying: 'Wird geprüft …',
    done: 'Export fertig',
    failed: 'Export fehlgeschlagen',
    canceled: 'Abgebrochen',
  },
  what: (isAll, isBelow) =>
    `${isAll ? 'Alle Versionen' : 'Aktuelle Dateien'}${isBelow ? ', mit Kunden' : ''}`,
  progress: (done, total) => `${done} von ${total}`,
  verified: (files) => plural(files, 'Geprüft: # Datei.', 'Geprüft: alle # Dateien.'),
  part: (number) => `Teil ${number}`,
  checksum: 'Prüfsumme (SHA-256)',
  until: (when) => `Verfügbar bis ${when}.`,
  leftOut: (names) => `Ausgelassen, weil du ihre Dateien nicht ansehen kannst: ${names}.`,
  failed: (count) =>
    plural(count, '# Datei konnte nicht exportiert werden', '# Dateien konnten nicht exportiert werden'),
  failedMore: (count) => plural(count, 'und # weitere', 'und # weitere'),
  reasons: { damaged: 'Auf dem Server beschädigt', deleted: 'Während des Exports endgültig gelöscht' },
  errors: {
    no_space: 'Der Server hat keinen Speicherplatz mehr. Schaffe Platz und starte neu.',
    damaged:
      'Eine Datei war beim Zurücklesen beschädigt. Starte neu: Beschädigte Dateien werden dann ausgelassen.',
    too_slow: 'Der Export dauerte länger als 14 Tage. Exportiere Kunden einzeln.',
  },
  remove: 'Entfernen …',
  removeTitle: 'Diesen Export entfernen?',
  removeWhy:
    'Die Zip-Dateien lassen sich dann nicht mehr herunterladen. Die Dateien der Organisation bleiben.',
  removeButton: 'Export entfernen',
  removed: 'Export entfernt',
}
