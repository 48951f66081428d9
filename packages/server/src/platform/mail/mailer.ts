/** What the HTML of a mail calls the logo that comes with it. */
export const LOGO_CID = 'logo@holdfast'

export interface Message {
  /** One bare address: no display name, no list. */
  to: string
  /** One bare address that answers go to, if not to the sender. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** Where mail programs can turn off such mails with one click (RFC 8058): an https address that takes a POST. */
  unsubscribe?: string
  /** Names the logo that its HTML shows. */
  logoKey?: string
  /** The picture itself, once it is sent. */
  logo?: Buffer
  /** Someone waits for it, and for a short time only. */
  urgent?: boolean
}

export interface Mailer {
  /** Resolves once the message is accepted for delivery (or safely on disk), with the answer to it; rejects otherwise. */
  send(message: Message): Promise<string>
  /** To be called when no send is under way. */
  close(): Promise<void>
}

// Stricter than RFC 5322: quoting and comments are of no use to real people, but of use to header injection.
const BARE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u

/** Throws on what could add a header or a recipient. */
export function checkMessage({ to, replyTo = to, subject, unsubscribe }: Message): void {
  if (!BARE_ADDRESS.test(to)) throw new Error('The recipient of a mail must be one plain address')
  if (!BARE_ADDRESS.test(replyTo)) throw new Error('Answers to a mail must go to one plain address')
  checkHeader('subject', subject)
  if (unsubscribe !== undefined && !/^https:\/\/[!-;=?-~]+$/.test(unsubscribe))
    throw new Error('A mail must be turned off at a plain https address')
}

export function checkHeader(name: string, value: string): void {
  if (/[\r\n]/.test(value)) throw new Error(`The ${name} of a mail must not contain line breaks`)
}

/** The message as nodemailer takes it. */
export function composeMail(message: Message, from: string) {
  checkMessage(message)
  return {
    from,
    // As an object, nodemailer does not search it for further addresses.
    to: { name: '', address: message.to },
    ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    ...(message.logo && { attachments: [attached(message.logo)] }),
    headers: {
      'Auto-Submitted': 'auto-generated', // RFC 3834: no absence notes in return
      ...(message.unsubscribe !== undefined && {
        'List-Unsubscribe': `<${message.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

const attached = (content: Buffer) => ({
  filename: 'logo.png',
  content,
  cid: LOGO_CID,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
})
