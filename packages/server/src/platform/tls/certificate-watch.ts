import { X509Certificate } from 'node:crypto'
import type { Instant } from '@holdfast/api/time'
import type { Logger } from 'pino'
import type { CertificatePair } from './certificate.ts'

/** Read again and compared: links and folders on the way to a file may change without the file, as certbot has it. */
const LOOK_EVERY_MS = 10_000

interface Wanted {
  read(): Promise<CertificatePair>
  /** Throws for a pair that cannot be used. */
  use(pair: CertificatePair): void
  log: Pick<Logger, 'info' | 'warn'>
}

/** Puts a certificate to use when its files are replaced. What is no pair yet stays out: the old one goes on. */
export class CertificateWatch {
  readonly #wanted: Wanted
  readonly #timer: NodeJS.Timeout
  #pair: CertificatePair
  #refused = ''

  constructor(pair: CertificatePair, wanted: Wanted, everyMs = LOOK_EVERY_MS) {
    this.#pair = pair
    this.#wanted = wanted
    this.#timer = setInterval(() => void this.look(), everyMs).unref()
  }

  /** The last moment of the one in use. */
  get endsAt(): Instant {
    return new X509Certificate(this.#pair.cert).validToDate.getTime()
  }

  async look(): Promise<void> {
    const { read, use, log } = this.#wanted
    try {
      const found = await read()
      if (found.cert !== this.#pair.cert || found.key !== this.#pair.key) {
        use(found)
        this.#pair = found
        log.info('the certificate was replaced')
      }
      this.#refused = ''
    } catch (error) {
      const { message } = error as Error
      // Once for each reason, not each time.
      if (message !== this.#refused) log.warn({ reason: message }, 'the certificate stays as it was')
      this.#refused = message
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
