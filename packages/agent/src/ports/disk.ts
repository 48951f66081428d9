import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { Instant } from '@holdfast/api/time'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry, Way } from '../core/local-tree.ts'
import type { Kind } from '../core/remote-tree.ts'

/** An item as one look at its folder found it. */
export interface DiskEntry {
  readonly id: LocalId
  readonly kind: Kind
  /** As the disk has it. */
  readonly rawName: string
  readonly stamp: string
  /** 0 for folders. */
  readonly size: number
  /** In whole seconds; null for folders. */
  readonly modified: Instant | null
  /** Changed in the last two seconds, as far as its times tell: someone may be at it still. False for folders. */
  readonly restless: boolean
  /** Of one that is restless: when it was last written. */
  readonly writtenAt?: Instant
  /** Of one that is restless: what is beside it tells that a program is at it. */
  readonly inUse?: boolean
  /** Of one that is restless: its times are so coarse that the next edit may not show in them. */
  readonly isCoarse?: boolean
}

/** What is in a folder, without what is ignored, in no order. */
export interface Listing {
  readonly entries: readonly DiskEntry[]
  /** Names what was found: given to the next look, it tells whether that finds the same. Undefined while something is restless. */
  readonly mark: string | undefined
  /** What is there under names that are ignored. */
  readonly hidden: readonly LocalId[]
  /** Names of folders on which another volume is mounted: what they hold otherwise cannot be seen, and is not gone. */
  readonly mounted: readonly string[]
  /** Whether `listUnreadable` has something to tell of it. */
  readonly hasUnreadable: boolean
}

/** What is in no listing, and is reported. */
export interface Unreadable {
  readonly folder: LocalId
  /** As much of its name as can be shown. */
  readonly shownName: string
  readonly why: 'no_text' | 'mounted'
}

/** An item and where it was seen. */
export interface Seen extends Pick<LocalEntry, 'id' | 'rawName' | 'stamp'> {
  readonly folder: Way
}

/** What a file holds, as batches name it. */
export interface FileContent {
  /** Identifies it, as the service would. */
  readonly content: string
  readonly size: number
  readonly modified: Instant
  readonly chunks: readonly ChunkRef[]
  /** Of a small file, where they were asked for. */
  readonly bytes?: Uint8Array
}

/** What came of reading a file soon after it was written. */
export type Fresh = FileContent | 'changed' | 'being_written' | 'later'

/** What a download is written from; `content` is what its bytes must turn out to be. */
export interface ContentSource {
  readonly content: string
  readonly size: number
  readonly modified: Instant
  /** Its parts in order: those that are on the disk already need not be fetched. */
  readonly chunks: () => Promise<readonly ChunkRef[]>
  /** From one place of the file up to, and without, another. */
  readonly bytes: (from: number, to: number) => AsyncIterable<Uint8Array>
}

/** The content of a small file, which has come as a whole; `content` is what its bytes must turn out to be. */
export interface SmallContent extends Pick<ContentSource, 'content' | 'modified'> {
  readonly bytes: Uint8Array
}

/** A file that is complete where nobody sees it, and the time of change that the disk has for it. */
export interface Staged {
  readonly id: LocalId
  readonly modified: DiskEntry['modified']
}

/** Folders in which something may have happened; `everywhere` where no one can tell. Hints may be late or lost. */
export interface Hints {
  readonly folders: readonly LocalId[]
  readonly everywhere: boolean
}

/** It cannot be known what is on the disk: it is not mounted, or is another one. Nothing was done. */
export class DiskGone extends Error {
  override name = 'DiskGone'
}

/**
 * The disk refuses: it is full, the item may not be touched, another program holds it, or the disk is broken. What was to be
 * done was not done, or cannot be seen.
 */
export class DiskTrouble extends Error {
  override name = 'DiskTrouble'
  /** `mounted`: another volume is mounted on a folder of the way. */
  readonly reason: 'full' | 'denied' | 'busy' | 'broken' | 'mounted'

  constructor(reason: DiskTrouble['reason'], options?: ErrorOptions) {
    super(`Disk error: ${reason}`, options)
    this.reason = reason
  }
}

/** What a source gave is not what it announced: nothing of it is shown. */
export class ContentMismatch extends Error {
  override name = 'ContentMismatch'
}

/** The stamp and the time of what is there now. */
export type Shown = Pick<DiskEntry, 'stamp' | 'modified'>

/** `changed`: the item, or a folder on the way to it, is not what was seen. Nothing was done. */
export type Done = 'done' | 'changed'

/**
 * One folder that is kept equal to a root. Every method rejects with `DiskGone` when the folder's marker is not there, and
 * may reject with `DiskTrouble`.
 *
 * An item's id stays the same when it is moved or renamed, another item never gets it, and a stamp changes whenever the
 * content may have changed. What an operation acts on is looked at right before: each folder of its way is the one that
 * was seen, by id, and so is the item, by id, name and stamp.
 */
export interface Disk {
  /** Rejects unless the folder is there, with its marker. */
  check(): Promise<void>
  /** What happened since it was last asked. */
  takeHints(): Promise<Hints>
  /** `same`: it is what was found when the disk gave this mark for the folder. */
  list(folder: Way, mark?: string): Promise<Listing | 'same' | 'changed'>
  /**
   * Items in the folders that were listed whose names are no text, and folders on which another volume is mounted: they are in
   * no listing, and nothing is done to them.
   */
  listUnreadable(): Promise<Unreadable[]>
  /**
   * The content of a file; its stamp was the same before and after it was read. `as_kept`: what was found when it was last
   * read does as well, where its stamp says that it is the same. `with_bytes`: of a small file, its bytes may go along.
   */
  read(file: Seen, how?: 'as_kept' | 'with_bytes'): Promise<FileContent | 'changed'>
  /**
   * As `read`, of a file that looked finished soon after it was written, and has looked the same since `since`. It is not read
   * where a program is known to have it open to write, or where that can be known only in a moment.
   */
  readFresh(file: Seen, since: Instant): Promise<Fresh>
  /** Bytes of it, to send; its stamp was the same after they were read. They may be read into memory that is given. */
  readBytes(file: Seen, from: number, size: number, into?: Uint8Array): Promise<Uint8Array | 'changed'>
  /** Never replaces anything: `taken` if something has the name. Durable after `flush` of both folders. */
  move(item: Seen, to: Way, name: string): Promise<Shown | 'changed' | 'taken'>
  /**
   * Sets the time of change of a file, and nothing else: somebody may have written to it in the same moment, so its stamp is
   * another one afterwards. Durable when it returns. Gives the time that it has then, which is another one where the disk keeps
   * times less exactly, or does not let us.
   */
  setTime(file: Seen, modified: Instant): Promise<Pick<Shown, 'modified'> | 'changed'>
  /**
   * Writes a file where nobody sees it. All its bytes are verified and durable when this returns. Parts that `near` has are
   * taken from there; what had come when it was broken off is used again. Rejects as the source does.
   */
  stageFile(source: ContentSource, near: readonly Seen[]): Promise<Staged>
  /** As `stageFile`, for many small files; or why one was not written. */
  stageFiles(files: readonly SmallContent[]): Promise<(Staged | ContentMismatch | DiskTrouble)[]>
  stageFolder(): Promise<LocalId>
  listStaged(): Promise<LocalId[]>
  dropStaged(id: LocalId): Promise<void>
  /** Shows what was staged, at once and wholly, under a name that nothing has. Durable after `flush`. */
  place(staged: LocalId, to: Way, name: string): Promise<Shown | 'changed' | 'taken'>
  /** Puts a staged file in the place of another, at once; the other goes to the bin. Durable after `flush`. */
  replace(staged: LocalId, over: Seen): Promise<Shown | 'changed'>
  /** To the bin. A folder only while it is empty: `leftover` if nothing is in it but what is ignored and `leftovers`. */
  remove(item: Seen, leftovers: ReadonlySet<LocalId>): Promise<Done | 'not_empty' | 'leftover'>
  /** What was done to names in a folder survives a loss of power. Nothing is promised of one that is elsewhere: `changed`. */
  flush(folder: Way): Promise<Done>
}
