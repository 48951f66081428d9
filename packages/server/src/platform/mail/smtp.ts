import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { isLoopback } from '../outbound/addresses.ts'
import { checkHeader, composeMail, type Mailer } from './mailer.ts'

const NOT_OFFERED =
  'The mail server offers no STARTTLS, so emails would be sent unencrypted. Use smtps://, or set ' +
  'HOLDFAST_SMTP_STARTTLS=if-offered if the network between is trusted.'

interface SmtpOptions {
  /** Absent: required unless the server is on this machine. */
  starttls?: 'required' | 'if-offered' | undefined
  timeout?: number
}

/**
 * Sends through the server at `smtp://user:password@host:port` or, with TLS from the first byte, `smtps://`.
 * Certificates are always checked.
 */
export function openSmtpMailer(url: string, from: string, options: SmtpOptions = {}): Mailer {
  const { starttls, timeout = 30_000 } = options
  checkHeader('sender', from)
  const server = readSmtpUrl(url)
  const requireTLS = starttls === undefined ? !isThisMachine(server.host) : starttls === 'required'
  const transport = createTransport({
    pool: true,
    ...server,
    requireTLS,
    tls: { rejectUnauthorized: true },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })

  return {
    async send(message) {
      try {
        return (await transport.sendMail(composeMail(message, from))).response
      } catch (error) {
        if (isRefusedStarttls(error)) throw new Error(NOT_OFFERED, { cause: error })
        throw error
      }
    },
    async close() {
      transport.close()
    },
  }
}

/** Whether mails to such a server may leave as plain text, over a network. */
export function mayBePlain(url: string, starttls: SmtpOptions['starttls']): boolean {
  const { host, secure } = readSmtpUrl(url)
  return starttls === 'if-offered' && !secure && !isThisMachine(host)
}

/** What people may know of the way to a mail server: nothing that signs in there. */
export function describeSmtp(url: string, starttls: SmtpOptions['starttls']) {
  const { host, secure, port, ...rest } = readSmtpUrl(url)
  const isRequired = starttls === undefined ? !isThisMachine(host) : starttls === 'required'
  return {
    host,
    // As nodemailer does where none is given.
    port: port ?? (secure ? 465 : 587),
    encryption: secure
      ? ('tls' as const)
      : isRequired
        ? ('starttls' as const)
        : mayBePlain(url, starttls)
          ? ('if_offered' as const)
          : ('none' as const),
    signsIn: 'auth' in rest,
  }
}

const isRefusedStarttls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ETLS' && 'responseCode' in error

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isLoopback(host))

// nodemailer could read the URL itself, but lets its query string switch off certificate checks.
function readSmtpUrl(text: string) {
  // No text of the URL in errors: it holds a password.
  const url = URL.parse(text)
  if (!url?.hostname || !['smtp:', 'smtps:'].includes(url.protocol)) {
    throw new Error('The mail server must be given as smtp://host or smtps://host')
  }
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    secure: url.protocol === 'smtps:',
    ...(url.port ? { port: Number(url.port) } : {}),
    ...(url.username ? { auth } : {}),
  }
}
