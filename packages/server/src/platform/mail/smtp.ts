import { createTransport } from 'nodemailer'
import { checkHeader, composeMail, type Mailer } from './mailer.ts'

/**
 * Sends through the server at `smtp://user:password@host:port` or, with TLS from the first byte, `smtps://`.
 * Over `smtp:` STARTTLS is used when offered. Certificates are always checked.
 */
export function openSmtpMailer(url: string, from: string, timeout = 30_000): Mailer {
  checkHeader('sender', from)
  const transport = createTransport({
    pool: true,
    ...readSmtpUrl(url),
    tls: { rejectUnauthorized: true },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })

  return {
    async send(message) {
      await transport.sendMail(composeMail(message, from))
    },
    async close() {
      transport.close()
    },
  }
}

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
