import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'

/** How often workers are asked whether they are there, and how many questions in a row one may leave unanswered. */
export interface WatchIntervals {
  pingEveryMs: number
  /** Then it is known as silent: nobody waits for it any more. */
  silentAfter: number
  /** Then it is killed, and replaced. */
  hungAfter: number
}

/** Killed after 15 seconds, so that another one is there before 20 are over. */
export const WATCH_INTERVALS: WatchIntervals = { pingEveryMs: 1000, silentAfter: 3, hungAfter: 15 }

interface Watched {
  unanswered: number
  state: 'well' | 'silent' | 'hung'
}

interface Message {
  ping?: true
  pong?: true
  ready?: unknown
}

/** In a worker: says that its event loop turns. */
export function answerPings(): void {
  process.on('message', ({ ping }: Message) => {
    if (ping && process.connected) process.send?.({ pong: true } satisfies Message, undefined, {}, () => {})
  })
}

/**
 * In the primary: notices workers whose event loop stands still, and kills them, which has them replaced.
 *
 * A worker is watched from when it has said that it is ready. Its start may take as long as it must: it waits for a database
 * that is away, migrates, or waits for another process that does. Killed in the middle, it would begin again, for ever.
 * Once it serves, nothing may hold its loop for seconds: hashing, cutting and thumbnails are done on threads and in other
 * processes, backups and the check after an unclean end too, and SQLite waits for another's lock for 5 seconds at most.
 *
 * Questions are counted, not time: if this process was stopped itself, as on a machine that slept, nobody has missed more
 * than one.
 */
export class WorkerWatch {
  readonly #watched = new WeakMap<Worker, Watched>()
  readonly #intervals: WatchIntervals
  readonly #log: Pick<Logger, 'error' | 'warn' | 'info'>
  readonly #timer: NodeJS.Timeout
  /** Called as soon as one is known as silent. */
  onSilent: (worker: Worker) => void = () => {}

  constructor(log: Pick<Logger, 'error' | 'warn' | 'info'>, intervals = WATCH_INTERVALS) {
    this.#log = log
    this.#intervals = intervals
    cluster.on('message', (worker, { ready, pong }: Message) => {
      if (ready) this.#watched.set(worker, { unanswered: 0, state: 'well' })
      if (pong) this.#heard(worker)
    })
    this.#timer = setInterval(() => this.#lookAtAll(), intervals.pingEveryMs).unref()
  }

  /** False for one that is starting, too. */
  isAnswering(worker: Worker): boolean {
    return this.#watched.get(worker)?.state === 'well'
  }

  /** Whether it was killed because it hung. */
  wasHung(worker: Worker): boolean {
    return this.#watched.get(worker)?.state === 'hung'
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #heard(worker: Worker): void {
    const watched = this.#watched.get(worker)
    if (!watched || watched.state === 'hung') return
    watched.unanswered = 0
    if (watched.state === 'well') return
    watched.state = 'well'
    this.#log.info({ worker: worker.process.pid }, 'a server process answers again')
  }

  #lookAtAll(): void {
    for (const worker of Object.values(cluster.workers ?? {})) {
      const watched = worker && this.#watched.get(worker)
      if (worker?.isConnected() && watched && watched.state !== 'hung') this.#look(worker, watched)
    }
  }

  #look(worker: Worker, watched: Watched): void {
    const { silentAfter, hungAfter, pingEveryMs } = this.#intervals
    const { pid } = worker.process
    if (watched.unanswered >= hungAfter) {
      watched.state = 'hung'
      this.#log.error({ worker: pid }, 'a server process hangs, and is killed')
      // It would not hear anything else.
      worker.process.kill('SIGKILL')
      return
    }
    if (watched.unanswered >= silentAfter && watched.state === 'well') {
      watched.state = 'silent'
      const killedInMs = (hungAfter - watched.unanswered) * pingEveryMs
      this.#log.warn({ worker: pid, killedInMs }, 'a server process does not answer')
      this.onSilent(worker)
    }
    watched.unanswered++
    worker.send({ ping: true } satisfies Message, () => {})
  }
}
