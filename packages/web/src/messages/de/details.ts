import type { details as en } from '../en/details.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const others = (changes: number) =>
  changes > 1 ? ` und ${plural(changes - 1, 'ein weiteres Element', '# weitere Elemente')}` : ''
const YOU = 'Du'
const someone = 'Jemand'
/** Who did something, with the form of the verb that goes with it. */
const did = (by = someone) => (by === YOU || by.startsWith(`${YOU} `) ? `${by} hast` : `${by} hat`)

export const details: typeof en = {
  label: (name) => `Details zu ${name}`,
  tabs: {
    details: 'Details',
    versions: 'Versionen',
    activity: 'Aktivität',
    access: 'Zugriff',
    links: 'Links',
    safety: 'Sicherheit',
  },
  kind: 'Typ',
  size: 'Größe',
  holds: 'Inhalt',
  modified: 'Geändert',
  created: 'Erstellt',
  changed: 'Letzte Änderung',
  first: 'Hinzugefügt',
  where: 'Ort',
  byWhom: (when, by) => (by === undefined ? when : `${when}, von ${by}`),
  onDevice: (by, device) => `${by} auf ${device}`,
  locks: 'Gesperrt',
  lockedBy: (by) => `von ${by}`,
  lockedSince: (since) => `seit ${since}`,
  lockedUntil: (until) => `bis ${until}`,
  lockedFolder: 'weil der Ordner gesperrt ist',
  lockedRoot: 'weil der gesamte Teamordner gesperrt ist',
  unlock: 'Entsperren',
  unlocked: (name) => `„${name}“ wurde entsperrt`,
  current: 'Aktuell',
  versionOf: (when) => `Version vom ${when}`,
  actionsOf: (when) => `Aktionen für die Version vom ${when}`,
  look: 'Ansehen',
  lookThen: 'Damaligen Stand ansehen',
  save: 'Herunterladen',
  makeCurrent: 'Diese Version wiederherstellen',
  compare: 'Mit aktueller Version vergleichen',
  compareBefore: 'Mit vorheriger Version vergleichen',
  remove: 'Endgültig löschen …',
  madeCurrent: (name) => `Frühere Version von „${name}“ wiederhergestellt`,
  removeTitle: 'Diese Version endgültig löschen?',
  removeWhy: (when) => `Die Version vom ${when} wird gelöscht. Das lässt sich nicht rückgängig machen.`,
  removeWord: 'löschen',
  removeType: (word) => `Zur Bestätigung „${word}“ eingeben`,
  removeButton: 'Endgültig löschen',
  removed: 'Version gelöscht',
  more: 'Mehr anzeigen',
  noActivity: 'Noch keine Aktivität.',
  activity: {
    create: (by, name, changes) => `${did(by)} „${name}“${others(changes)} hinzugefügt`,
    update: (by, name, changes) => `${did(by)} „${name}“${others(changes)} geändert`,
    rename: (by, name, changes) => `${did(by)} es in „${name}“ umbenannt${others(changes)}`,
    move: (by, name, changes) => `${did(by)} „${name}“${others(changes)} verschoben`,
    delete: (by, name, changes) => `${did(by)} „${name}“${others(changes)} gelöscht`,
    restore: (by, name, changes) => `${did(by)} „${name}“${others(changes)} wiederhergestellt`,
    purge: (by, name, changes) => `${did(by)} „${name}“${others(changes)} endgültig gelöscht`,
    lock: (by, name) => `${did(by)} „${name}“ gesperrt`,
    unlock: (by, name) => `${did(by)} „${name}“ entsperrt`,
  },
  theService: 'Der Dienst',
  you: YOU,
  byYou: 'dir',
}
