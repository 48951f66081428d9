import { createHash } from 'node:crypto'
import type { RootId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { fail } from '../../errors.ts'
import { type BlobKey, BlobKeyError } from '../basics/blob-key.ts'
import {
  BlobNotFoundError,
  type BlobStore,
  BlobTooShortError,
  BlobUnreadableError,
} from '../blobs/blob-store.ts'
import type { ChunkId } from '../db/tables/content.ts'
import { Gate } from '../limits/gate.ts'

/** A chunk with all that is needed to read its bytes and to tell whether they are right. */
export interface StoredChunk {
  id: ChunkId
  root_id: RootId
  sha256: Buffer
  size: number
  /** The bytes, or the key of the blob that has them. */
  data: Buffer | null
  blob_key: BlobKey | null
  damaged_at: Instant | null
}

/** Where it is kept that bytes are not what they were. */
export interface DamageRecords {
  /** Marks a chunk, and all others that are in the same blob. The people who look after it are notified, once. */
  found(chunk: StoredChunk, fault: string): Promise<void>
  /** Takes the mark away. */
  whole(chunk: StoredChunk): Promise<void>
}

/** For so long bytes that were right are taken for right (ADR 0064). */
const FRESH_MS = HOUR_MS
/** A key takes about a hundred bytes. Beyond so many, the oldest are forgotten. */
const MOST_REMEMBERED = 200_000
/** Chunks in memory as a whole, of some MiB each. */
const INSPECTED_AT_ONCE = 8

/** Looks whether the stored bytes of chunks are right, and remembers for an hour which ones were. */
export class ChunkChecks {
  readonly #blobs: BlobStore
  readonly #damage: DamageRecords
  readonly #now: () => Instant
  readonly #eachRead: boolean
  readonly #rightAt = new Map<BlobKey | ChunkId, Instant>()
  readonly #underWay = new Map<BlobKey | ChunkId, Promise<string | undefined>>()
  readonly #gate = new Gate(INSPECTED_AT_ONCE)

  /** `eachRead`: blobs that are read from end to end are looked at each time (ADR 0064). */
  constructor(
    blobs: BlobStore,
    damage: DamageRecords,
    now: () => Instant,
    { eachRead = false }: { eachRead?: boolean } = {},
  ) {
    this.#blobs = blobs
    this.#damage = damage
    this.#now = now
    this.#eachRead = eachRead
  }

  /**
   * Whether its bytes need no look, since they were right not long ago. What is marked must prove itself each time. `whole`:
   * all of it is going to be read, so that a look costs a hash and no second reading.
   */
  isFresh(chunk: StoredChunk, { whole }: { whole: boolean }): boolean {
    if (this.#eachRead && whole && chunk.blob_key !== null) return false
    const at = this.#rightAt.get(placeOf(chunk))
    if (at === undefined || chunk.damaged_at !== null) return false
    const age = this.#now() - at
    // A clock that was set back has nothing to say on how long ago that was.
    return age >= 0 && age < FRESH_MS
  }

  /** To be called when all its bytes were read and had its hash. */
  async noteRight(chunk: StoredChunk): Promise<void> {
    const place = placeOf(chunk)
    this.#rightAt.delete(place)
    this.#rightAt.set(place, this.#now())
    const [oldest = place] = this.#rightAt.keys()
    if (this.#rightAt.size > MOST_REMEMBERED) this.#rightAt.delete(oldest)
    if (chunk.damaged_at !== null) await this.#damage.whole(chunk)
  }

  /**
   * Reads all its bytes, whatever is remembered, and puts on record what is wrong with them. Gives that in words, or
   * undefined if nothing is. Throws what kept them from being read, which says nothing about them.
   */
  inspect(chunk: StoredChunk): Promise<string | undefined> {
    const place = placeOf(chunk)
    const known = this.#underWay.get(place)
    if (known) return known
    const inspecting = this.#inspect(chunk).finally(() => this.#underWay.delete(place))
    this.#underWay.set(place, inspecting)
    return inspecting
  }

  /** Throws if its bytes are damaged. */
  async refuseDamage(chunk: StoredChunk): Promise<void> {
    if ((await this.inspect(chunk)) !== undefined)
      fail('temporarily_unavailable', 'This file is damaged. The administrators have been notified.', {
        error_reason: 'content_damaged',
      })
  }

  async #inspect(chunk: StoredChunk): Promise<string | undefined> {
    await this.#gate.pass()
    const fault = await faultOf(this.#blobs, chunk).finally(() => this.#gate.leave())
    if (fault === undefined) await this.noteRight(chunk)
    else {
      this.#rightAt.delete(placeOf(chunk))
      await this.#damage.found(chunk, fault)
    }
    return fault
  }
}

const placeOf = ({ id, blob_key }: StoredChunk): BlobKey | ChunkId => blob_key ?? id

async function faultOf(
  blobs: BlobStore,
  { sha256, size, data, blob_key }: StoredChunk,
): Promise<string | undefined> {
  const where = blob_key === null ? 'in the database' : `in blob ${blob_key}`
  try {
    const bytes = data ?? (blob_key === null ? undefined : await blobs.get(blob_key, { start: 0, end: size }))
    if (!bytes) return 'are missing in the database'
    if (bytes.length < size) return `are incomplete ${where}`
    return createHash('sha256').update(bytes.subarray(0, size)).digest().equals(sha256)
      ? undefined
      : `are damaged ${where}`
  } catch (error) {
    // Under what is no key, nothing can be stored.
    if (error instanceof BlobNotFoundError || error instanceof BlobKeyError)
      return `are missing: blob ${blob_key} does not exist`
    if (error instanceof BlobTooShortError) return `are incomplete ${where}`
    if (error instanceof BlobUnreadableError) return `cannot be read ${where}`
    throw error
  }
}
