import { pluralOf } from '../../intl/plural.ts'
import type { welcome as en } from '../en/welcome.ts'

const plural = pluralOf('de')

/** Words of the first run of a new installation. */
export const welcome: typeof en = {
  title: 'Server einrichten',
  why: 'Etwa 5 Minuten. Du kannst jeden Schritt überspringen; übersprungene bleiben in der Übersicht.',
  steps: 'Schritte',
  stepOf: (step, all) => `Schritt ${step} von ${all}`,
  open: 'Offen',
  done: 'Fertig',
  skipped: 'Übersprungen',
  back: 'Zurück',
  skip: 'Überspringen',
  goOn: 'Weiter',
  later: 'Später einrichten',
  step: {
    password: 'Passwort',
    two_step: 'Zwei-Faktor-Anmeldung',
    address: 'Adresse und Zertifikat',
    email: 'E-Mail',
    brand: 'Name und Farbe',
    people: 'Erster Kunde oder Personen',
    end: 'Fertig',
  },
  password: {
    why: 'Ersetze das Passwort vom ersten Start durch eines, das nur du kennst.',
    isDone: 'Du hast ein eigenes Passwort gewählt.',
  },
  twoStep: {
    why: 'Dein Konto kann alles auf diesem Server. Ein Code zusätzlich zum Passwort schützt es.',
    isDone: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet.',
  },
  address: {
    why: 'Personen und Geräte verbinden sich mit dieser Adresse. Geprüft von deinem Browser aus.',
    label: 'Adresse',
    copy: 'Kopieren',
    copied: 'Adresse kopiert',
    reached: 'Dein Browser erreicht diesen Server',
    reachedBy: (host) => `Die Anfrage kam für ${host} an.`,
    selfSigned: 'Das Zertifikat ist selbst signiert',
    selfSignedWhy:
      'Browser und Geräte zeigen eine Warnung. Verwende ein Zertifikat einer öffentlichen oder deiner eigenen Zertifizierungsstelle.',
    ended: (day) => `Das Zertifikat ist am ${day} abgelaufen`,
    endedWhy: 'Browser und Geräte verweigern die Verbindung.',
    valid: (day) => `Das Zertifikat gilt bis ${day}`,
    validWhy: 'Ersetze vorher die Dateien. Ein Neustart ist nicht nötig.',
    byProxy: 'Die Verbindung ist verschlüsselt',
    byProxyWhy: 'Ein Proxy vor diesem Server hat das Zertifikat.',
    plain: 'Die Verbindung ist nicht verschlüsselt',
    plainWhy: 'Alle dazwischen können Passwörter und Dateien lesen. Verwende https.',
    matches: 'Die Adresse stimmt mit der Einstellung HOLDFAST_BASE_URL überein',
    matchesWhy: 'Links in E-Mails funktionieren.',
    differs: 'Die Adresse weicht von der Einstellung HOLDFAST_BASE_URL ab',
    differsWhy: (address) =>
      `Links in E-Mails führen zu ${address}. Setze HOLDFAST_BASE_URL auf die Adresse, die alle verwenden, und starte den Dienst neu.`,
    clock: 'Die Uhr geht richtig',
    clockWhy: 'Sie stimmt mit deinem Browser überein.',
    clockWrong: (minutes) =>
      plural(minutes, 'Die Uhr geht um # Minute falsch', 'Die Uhr geht um # Minuten falsch'),
    clockWrongWhy:
      'Verglichen mit deinem Browser. Codes von Authenticator-Apps funktionieren so nicht. Schalte die Zeitsynchronisierung des Servers ein.',
    how: 'Eigenes Zertifikat verwenden',
    howWhy: 'Setze diese zwei Variablen und starte den Dienst neu. Prüfe dann erneut.',
    howLink: 'So bekommst du ein Zertifikat',
    again: 'Erneut prüfen',
  },
  email: {
    why: 'Einladungen, neue Passwörter und Alarme werden per E-Mail gesendet.',
    none: 'Kein Mailserver eingestellt',
    noneWhy:
      'E-Mails werden als Dateien in den Ordner „outbox“ auf dem Server geschrieben. Niemand bekommt sie.',
    how: 'Mailserver einstellen',
    howWhy: 'Setze diese zwei Variablen und starte den Dienst neu. Prüfe dann erneut.',
    howLink: 'Mehr zum Mailserver',
    to: 'Test senden an',
    send: 'Test-E-Mail senden',
    sending: 'Der Mailserver hat bis zu 20 Sekunden Zeit für die Antwort.',
    answered: (text) => `Antwort des Mailservers: ${text}`,
    accepted: 'Der Mailserver hat die E-Mail angenommen. Prüfe, ob sie ankommt.',
    refused: 'Die E-Mail wurde nicht gesendet.',
  },
  brand: {
    why: 'Sie erscheinen in der App, auf Link-Seiten und in E-Mails.',
    name: 'Name der Organisation',
    color: 'Farbe',
    save: 'Speichern und weiter',
  },
  people: {
    why: 'Wer wird diesen Server nutzen?',
    customer: 'Erster Kunde',
    customerWhy: 'Du betreust andere Unternehmen: Jedes bekommt eine eigene Organisation.',
    people: 'Erste Personen',
    peopleWhy: 'Deine eigene Organisation nutzt ihn: Füge Personen hinzu, oder importiere eine Liste.',
  },
  end: {
    title: 'Dein Server ist bereit',
    leftTitle: 'Du kannst jetzt loslegen',
    left: (count) => plural(count, '# Schritt wurde übersprungen:', '# Schritte wurden übersprungen:'),
    first: 'Was du zuerst tun solltest',
    keep: 'Bewahre den Hauptschlüssel und den Fingerabdruck der Backups sicher auf, nicht auf diesem Server.',
    backups: 'Backups einrichten',
    agent: 'Dateien auf Computern synchronisieren: Agent herunterladen',
    phone:
      'Öffne auf einem Smartphone diese Adresse im Browser und wähle im Menü „Zum Startbildschirm hinzufügen“.',
    files: 'Zu deinen Dateien',
    console: 'Verwaltung öffnen',
  },
}
