import { type Logger, pino } from 'pino'
import { Output } from './output.ts'

const FORM = { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }
const STANDARD_ERROR = 2

/** JSON lines on standard output. */
export const openLog = (level: string): Logger => pino({ ...FORM, level }, new Output())

/** For what is said once in the life of a process, whatever the level. */
export const saidAnyway = (log: Logger): Logger => log.child({}, { level: 'info' })

/** The last line of a service that cannot start, or go on. */
export function logFatal(text: string, err?: unknown): void {
  const log = pino(FORM, pino.destination({ fd: STANDARD_ERROR, sync: true }))
  log.fatal({ ...(err !== undefined && { err }) }, text)
}

/** What Node would print as plain text, between lines that programs read, goes to the log. */
export function logWhatNodeSays(log: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (err) => log.warn({ err }, 'Node warns'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an unexpected error ended the process')
    process.exit(1)
  })
}
