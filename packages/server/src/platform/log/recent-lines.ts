import { LOG_LEVELS, type LogLevel } from '@holdfast/api/oversight/system-log'
import { formatUtc } from '@holdfast/api/time'

/** Some minutes of a busy server. */
const MOST_LINES = 500
const MOST_BYTES = 1024 * 1024
/** A longer one has something in it that nobody reads in a browser. */
const LONGEST = 16 * 1024
const MOST_FIELDS = 30
const MOST_LETTERS = 500

/** A line as people see it: what it is about, without anything that could be a name. */
export interface RecentLine {
  at: string
  level: LogLevel
  message: string
  fields: { name: string; value: string }[]
}

/**
 * Texts that may be shown. A line can name a file, an address or somebody, as that of an email does by its subject, and those who
 * look at it may be kept from just that. Numbers and yes or no name nobody.
 */
const SHOWN: ReadonlySet<string> = new Set([
  ...['reqId', 'method', 'path', 'ip', 'kind', 'lane', 'operation', 'version', 'signal', 'fault', 'code'],
  ...['outage', 'why', 'reason', 'error', 'errorType', 'errorCode'],
])
/** They are shown by themselves, or are the same in each line. */
const LEFT: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'pid', 'err'])
const LEVELS: Readonly<Record<number, LogLevel>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** The last lines of the log of this process. They are in memory only, and never more than so many. */
export class RecentLines {
  #lines: string[] = []
  #bytes = 0

  add(line: string): void {
    if (line.length > LONGEST) return
    this.#lines.push(line)
    this.#bytes += line.length
    // In steps: taking away the first of many costs as much as taking half of them.
    if (this.#lines.length > 2 * MOST_LINES || this.#bytes > 2 * MOST_BYTES) this.#shorten()
  }

  /** The newest first, of a level or worse. */
  read(least: LogLevel): RecentLine[] {
    this.#shorten()
    const enough = LOG_LEVELS.indexOf(least)
    return this.#lines
      .flatMap((line) => readLine(line) ?? [])
      .filter(({ level }) => LOG_LEVELS.indexOf(level) <= enough)
      .reverse()
  }

  #shorten(): void {
    let from = this.#lines.length
    let bytes = 0
    while (from > 0 && this.#lines.length - from < MOST_LINES) {
      const next = this.#lines[from - 1]?.length ?? 0
      if (bytes + next > MOST_BYTES) break
      bytes += next
      from--
    }
    this.#lines = this.#lines.slice(from)
    this.#bytes = bytes
  }
}

function readLine(text: string): RecentLine | undefined {
  let line: Record<string, unknown>
  try {
    line = JSON.parse(text)
  } catch {
    return undefined
  }
  const { time, level, msg } = line
  const known = LEVELS[Number(level)]
  if (known === undefined) return undefined
  return {
    at: typeof time === 'number' ? formatUtc(time) : String(time).slice(0, 19),
    level: known,
    message: cut(String(msg ?? '')),
    fields: fieldsOf(line).slice(0, MOST_FIELDS),
  }
}

function fieldsOf(line: Record<string, unknown>): RecentLine['fields'] {
  const { err } = line as { err?: { type?: unknown; code?: unknown; message?: unknown } }
  const all = { ...line, ...(err && { errorType: err.type, errorCode: err.code, error: err.message }) }
  return Object.entries(all).flatMap(([name, value]) =>
    !LEFT.has(name) && isShown(name, value) ? [{ name, value: cut(String(value)) }] : [],
  )
}

const isShown = (name: string, value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && SHOWN.has(name))

const cut = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text)
