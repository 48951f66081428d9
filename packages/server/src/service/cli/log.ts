import { type Logger, pino } from 'pino'
import { Output } from './output.ts'

/** JSON lines on standard output. */
export const openLog = (level: string): Logger =>
  pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, new Output())
