import type { ExportError } from '@holdfast/api/oversight/exports'
import { formatsOf } from '../intl/formats.ts'
import type { AccountMail, Letters } from '../letters/mail-data.ts'

const { moment, percent: share, plural, size } = formatsOf('de')

const EXPORT_ERRORS: Record<ExportError, string> = {
  no_space: 'der Server hat keinen Speicherplatz mehr',
  damaged: 'mindestens eine Datei war beim Zurücklesen beschädigt',
  too_slow: 'er dauerte länger als 14 Tage',
}

export const accountLetters: Letters<AccountMail> = {
  account_locked: ({ name, until, address }, { organization, timezone }) => ({
    subject: `Dein Konto bei ${organization} ist vorübergehend gesperrt`,
    paragraphs: [
      `Hallo ${name},`,
      `jemand hat ${from(address)}fünfmal hintereinander ein falsches Passwort für dein Konto eingegeben. ` +
        `Zum Schutz deines Kontos ist die Anmeldung bis ${moment(until, timezone)} gesperrt. Aus einem Netzwerk, das du in letzter Zeit genutzt hast, kannst du dich möglicherweise weiterhin anmelden.`,
      'Wenn du das warst, warte bis dahin und versuche es erneut.',
      'Wenn du es nicht warst: Deine Dateien sind sicher, das Passwort wurde nicht erraten. Ist dein Passwort kurz oder nutzt du es auch anderswo, ' +
        'wähle ein neues. Informiere einen Administrator, wenn das wieder vorkommt.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} ist dein Code für ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `dein Code ist ${code}. Er ist zehn Minuten gültig und kann nur einmal verwendet werden.`,
      'Gib ihn an niemanden weiter. Wenn du dich nicht anmelden wolltest, kennt jemand anderes dein Passwort. Ändere es jetzt.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Zwei-Faktor-Anmeldung für dein Konto bei ${organization} ausgeschaltet`,
    paragraphs: [
      `Hallo ${name},`,
      'die Zwei-Faktor-Anmeldung wurde gerade mit deinem Wiederherstellungsschlüssel ausgeschaltet.',
      'Wenn du das warst, richte sie bald wieder ein. Wenn du es nicht warst, ändere jetzt dein Passwort ' +
        'und informiere einen Administrator.',
    ],
  }),
  app_password_created: ({ name, program, link }, { organization }) => ({
    subject: `Neues App-Passwort für dein Konto bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `für dein Konto wurde gerade ein App-Passwort erstellt. Es heißt „${program}“. Ein Programm kann damit deine Dateien öffnen.`,
      'Wenn du es nicht warst, beende es und ändere jetzt dein Passwort.',
    ],
    button: { label: 'App-Passwörter ansehen', url: link },
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Passwort bei ${organization} zurücksetzen`,
    paragraphs: [
      `Hallo ${name},`,
      'jemand hat ein neues Passwort für dein Konto angefordert. Der Link unten ist eine Stunde gültig und kann nur einmal verwendet werden.',
      'Wenn du das nicht warst, ignoriere diese E-Mail. Dein Passwort bleibt unverändert.',
    ],
    button: { label: 'Neues Passwort wählen', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Bestätige deine E-Mail-Adresse',
    paragraphs: [
      `Hallo ${name},`,
      `bestätige für dein Konto bei ${organization}, dass ${email} deine E-Mail-Adresse ist. Danach kannst du Dateien öffnen, die andere ` +
        'Organisationen mit dir teilen. Melde dich an und öffne dann den Link unten. Er ist einen Tag gültig und kann nur einmal verwendet werden.',
      'Wenn das nicht dein Konto ist, ignoriere diese E-Mail.',
    ],
    button: { label: 'E-Mail-Adresse bestätigen', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Dein Konto bei ${organization}`,
    paragraphs: [
      `Hallo ${name},`,
      `du hast ein neues Konto bei ${organization}. Du meldest dich mit ${email} an.`,
      ...(link
        ? [
            'Wähle zuerst dein Passwort. Der Link unten ist drei Tage gültig und kann nur einmal verwendet werden.',
          ]
        : []),
    ],
    button: link ? { label: 'Passwort wählen', url: link } : { label: 'Anmelden', url: baseUrl },
  }),
  message: ({ from, subject, text }, { organization }) => ({
    subject,
    paragraphs: [
      `${from} verwaltet dein Konto bei ${organization} und schreibt dir. Wenn du antwortest, geht deine E-Mail an ${from}.`,
    ],
    quote: { by: `${from} schreibt:`, text },
  }),
  export_finished: ({ name, organization, error, files, failed, link }) => ({
    subject: error
      ? `Der Export von ${organization} ist fehlgeschlagen`
      : `Der Export von ${organization} ist fertig`,
    paragraphs: [
      `Hallo ${name},`,
      error
        ? `der Export von ${organization} ist fehlgeschlagen: ${EXPORT_ERRORS[error]}.`
        : `der Export von ${organization} kann heruntergeladen werden: ${plural(files, '# Datei', '# Dateien')}. Jede Datei wurde zurückgelesen und geprüft.`,
      ...(failed > 0
        ? [
            `${plural(failed, '# Datei konnte', '# Dateien konnten')} nicht exportiert werden. Die Liste steht in der Verwaltung.`,
          ]
        : []),
      error
        ? 'In der Verwaltung kannst du einen neuen Export starten.'
        : 'Der Export wird 14 Tage lang aufbewahrt.',
    ],
    button: { label: error ? 'Verwaltung öffnen' : 'Herunterladen', url: link },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `${share(percent)} deines Speichers bei ${organization} sind belegt`,
    paragraphs: [
      `Hallo ${name},`,
      `deine Dateien belegen ${size(used)} von ${size(quota)} (${share(percent)}).`,
      percent >= 100
        ? 'Du kannst nichts Neues speichern, bis du Dateien endgültig löschst oder ein Administrator dir mehr Speicher gibt. ' +
          'Auch gelöschte Dateien und frühere Versionen zählen.'
        : 'Wenn dein Speicher voll ist, kannst du nichts Neues mehr speichern. Ein Administrator kann dir mehr Speicher geben.',
    ],
  }),
}

const from = (address: string | undefined) => (address ? `von der IP-Adresse ${address} aus ` : '')
