import type { policyFields as english } from '../en/policy-fields.ts'

export const policyFields: typeof english = {
  require_two_step_auth: {
    label: 'Zwei-Faktor-Anmeldung verlangen',
    help: 'Alle bestätigen die Anmeldung mit einem Code. Wer noch keine hat, richtet sie bei der nächsten Anmeldung ein.',
  },
  change_password_frequency: {
    label: 'Passwortalter',
    help: 'Nach so vielen Tagen ist ein neues Passwort nötig. Leer: nie.',
  },
  deactivate_token_frequency: {
    label: 'Unbenutzte Geräte abmelden nach',
    help: 'Eine Anmeldung, die so lange nicht benutzt wird, endet.',
  },
  browser_sign_in_days: {
    label: 'Im Browser angemeldet bleiben für',
    help: 'Danach ist das Passwort wieder nötig.',
  },
  application_sign_in_days: {
    label: 'In verbundenen Apps angemeldet bleiben für',
    help: 'Danach fragt die App erneut. Geräte, die synchronisieren, betrifft das nicht. Leer: ohne Ende.',
  },
  ad_enabled: {
    label: 'Verzeichnisdienste',
    help: 'Personen aus Active Directory oder LDAP importieren. Sie melden sich mit dem Passwort von dort an.',
  },
  require_mobile_lock: {
    label: 'Bildschirmsperre auf Handys verlangen',
    help: 'Handys ohne Sperre können keine Dateien öffnen. Wirkt, sobald es die Handy-App gibt.',
  },
  secure_shares: {
    label: 'Links verlangen eine Anmeldung',
    help: 'Keine öffentlichen Links. Bestehende funktionieren nicht mehr für Personen ohne Konto.',
  },
  user_create_shares: {
    label: 'Personen können Teamordner und Links erstellen',
    help: 'Administratoren können das immer.',
  },
  user_find_people: {
    label: 'Beim Teilen Kollegen vorschlagen',
    help: 'Personen finden andere der Organisation nach dem Anfang ihres Namens.',
  },
  purge_deleted: {
    label: 'Gelöschte Dateien endgültig löschen',
    help: 'Nach so vielen Tagen lassen sich gelöschte Dateien und Ordner nicht mehr wiederherstellen.',
  },
  purge_deleted_frequency: {
    label: 'Tage, bis gelöschte Dateien endgültig gelöscht werden',
    help: 'Leer bedeutet 30 Tage.',
  },
  trim_revisions: {
    label: 'Frühere Versionen löschen',
    help: 'Versionen werden so viele Tage nach einer neueren endgültig gelöscht. Die aktuelle bleibt.',
  },
  trim_revisions_x: {
    label: 'Tage, bis frühere Versionen gelöscht werden',
    help: 'Leer bedeutet 30 Tage.',
  },
  user_purge_deleted: {
    label: 'Personen können Dateien endgültig löschen',
    help: 'Nur ihre eigenen Dateien. Administratoren können das immer.',
  },
  user_trim_revisions: {
    label: 'Personen können frühere Versionen löschen',
    help: 'Nur von ihren eigenen Dateien. Administratoren können das immer.',
  },
  user_rollback: {
    label: 'Personen können ganze Ordner wiederherstellen',
    help: 'Sie können einen Ordner im Verlauf auf einen früheren Stand bringen. Das lässt sich rückgängig machen.',
  },
  user_lock_files: {
    label: 'Personen können Dateien sperren',
    help: 'Auch wo sie nicht Eigentümer sind. Gesperrte Dateien lassen sich öffnen.',
  },
  user_overwrite_collisions: {
    label: 'Personen können eine Version im Konflikt überschreiben',
    help: 'Sonst bleiben beide Versionen. Noch ohne Wirkung: Geräte behalten immer beide.',
  },
  user_bulk_resolve_warnings: {
    label: 'Personen können viele Sync-Warnungen auf einmal erledigen',
    help: 'Sonst nur einzeln. Noch ohne Wirkung.',
  },
  excluded_extensions: {
    label: 'Gesperrte Dateitypen',
    help: 'Dateien mit diesen Endungen, etwa „.iso“, werden abgelehnt. Backups nehmen sie auf.',
  },
  locked_extensions: {
    label: 'Auf Geräten sperren, solange geöffnet',
    help: 'Geräte sperren Dateien mit diesen Endungen, solange ein Programm sie geöffnet hat.',
  },
  device_brake: {
    label: 'Ungewöhnliche Aktivität',
    help: 'Wenn ein Gerät weit mehr als üblich löscht oder ändert.',
  },
  file_server_enabled: {
    label: 'Dateiserver',
    help: 'Ordner von Servern lassen sich mit Teamordnern verbinden. Aus: Verbindungen pausieren.',
  },
  backups_enabled: {
    label: 'Backups',
    help: 'Geräte lassen sich sichern. Aus: Backups pausieren, Wiederherstellen geht weiter.',
  },
  user_create_backups: {
    label: 'Personen können ihre Geräte sichern',
    help: 'Administratoren können das immer.',
  },
  backups_purge_deleted: {
    label: 'Gelöschte Dateien aus Backups löschen',
    help: 'Was auf dem Gerät gelöscht wurde, wird nach so vielen Tagen endgültig aus dem Backup gelöscht.',
  },
  backups_purge_deleted_frequency: {
    label: 'Tage, bis gelöschte Dateien aus Backups gelöscht werden',
    help: 'Leer bedeutet 30 Tage.',
  },
  backups_trim_revisions: {
    label: 'Frühere Versionen aus Backups löschen',
    help: 'Versionen werden so viele Tage nach einer neueren endgültig gelöscht.',
  },
  backups_trim_revisions_frequency: {
    label: 'Tage, bis frühere Versionen aus Backups gelöscht werden',
    help: 'Leer bedeutet 30 Tage.',
  },
  webdav_enabled: {
    label: 'WebDAV',
    help: 'Personen können sich mit WebDAV-Programmen verbinden.',
  },
  webdav_account_password: {
    label: 'Eigenes Passwort in WebDAV-Programmen',
    help: 'Ohne Zwei-Faktor-Anmeldung genügt dort das eigene Passwort. Aus: nur App-Passwörter.',
  },
  web_preview_enabled: {
    label: 'Vorschau',
    help: 'Dateien lassen sich im Browser ansehen. Aus: nur herunterladen.',
  },
  web_editor_enabled: {
    label: 'Textdateien bearbeiten',
    help: 'Textdateien lassen sich im Browser bearbeiten.',
  },
  web_wopi_enabled: {
    label: 'Office-Dateien bearbeiten',
    help: 'Braucht einen Office-Server. Wirkt, sobald einer verbunden ist.',
  },
  branding_enabled: {
    label: 'Eigene Darstellung',
    help: 'Eigene Farbe und eigenes Logo. Aus: sieht aus wie die Organisation darüber.',
  },
  admin_browse_files: {
    label: 'Administratoren können Dateien anderer öffnen',
    help: 'Und anderen Zugriff geben. Jedes Mal steht in der Aktivität.',
  },
  admin_browse_remote: {
    label: 'Administratoren können Geräte durchsuchen',
    help: 'Sie sehen Ordnernamen auf verbundenen Geräten.',
  },
  admin_create_users: {
    label: 'Administratoren können Personen hinzufügen',
    help: 'Aus: keine neuen Konten, auch nicht aus Verzeichnisdiensten.',
  },
  space_quota: {
    label: 'Speicher',
    help: 'Ist er voll, werden Uploads und Backups abgelehnt.',
  },
  num_users_maximum: {
    label: 'Konten',
    help: 'Gäste zählen nicht. Leer: ohne Grenze.',
  },
  max_file_size: {
    label: 'Größte Datei',
    help: 'Größere Dateien werden abgelehnt. Backups nehmen sie auf.',
  },
  num_orgs_maximum: {
    label: 'Untergeordnete Organisationen',
    help: 'Wie viele es direkt darunter geben kann. Leer: ohne Grenze.',
  },
  create_orgs_until: {
    label: 'Organisationen hinzufügen bis',
    help: 'Nach diesem Tag lassen sich keine mehr hinzufügen. Leer: ohne Ende.',
  },
  trial_length_days: {
    label: 'Testphase neuer Kunden',
    help: 'Wie lange eine Testphase dauert.',
  },
  api_ratelimit_enabled: {
    label: 'API-Anfragen begrenzen',
    help: 'Für alle Konten zusammen. Weitere werden bis zur nächsten Minute abgelehnt.',
  },
  api_ratelimit: {
    label: 'Anfragen pro Minute',
    help: 'Leer bedeutet ohne Grenze.',
  },
  monthly_cost_cents: {
    label: 'Preis pro Konto',
    help: 'Steht in der Nutzung und in deren CSV.',
  },
  monthly_cost_currency: {
    label: 'Währung',
    help: 'Drei Buchstaben, etwa EUR.',
  },
  num_users_minimum: {
    label: 'Mindestens berechnet',
    help: 'So viele Konten werden berechnet, auch wenn es weniger gibt.',
  },
  service_plans_enabled: {
    label: 'Tarif auf Rechnungen zeigen',
    help: 'Die Nummer des Tarifs steht in der CSV-Datei.',
  },
  psa_enabled: {
    label: 'An ein PSA weitergeben',
    help: 'Markiert die Zeile in der CSV-Datei für Abrechnungsprogramme.',
  },
}
