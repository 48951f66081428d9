import { type Logger, pino } from 'pino'
import type { RecentLines } from '../../platform/log/recent-lines.ts'
import { Output } from './output.ts'

const FORM = { base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }
const STANDARD_ERROR = 2

/** JSON lines on standard output, and the last of them in memory where that is wanted. */
export function openLog(level: string, recent?: RecentLines): Logger {
  const output = new Output()
  const both = {
    write(line: string) {
      recent?.add(line)
      output.write(line)
    },
    flush: () => output.flush(),
  }
  return pino({ ...FORM, level }, recent ? both : output)
}

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
