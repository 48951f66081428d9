import type { work as en } from '../en/work.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const items = (count: number) => plural(count, '# Element', '# Elemente')
const are = (count: number) => plural(count, '# Element wird', '# Elemente werden')
const could = (count: number) => plural(count, '# Element konnte nicht', '# Elemente konnten nicht')

export const work: typeof en = {
  label: 'Vorgänge',
  signOut: {
    title: 'Abmelden?',
    unfinished: (count) =>
      plural(
        count,
        '# Upload ist noch nicht fertig. Wenn du dich abmeldest, wird er abgebrochen.',
        '# Uploads sind noch nicht fertig. Wenn du dich abmeldest, werden sie abgebrochen.',
      ),
    stay: 'Weiter hochladen',
    go: 'Abmelden und Uploads abbrechen',
  },
  active: (count) => plural(count, '# Vorgang läuft', '# Vorgänge laufen'),
  over: (count) => plural(count, '# Vorgang abgeschlossen', '# Vorgänge abgeschlossen'),
  doing: {
    delete: (count) => `${are(count)} gelöscht …`,
    restore: (count) => `${are(count)} wiederhergestellt …`,
    purge: (count) => `${are(count)} endgültig gelöscht …`,
    move: (count) => `${are(count)} verschoben …`,
    copy: (count) => `${are(count)} kopiert …`,
    lock: (count) => `${are(count)} gesperrt …`,
    unlock: (count) => `${are(count)} entsperrt …`,
  },
  undone: {
    delete: (count) => `Rückgängig gemacht: ${items(count)} nach „Gelöschte Dateien“ verschoben`,
    restore: (count) => `Rückgängig gemacht: ${items(count)} wiederhergestellt`,
    purge: (count) => `Rückgängig gemacht: ${items(count)}`,
    move: (count) => `Rückgängig gemacht: ${items(count)} zurückverschoben`,
    copy: (count) => `Rückgängig gemacht: ${items(count)}`,
    lock: (count) => `Rückgängig gemacht: ${items(count)} gesperrt`,
    unlock: (count) => `Rückgängig gemacht: ${items(count)} entsperrt`,
  },
  couldNot: {
    delete: (count) => `${could(count)} gelöscht werden`,
    restore: (count) => `${could(count)} wiederhergestellt werden`,
    purge: (count) => `${could(count)} endgültig gelöscht werden`,
    move: (count) => `${could(count)} verschoben werden`,
    copy: (count) => `${could(count)} kopiert werden`,
    lock: (count) => `${could(count)} gesperrt werden`,
    unlock: (count) => `${could(count)} entsperrt werden`,
  },
  zip: (count) => `Zip mit ${plural(count, '# Element', '# Elementen')} wird vorbereitet …`,
  zipStarted: 'Der Download hat begonnen. Dein Browser zeigt den Fortschritt.',
  zipFailed: 'Das Zip konnte nicht vorbereitet werden',
  waiting: 'Warten auf den Server …',
  stopping: 'Wird angehalten …',
  stopped: (count, total) =>
    `Abgebrochen nach ${plural(count, '#', '#')} von ${plural(total, '# Element', '# Elementen')}`,
  percent: (percent) => `${percent} erledigt`,
  progressOf: (words) => `Fortschritt: ${words}`,
  cancel: (words) => `Abbrechen: ${words}`,
  close: (words) => `Schließen: ${words}`,
  failed: (count) => plural(count, '# Element fehlgeschlagen', '# Elemente fehlgeschlagen'),
  nameless: (count) => `und ${plural(count, '# weiteres', '# weitere')}`,
  download: 'Ergebnisse herunterladen',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  fold: 'Vorgänge minimieren',
  unfold: 'Vorgänge anzeigen',
}
