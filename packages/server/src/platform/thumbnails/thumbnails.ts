import path from 'node:path'
import type { Logger } from 'pino'
import { busy, fail } from '../../errors.ts'
import type { Config } from '../config/config.ts'
import type { ContentStore } from '../content/staged.ts'
import { AtOnce } from '../limits/at-once.ts'
import { FairTurns } from '../limits/fair-turns.ts'
import { type FindContents, KeptThumbnails, type ThumbnailOf } from './kept-thumbnails.ts'
import { LOGO } from './thumbnail-frames.ts'
import { type MakerLimits, NoSharpError, ThumbnailMaker } from './thumbnail-maker.ts'

const PROCESSES = 1
/** How many wait for one to be made; of each caller, so that nobody takes all places. */
const MOST_WAITING = 64
const EACH_WAITING = 16
const PATIENCE_MS = 20_000
const RETRY_AFTER_S = 2
const TOO_MANY = 'Too many thumbnails are being created. Try again shortly.'
const NO_LOGOS = 'This server cannot process pictures: sharp is not installed for it. Ask its operator.'

/** A picture, and who wants to see it. */
export interface Picture {
  size: number
  read(): AsyncIterable<Buffer>
}
export interface Asker {
  /** Takes turns with others. */
  name: string
  /** Aborted when it does not want it any more. */
  gone: AbortSignal
}

export interface ThumbnailOptions {
  maker?: Partial<MakerLimits>
  mostKept?: number
}

/** One that is to be made, for as long as somebody wants it. */
interface Making {
  askers: number
  made: Promise<Buffer | undefined>
  forget(): void
}

/** Small pictures of pictures: made by another process when they are first asked for, and kept for a while (ADR 0050). */
export class Thumbnails {
  readonly #log: Logger
  readonly #takeRoom: ContentStore['takeRoom']
  readonly #kept: KeptThumbnails
  readonly #makers: readonly ThumbnailMaker[]
  readonly #free: ThumbnailMaker[]
  readonly #turns = new FairTurns(PROCESSES, PATIENCE_MS, TOO_MANY)
  readonly #ofEach = new AtOnce(EACH_WAITING, TOO_MANY)
  readonly #underWay = new Map<string, Making>()
  #isOn: boolean
  #isClosed = false

  constructor(
    { thumbnails, dataDir }: Config,
    content: Pick<ContentStore, 'tempDir' | 'takeRoom' | 'now' | 'randomName'>,
    log: Logger,
    { maker, mostKept }: ThumbnailOptions = {},
  ) {
    this.#isOn = thumbnails
    this.#log = log
    this.#takeRoom = content.takeRoom
    const places = { dir: path.join(dataDir, 'thumbnails'), tempDir: content.tempDir }
    this.#kept = new KeptThumbnails(places, content, mostKept)
    this.#makers = Array.from({ length: PROCESSES }, () => new ThumbnailMaker(maker))
    this.#free = [...this.#makers]
  }

  /** Whether any are made, as far as is known. */
  get isOn(): boolean {
    return this.#isOn
  }

  /** Undefined where there is none, or nobody waits for it any more. */
  async get(of: ThumbnailOf, picture: Picture, asker: Asker): Promise<Buffer | undefined> {
    if (!this.#isOn) return undefined
    const kept = await this.#find(of)
    if (kept) return kept.length > 0 ? kept : undefined
    const key = [of.rootId, of.revisionId, of.edge].join()
    const making = this.#underWay.get(key) ?? this.#begin(key, of, picture, asker.name)
    making.askers++
    const left = Promise.withResolvers<undefined>()
    asker.gone.addEventListener('abort', () => left.resolve(undefined), { once: true })
    if (asker.gone.aborted) left.resolve(undefined)
    try {
      return await Promise.race([making.made, left.promise])
    } finally {
      if (--making.askers === 0) making.forget()
    }
  }

  /**
   * A picture as a PNG of the size of logos; undefined where it cannot be read. Also where thumbnails are turned off: logos are
   * few, and sent by administrators.
   */
  async makeLogo(bytes: Buffer, asker: string): Promise<Buffer | undefined> {
    using _ = this.#ofEach.take(asker)
    return this.#turns.during(asker, async () => {
      const maker = this.#free.pop() as ThumbnailMaker
      try {
        if (this.#isClosed) fail('temporarily_unavailable')
        return await maker.make(inOnePiece(bytes), bytes.length, LOGO)
      } catch (error) {
        if (!(error instanceof NoSharpError)) throw error
        return fail('temporarily_unavailable', NO_LOGOS)
      } finally {
        this.#free.push(maker)
      }
    })
  }

  sweep(find: FindContents): Promise<void> {
    return this.#kept.sweep(find)
  }

  async close(): Promise<void> {
    this.#isOn = false
    this.#isClosed = true
    await Promise.all(this.#makers.map((maker) => maker.close()))
  }

  /** The first caller takes a place in the line; others who want the same wait with it. */
  #begin(key: string, of: ThumbnailOf, picture: Picture, asker: string): Making {
    if (this.#underWay.size >= MOST_WAITING) busy(TOO_MANY, RETRY_AFTER_S)
    const place = this.#ofEach.take(asker)
    const work = async () => (making.askers > 0 ? this.#make(of, picture) : undefined)
    const making: Making = {
      askers: 0,
      // A moment later, when somebody wants it.
      made: Promise.resolve().then(() => this.#turns.during(asker, work)),
      forget: () => {
        if (this.#underWay.get(key) === making) this.#underWay.delete(key)
        place[Symbol.dispose]()
      },
    }
    this.#underWay.set(key, making)
    // Anyone who waited for it may be gone.
    making.made.catch(() => {})
    return making
  }

  async #make(of: ThumbnailOf, picture: Picture): Promise<Buffer | undefined> {
    const maker = this.#free.pop() as ThumbnailMaker
    try {
      // Somebody who left before the end may have had it made, or another process.
      const kept = await this.#find(of)
      if (kept || !this.#isOn) return kept?.length ? kept : undefined
      const made = await maker.make(picture.read(), picture.size, of.edge)
      // A process that was ended with the service says nothing about the picture.
      if (this.#isOn) await this.#keep(of, made ?? Buffer.alloc(0))
      return made
    } catch (error) {
      if (!(error instanceof NoSharpError)) throw error
      if (this.#isOn) this.#log.warn('there are no thumbnails: sharp is not installed for this machine')
      this.#isOn = false
      return undefined
    } finally {
      this.#free.push(maker)
    }
  }

  /** A disk that does not work takes no pictures from anybody. */
  #find(of: ThumbnailOf): Promise<Buffer | undefined> {
    return this.#kept.find(of).catch((error) => {
      this.#log.warn({ err: error }, 'a thumbnail could not be read')
      return undefined
    })
  }

  /** What cannot be kept is made again. */
  async #keep(of: ThumbnailOf, bytes: Buffer): Promise<void> {
    try {
      await this.#takeRoom(bytes.length)
      await this.#kept.keep(of, bytes)
    } catch (error) {
      this.#log.warn({ err: error }, 'a thumbnail could not be kept')
    }
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
