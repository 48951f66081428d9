import type { Messages } from '../en/en.ts'
import { formatsOf } from '../intl/formats.ts'
import type { Letters, RequestMail } from '../letters/mail-data.ts'

const { count, moment, momentIn, plural, size } = formatsOf('de')

export const fileRequest: Messages['fileRequest'] = {
  asks: (name) =>
    `${name} bittet dich um Dateien. Was du hochlädst, sehen andere, die hier Dateien hochladen, nicht.`,
  deadline: (at, timezone) => `Hochladen bis ${momentIn(at, timezone)}.`,
  who: 'Deine Angaben',
  name: 'Dein Name',
  email: 'E-Mail-Adresse für die Empfangsbestätigung (optional)',
  continue: 'Weiter',
  nameMissing: 'Gib deinen Namen ein.',
  nameWrong: 'Gib einen Namen mit höchstens 100 Zeichen ein.',
  emailWrong: 'Gib eine gültige E-Mail-Adresse ein oder lass das Feld leer.',
  sendingAs: (name) => `Du sendest als ${name}.`,
  notYou: 'Das bist nicht du?',
  closed: 'Diese Dateianfrage ist geschlossen',
  closedWhy: (name) =>
    `Es werden keine Dateien mehr angenommen. Wenn du noch etwas senden möchtest, wende dich an ${name}.`,
  ended: 'Die Frist ist abgelaufen',
  endedWhy: (name, at, timezone) =>
    `Dateien wurden bis ${momentIn(at, timezone)} angenommen. Wenn du noch etwas senden möchtest, wende dich an ${name}.`,
  thanks: 'Danke!',
  sent: (files, bytes) => `${plural(files, '# Datei', '# Dateien')} angekommen, insgesamt ${size(bytes)}.`,
  showReceipt: 'Empfangsbestätigung anzeigen',
  receipt: 'Empfangsbestätigung',
  receiptOf: (title) => `Empfangsbestätigung: ${title}`,
  download: 'Empfangsbestätigung herunterladen',
  back: 'Zurück zum Hochladen',
  received: (moment) => `Angekommen am ${moment}`,
  moreFiles: (more) =>
    `${plural(more, '# weitere Datei steht', '# weitere Dateien stehen')} in der heruntergeladenen Empfangsbestätigung.`,
  mailed: (email) =>
    `Einige Minuten nach dem letzten Upload schicken wir eine Empfangsbestätigung an ${email}.`,
  none: 'Du hast aus diesem Browser noch nichts hochgeladen.',
  explain: 'Die SHA-256-Prüfsumme belegt, dass eine Datei unverändert angekommen ist.',
  text: {
    fileName: 'empfangsbestaetigung.txt',
    title: 'Anfrage',
    from: 'Angefragt von',
    sender: 'Gesendet von',
    files: 'Dateien',
    total: 'Gesamtgröße',
    name: 'Name',
    size: 'Größe',
    bytes: (bytes) => `${count(bytes)} Byte`,
    received: 'Angekommen',
    at: (text) => moment(text),
  },
}

export const requestLetters: Letters<RequestMail> = {
  file_request: (
    { name, from: sender, title, note, deadline, reminds, link, expires: _, message, disclaimer, ...way },
    brand,
  ) => ({
    subject: reminds ? `Erinnerung: ${sender} wartet auf deine Dateien` : `${sender} bittet dich um Dateien`,
    paragraphs: [
      name === undefined ? 'Hallo,' : `Hallo ${name},`,
      reminds
        ? `${sender} (${brand.organization}) hat für „${title}“ noch keine Dateien von dir bekommen.`
        : `${sender} (${brand.organization}) bittet dich um Dateien für „${title}“.`,
    ],
    ...quoted(sender, [note, message]),
    closing: [
      ...(deadline ? [`Lade sie bis ${momentIn(deadline.at, deadline.timezone)} hoch.`] : []),
      ...howToSend(sender, way),
      'Dieser Link ist nur für dich. Alles, was damit hochgeladen wird, erscheint unter deinem Namen. Leite ihn nicht weiter.',
    ],
    button: { label: 'Dateien hochladen', url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  request_receipt: ({ title, files, more, link }, { organization, timezone }) => ({
    subject: `Empfangsbestätigung für deine Dateien: ${title}`,
    paragraphs: [
      'Hallo,',
      `bei ${organization} ${plural(files.length + more, 'ist # Datei', 'sind # Dateien')} für „${title}“ angekommen. Für die Empfangsbestätigung wurde diese E-Mail-Adresse angegeben. Wenn du das nicht warst, ignoriere diese E-Mail.`,
    ],
    lists: [
      {
        title: 'Angekommen:',
        lines: [
          ...files.map(
            (file) =>
              `${file.name === undefined ? '' : `${file.name}, `}${size(file.size)}, ${moment(file.at, timezone)}, SHA-256 ${file.sha256}`,
          ),
          ...(more > 0 ? [`und ${count(more)} weitere`] : []),
        ],
      },
    ],
    closing: [
      'Die Empfangsbestätigung mit allen Dateinamen findest du auf der Seite zum Hochladen. Öffne sie im selben Browser, mit dem du die Dateien hochgeladen hast.',
    ],
    button: { label: 'Seite öffnen', url: link },
  }),
}

function quoted(sender: string, texts: readonly (string | undefined)[]) {
  const text = texts.filter((part) => part !== undefined).join('\n\n')
  return text === '' ? {} : { quote: { by: `${sender} schreibt:`, text } }
}

function howToSend(
  sender: string,
  {
    account,
    invitationDays,
    hasPassword,
  }: Pick<RequestMail['file_request'], 'account' | 'invitationDays' | 'hasPassword'>,
): string[] {
  const how =
    account === undefined
      ? 'Ein Konto ist nicht nötig.'
      : invitationDays === undefined
        ? `Melde dich zum Hochladen als ${account} an.`
        : `Für dich wurde ein Konto angelegt: ${account}. Wähle dafür innerhalb von ${plural(invitationDays, '# Tag', '# Tagen')} ein Passwort, um Dateien hochzuladen.`
  return [
    how,
    ...(hasPassword
      ? [`Die Seite zum Hochladen hat außerdem ein eigenes Passwort. Frage ${sender} danach.`]
      : []),
  ]
}
