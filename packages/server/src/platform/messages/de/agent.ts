import type * as en from '../en/agent.ts'
import { formatsOf } from '../intl/formats.ts'

const { size } = formatsOf('de')

export const agent: typeof en.agent = {
  title: 'Dateien mit deinem Computer synchronisieren',
  lead: 'Der Holdfast-Agent synchronisiert einen Ordner auf deinem Computer in beide Richtungen mit deinen Dateien auf dem Server. Er läuft unter Linux auf x64 und arm64.',
  notHere: (system) => `Der Agent läuft noch nicht unter ${system}. Er läuft unter Linux auf x64 und arm64.`,
  browserWorks:
    'Nutze stattdessen den Browser: Dort kannst du deine Dateien auf jedem Gerät öffnen, hochladen, teilen und wiederherstellen.',
  openBrowser: 'Im Browser öffnen',
  onLinux: 'Auf einem Linux-Computer installieren',
  otherWays: 'Andere Installationsmöglichkeiten',
  paste: 'Öffne auf dem Computer ein Terminal, füge diese Zeile ein und drücke die Eingabetaste:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  noCurl: 'Kein curl?',
  enter:
    'Gib deine E-Mail-Adresse, dein Passwort und den Ordner für deine Dateien ein. Mit der Eingabetaste übernimmst du den vorgeschlagenen Ordner.',
  done: (status, open) =>
    `Das Terminal zeigt, welcher Ordner mit deinen Dateien synchronisiert wird. Lege eine Datei hinein. Sekunden später ist sie auch auf dem Server. ${status} zeigt den Fortschritt, ${open} zeigt ihn im Browser.`,
  selfSigned:
    'Dieser Server verwendet ein selbst signiertes Zertifikat, deshalb warnen Browser davor. Frage einen Administrator nach dem SHA-256-Fingerabdruck und vergleiche ihn. Die Zeile oben akzeptiert nur dieses Zertifikat:',
  downloadAgent: 'Lade den Agenten herunter. Er benötigt Node 24:',
  signIn: 'Melde dich an. Du wirst gefragt, wo deine Dateien abgelegt werden sollen:',
  start: 'Starte ihn, jetzt und bei jeder Anmeldung am Computer:',
  script: 'Skript',
  aboutScript: (script) =>
    `Das ${script} prüft alles, was es herunterlädt, und installiert den Agenten mit dem nötigen Node für dein Konto. Führe es als root aus, um ihn für einen Dateiserver zu installieren.`,
  byHand: 'Zum Installieren von Hand oder zum Vergleichen:',
  forNode: 'Für Linux mit Node 24',
  program: (architecture) => `Ein einzelnes Programm, für Linux auf ${architecture}`,
  buildKey: 'Signaturschlüssel',
  size,
}
