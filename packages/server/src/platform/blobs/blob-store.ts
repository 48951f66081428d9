import type { Instant } from '@holdfast/api/time'
import type { BlobKey } from '../basics/blob-key.ts'

/** The store has answered, and does not have the bytes of a blob any more. */
export abstract class BlobDamagedError extends Error {}

export class BlobNotFoundError extends BlobDamagedError {
  override name = 'BlobNotFoundError'
  /** `which`: its key, or what it is of where it has none. */
  constructor(which: string) {
    super(`The blob ${which} is missing from the store`)
  }
}

/** The store has a blob, and its end comes before the bytes that were asked for. */
export class BlobTooShortError extends BlobDamagedError {
  override name = 'BlobTooShortError'
  constructor(key: string) {
    super(`The blob ${key} is shorter than it was`)
  }
}

/** The store has a blob, and cannot read it, though it can read others. */
export class BlobUnreadableError extends BlobDamagedError {
  override name = 'BlobUnreadableError'
  constructor(key: string, cause: unknown) {
    super(`The blob ${key} cannot be read`, { cause })
  }
}

/**
 * Immutable byte strings of a few MiB at most. Every adapter must pass `blob-store.contract.ts`. All that take a key reject
 * with a BlobKeyError where it is none: the type is only as good as the database or the backup that the key was read from.
 */
export interface BlobStore {
  /** Nothing shows that it ever held a blob: it is new, or what is to hold it is not there. */
  readonly isNew: boolean
  /** Marks a new one, so that it can be distinguished from a folder whose disk is not mounted. */
  begin(): Promise<void>
  /** Durable once it resolves; until then others may see a part of it. A rejection leaves nothing. */
  put(key: BlobKey, parts: readonly Uint8Array[]): Promise<void>
  /**
   * Bytes from `start` up to, not including, `end`; in `memory` of just that length, where the store can read into it.
   * Rejects with a BlobDamagedError where the store knows so much, with any other error where it does not.
   */
  get(key: BlobKey, range?: { start: number; end: number }, memory?: Buffer): Promise<Buffer>
  /** Deleting what is not there is not an error. */
  delete(key: BlobKey): Promise<void>
  /**
   * The keys of all blobs, or of those that begin with at least two letters, some at a time, in no order. Those that come or
   * go meanwhile may be among them or not. What has a name that is no key is not a blob.
   */
  list(beginning?: string): AsyncGenerator<BlobKey[]>
  /** When a blob was put; undefined if it is not there. */
  putAt(key: BlobKey): Promise<Instant | undefined>
  close(): Promise<void>
}
