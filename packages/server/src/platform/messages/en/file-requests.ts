import { formatsOf } from '../intl/formats.ts'
import type { Letters, RequestMail } from '../letters/mail-data.ts'

const { count, moment, momentIn, plural, size } = formatsOf('en')

/** The page of a file request, and its receipt. */
export const fileRequest = {
  asks: (name: string) => `${name} is asking you to upload files. Other senders can’t see them.`,
  deadline: (at: string, timezone: string) => `Upload by ${momentIn(at, timezone)}.`,
  who: 'Your details',
  name: 'Your name',
  email: 'Email address for the receipt (optional)',
  continue: 'Continue',
  nameMissing: 'Enter your name.',
  nameWrong: 'Enter a name of up to 100 characters.',
  emailWrong: 'Enter a valid email address, or leave the field empty.',
  sendingAs: (name: string) => `Sending as ${name}.`,
  notYou: 'Not you?',
  closed: 'This file request is closed',
  closedWhy: (name: string) =>
    `You can no longer upload files. If you still want to send something, contact ${name}.`,
  ended: 'The deadline has passed',
  endedWhy: (name: string, at: string, timezone: string) =>
    `Files were accepted until ${momentIn(at, timezone)}. If you still want to send something, contact ${name}.`,
  thanks: 'Thank you!',
  sent: (files: number, bytes: number) =>
    `${plural(files, '# file', '# files')} received, ${size(bytes)} in total.`,
  showReceipt: 'Show receipt',
  receipt: 'Receipt',
  receiptOf: (title: string) => `Receipt: ${title}`,
  download: 'Download receipt',
  back: 'Back to the upload',
  received: (moment: string) => `Received on ${moment}`,
  moreFiles: (more: number) =>
    `${plural(more, '# more file is', '# more files are')} on the downloaded receipt.`,
  mailed: (email: string) => `We’ll also email a receipt to ${email} a few minutes after your last upload.`,
  none: 'You haven’t uploaded anything from this browser.',
  explain: 'The SHA-256 checksum proves that a file arrived unchanged.',
  text: {
    fileName: 'receipt.txt',
    title: 'Request',
    from: 'Requested by',
    sender: 'Sent by',
    files: 'Files',
    total: 'Total size',
    name: 'Name',
    size: 'Size',
    bytes: (bytes: number) => `${count(bytes)} bytes`,
    received: 'Received',
    at: (text: string) => moment(text),
  },
}

export const requestLetters: Letters<RequestMail> = {
  file_request: (
    { name, from: sender, title, note, deadline, reminds, link, expires: _, message, disclaimer, ...way },
    brand,
  ) => ({
    subject: reminds ? `Reminder: ${sender} is waiting for your files` : `${sender} asks you for files`,
    paragraphs: [
      name === undefined ? 'Hello,' : `Hello ${name},`,
      reminds
        ? `${sender} (${brand.organization}) hasn’t received any files from you yet for “${title}”.`
        : `${sender} (${brand.organization}) is asking you to upload files for “${title}”.`,
    ],
    ...quoted(sender, [note, message]),
    closing: [
      ...(deadline ? [`Upload your files by ${momentIn(deadline.at, deadline.timezone)}.`] : []),
      ...howToSend(sender, way),
      'This link is only for you. Files uploaded with it are shown as sent by you, so don’t forward it.',
    ],
    button: { label: 'Upload files', url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  request_receipt: ({ title, files, more, link }, { organization, timezone }) => ({
    subject: `Receipt for your files: ${title}`,
    paragraphs: [
      'Hello,',
      `${organization} received ${plural(files.length + more, '# file', '# files')} for “${title}”. The person who sent the files entered this email address for the receipt. If that wasn’t you, ignore this email.`,
    ],
    lists: [
      {
        title: 'Received:',
        lines: [
          ...files.map(
            (file) =>
              `${file.name === undefined ? '' : `${file.name}, `}${size(file.size)}, ${moment(file.at, timezone)}, SHA-256 ${file.sha256}`,
          ),
          ...(more > 0 ? [`and ${count(more)} more`] : []),
        ],
      },
    ],
    closing: [
      'To see the receipt with all file names, open the upload page in the same browser that you used to upload the files.',
    ],
    button: { label: 'Open upload page', url: link },
  }),
}

function quoted(sender: string, texts: readonly (string | undefined)[]) {
  const text = texts.filter((part) => part !== undefined).join('\n\n')
  return text === '' ? {} : { quote: { by: `${sender} writes:`, text } }
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
      ? 'No account is needed.'
      : invitationDays === undefined
        ? `Sign in as ${account} to upload.`
        : `An account was created for you: ${account}. To upload, choose a password for the account within ${plural(invitationDays, '# day', '# days')}.`
  return [
    how,
    ...(hasPassword ? [`The upload page also has a password of its own. Ask ${sender} for it.`] : []),
  ]
}
