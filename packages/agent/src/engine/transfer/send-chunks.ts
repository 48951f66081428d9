import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import type { Sending } from '../../core/ops.ts'
import type { FileContent, Seen } from '../../ports/disk.ts'
import type { SentChunk } from '../../ports/server.ts'
import { ask } from '../state/ask.ts'
import type { Engine } from '../state/engine.ts'
import { isPause } from '../state/line.ts'
import { failureOf } from '../state/refusals.ts'
import { inPool } from '../state/together.ts'
import type { Shown } from '../state/transfers.ts'
import { unlessTrouble } from '../state/trouble.ts'
import { LentMemory } from './lent-memory.ts'

/** So many chunks the service looks up at once. */
const ASKED_AT_ONCE = 1000
/** Of one bundle, where each of its chunks is sent by itself. */
const ALONE_AT_ONCE = 2

/** A file that is being sent, as it was read. */
export interface Reading {
  readonly op: Sending
  readonly item: Seen
  readonly file: FileContent
  readonly shown: Shown
}

/** A chunk, and where it can be read. */
interface Place {
  readonly reading: Reading
  readonly sha256: string
  readonly from: number
  readonly size: number
}

/** Gives those that have changed while they were read; undefined if the service could not be asked. */
export async function sendChunks(
  engine: Engine,
  readings: readonly Reading[],
): Promise<ReadonlySet<Reading> | undefined> {
  const { server, limits, isHalted } = engine
  const places = [...placesOf(readings).values()]
  const sender = new ChunkSender(engine)
  for (let at = 0; at < places.length; at += ASKED_AT_ONCE) {
    const some = places.slice(at, at + ASKED_AT_ONCE)
    const refs = some.map(({ sha256, size }) => ({ sha256, size }))
    const asked = await ask(engine, () => server.findMissingChunks(refs))
    if ('none' in asked) return undefined
    const missing = some.filter(({ sha256 }) => asked.answer.has(sha256))
    for (const { reading, sha256, size } of some) if (!asked.answer.has(sha256)) reading.shown.more(size)
    await inPool(bundlesOf(engine, missing), limits.bundlesAtOnce, (bundle) => sender.send(bundle))
    if (sender.isCutOff || isHalted()) return undefined
  }
  return sender.changed
}

/** Each chunk once, however many files have it. */
function placesOf(readings: readonly Reading[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const reading of readings) {
    let from = 0
    for (const { sha256, size } of reading.file.chunks) {
      if (!places.has(sha256)) places.set(sha256, { reading, sha256, from, size })
      from += size
    }
  }
  return places
}

function bundlesOf({ limits }: Engine, places: readonly Place[]): Place[][] {
  const bundles: Place[][] = []
  let bytes = 0
  for (const place of places) {
    const last = bundles.at(-1)
    bytes += place.size
    if (last && last.length < limits.bundleChunks && bytes <= limits.bundleBytes) last.push(place)
    else {
      bundles.push([place])
      bytes = place.size
    }
  }
  return bundles
}

/** Sends bundles of chunks, or each of their chunks by itself where the service does not take bundles. */
class ChunkSender {
  /** Files that are not what they were when they were cut: they are looked at again. */
  readonly changed = new Set<Reading>()
  isCutOff = false
  readonly #engine: Engine
  readonly #lent = new LentMemory(MAX_CHUNK)

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async send(bundle: readonly Place[]): Promise<void> {
    using memory = this.#lent.take()
    const chunks: (SentChunk & { readonly reading: Reading })[] = []
    let at = 0
    for (const place of bundle) {
      const bytes = await this.#read(place, memory.bytes.subarray(at, at + place.size))
      if (!bytes) continue
      chunks.push({ sha256: place.sha256, bytes, reading: place.reading })
      at += place.size
    }
    if (!this.#goesOn || chunks.length === 0) return
    const refused = chunks.length > 1 ? await this.#putTogether(chunks) : undefined
    await inPool(chunks, ALONE_AT_ONCE, async (chunk) => {
      if (refused?.has(chunk.sha256)) this.#refuse(chunk.reading)
      else if (refused || (await this.#put(chunk))) chunk.reading.shown.more(chunk.bytes.length)
    })
  }

  get #goesOn(): boolean {
    return !this.isCutOff && !this.#engine.isHalted()
  }

  async #read({ reading, from, size }: Place, into: Uint8Array): Promise<Uint8Array | undefined> {
    const { disk, state } = this.#engine
    if (!this.#goesOn || this.changed.has(reading)) return undefined
    const bytes = await unlessTrouble(this.#engine, reading.op, () =>
      disk.readBytes(reading.item, from, size, into),
    )
    if (bytes && bytes !== 'changed') return bytes
    this.changed.add(reading)
    state.toScan.add(reading.op.local.parentId)
    return undefined
  }

  /** Gives those that are refused; undefined where each has to be sent by itself, which also tells what is wrong with which. */
  async #putTogether(chunks: readonly SentChunk[]): Promise<ReadonlySet<string> | undefined> {
    const { server, line } = this.#engine
    const put = await ask(this.#engine, () => server.putChunks(chunks))
    if ('answer' in put) return put.answer
    if (line.broken !== undefined || (put.error && isPause(put.error))) this.isCutOff = true
    return undefined
  }

  /** False where the service did not take it. */
  async #put({ sha256, bytes, reading }: SentChunk & { readonly reading: Reading }): Promise<boolean> {
    const { server, problems } = this.#engine
    if (!this.#goesOn || this.changed.has(reading)) return false
    const put = await ask(this.#engine, () => server.putChunk(sha256, bytes))
    if ('answer' in put) return true
    if (put.error?.code === 'invalid_request') {
      this.#refuse(reading)
      return false
    }
    if (put.error && !isPause(put.error)) problems.fail(reading.op, failureOf(put.error.body))
    this.isCutOff = true
    return false
  }

  /** The bytes are not those of the list: it is read again. */
  #refuse(reading: Reading): void {
    this.changed.add(reading)
    this.#engine.problems.fail(reading.op, { reason: null })
  }
}
