import { type Logger, pino } from 'pino'

/** JSON lines on standard output, written in batches. */
export function openLog(level: string): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096 })
  // Batches must not stay unwritten while nothing happens.
  setInterval(() => destination.flush(), 200).unref()
  process.on('exit', () => {
    try {
      destination.flushSync()
    } catch {
      // Standard output was closed before us; there is nobody left to tell.
    }
  })
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  )
}
