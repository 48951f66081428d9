import type { CopyState } from '@holdfast/api/oversight/safety'
import type { safety as en } from '../en/safety.ts'
import { pluralOf } from '../intl/plural.ts'

const plural = pluralOf('de')
const days = (count: number) => plural(count, '# Tag', '# Tage')

export const safety: typeof en = {
  versions: {
    title: 'Versionen',
    count: (count, oldest) =>
      plural(count, `# Version, vom ${oldest}`, `# Versionen, die älteste vom ${oldest}`),
    keptFor: (count) =>
      `Frühere Versionen werden ${days(count)} lang aufbewahrt, nachdem eine neuere sie ersetzt hat.`,
    keptForGood: 'Frühere Versionen werden aufbewahrt, bis jemand sie endgültig löscht.',
    nextRemoval: (when) => `Die älteste Version wird nach diesem Zeitpunkt gelöscht: ${when}.`,
    deletedFor: (count) => `Gelöschte Elemente können ${days(count)} lang wiederhergestellt werden.`,
    deletedForGood: 'Gelöschte Elemente können wiederhergestellt werden, bis jemand sie endgültig löscht.',
    removal: (when) => `Dieses Element wird nach diesem Zeitpunkt endgültig gelöscht: ${when}.`,
    paused: (until) =>
      `Ein Backup wurde wiederhergestellt. Bis dahin wird nichts automatisch gelöscht: ${until}.`,
    source: 'So hat es die Organisation festgelegt, der die Dateien gehören',
    show: 'Versionen anzeigen',
  },
  access: {
    title: 'Wer Zugriff hat',
    people: (count) =>
      plural(count, '# Person oder Gruppe hat Zugriff', '# Personen und Gruppen haben Zugriff'),
    nobodyElse: 'Nur du kannst es öffnen.',
    more: (count) => plural(count, 'und # weitere', 'und # weitere'),
    hidden: 'Nur wer vollen Zugriff hat, sieht, wer es sonst öffnen kann.',
    you: (can) => `Du: ${can}`,
    show: 'Zugriff anzeigen',
  },
  devices: {
    title: 'Auf deinen Geräten',
    none: 'Es ist auf keinem deiner Geräte.',
    states: {
      up_to_date: 'Aktuell',
      attention: 'Aktuell, außer Dateien, die auf dem Gerät Aufmerksamkeit benötigen',
      syncing: 'Wird synchronisiert',
      behind: 'Seitdem geändert, noch nicht synchronisiert',
      paused: 'Pausiert',
      held: 'Angehalten, wartet auf deine Entscheidung',
      offline: 'Offline',
      failed: 'Keine Synchronisierung: Das Gerät benötigt Aufmerksamkeit',
      unknown: 'Das Gerät hat sich noch nicht gemeldet',
    } satisfies Record<CopyState, string>,
    connected: (when) => `Verbunden, Stand: ${when}`,
    lastContact: (when) => `Letzter Kontakt: ${when}`,
  },
  stored: {
    title: 'Gespeicherte Daten',
    noDamage: 'Keine Schäden bekannt',
    damaged: (count) => plural(count, '# beschädigte Stelle bekannt', '# beschädigte Stellen bekannt'),
    part: (size, position) => `${size} ab Position ${position}`,
    current: 'Aktuelle Version',
    version: (when) => `Version vom ${when}`,
    whatToDo:
      'Versionen, die hier nicht stehen, sind nicht betroffen. Die Administratoren sind benachrichtigt.',
    verified: (when) => `Letzte vollständige Prüfung aller gespeicherten Daten: ${when}`,
    never: 'Es wurde noch keine vollständige Prüfung aller gespeicherten Daten abgeschlossen.',
    progress: (percent) => `Die laufende Prüfung ist zu ${percent}% fertig.`,
    pace: (percent) => `Jeden Tag werden ${percent}% aller gespeicherten Daten geprüft.`,
    off: 'Regelmäßige Prüfungen sind ausgeschaltet.',
  },
  backup: {
    title: 'Backup des Dienstes',
    newest: (when) => `Letztes vollständiges Backup: ${when}`,
    none: 'Es wurde noch kein Backup abgeschlossen.',
    off: 'Automatische Backups sind ausgeschaltet.',
    overdue: 'Das nächste Backup ist überfällig.',
    contains: 'Es enthält die aktuelle Version.',
    isNewer: 'Die aktuelle Version ist neuer als dieses Backup.',
    hours: (count) => plural(count, 'Stündlich', 'Alle # Stunden'),
    days: (count) => plural(count, 'Täglich', 'Alle # Tage'),
  },
}
