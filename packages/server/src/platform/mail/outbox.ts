import { createTransport } from 'nodemailer'
import { checkHeader, composeMail, type Mailer } from './mailer.ts'
import { type OutboxLog, outboxWriter } from './outbox-file.ts'

/** Keeps every message as a complete RFC 5322 file in `dir`, for servers without a way to send mail. */
export function openOutboxMailer(
  dir: string,
  from: string,
  now: () => number,
  randomId: () => string,
  log: OutboxLog,
): Mailer {
  checkHeader('sender', from)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const write = outboxWriter(dir, '.eml', now, randomId)

  return {
    async send(message) {
      const mail = { ...composeMail(message, from), date: new Date(now()) }
      const { message: content } = await composer.sendMail(mail)
      if (!Buffer.isBuffer(content)) throw new Error('The mail was not composed into a buffer')
      const file = await write(content)
      // The subject of a code is the code.
      const { to, subject, urgent } = message
      log.info({ to, ...(!urgent && { subject }), file }, 'mail written to the outbox')
      return file
    },
    async close() {},
  }
}
