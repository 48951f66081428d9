import { type OutboxLog, outboxWriter } from '../mail/outbox-file.ts'
import { checkTextMessage, type SmsSender } from './sms.ts'

/** Keeps every message as a file in `dir`: the number, an empty line, the text. */
export function openSmsOutbox(
  dir: string,
  now: () => number,
  randomId: () => string,
  log: OutboxLog,
): SmsSender {
  const write = outboxWriter(dir, '.txt', now, randomId)
  return {
    async send(message) {
      checkTextMessage(message)
      const file = await write(`To: ${message.to}\n\n${message.text}\n`)
      log.info({ to: message.to, file }, 'text message written to the outbox')
    },
    async close() {},
  }
}
