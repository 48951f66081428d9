import { pino } from 'pino'

const WARN = 40

export interface LogLine {
  level: number
  reqId?: string
  path?: string
  status?: number
  msg: string
  err?: { message: string; stack: string }
  [field: string]: unknown
}

/** Keeps all that a service in this process logs. */
export class LogBook {
  #text = ''
  readonly log = pino({ level: 'trace' }, { write: (line: string) => this.#write(line) })

  get text(): string {
    return this.#text
  }

  lines(): LogLine[] {
    return this.#text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine)
  }

  complaints(): LogLine[] {
    return this.lines().filter(({ level }) => level >= WARN)
  }

  #write(line: string): void {
    this.#text += line
  }
}
