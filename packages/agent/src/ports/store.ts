import type { EntryId } from '@holdfast/api/ids'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { Kind, RemoteRow } from '../core/remote-tree.ts'

/** A change that is about to be sent under a name: the log, or the answer, tells by it whether it was made. */
export type Intent = { readonly opId: string; readonly localId: LocalId } & (
  | {
      readonly what: 'create'
      readonly localParent: LocalId
      readonly kind: Kind
      readonly content: string | null
    }
  | { readonly what: 'send'; readonly content: string }
  | { readonly what: 'place'; readonly localParent: LocalId }
  | { readonly what: 'delete' }
)

/** What a file held when its stamp was this: it need not be read again. */
export interface KnownFile {
  readonly stamp: string
  readonly content: string
}

/** How far the log was read, and of which time of the service. */
export interface Position {
  readonly epoch: string
  readonly cursor: string
}

/** All that an agent knows of a root and cannot find out again. */
export interface Stored {
  readonly position: Position | undefined
  readonly rows: Iterable<RemoteRow>
  readonly links: Iterable<Link>
  readonly files: Iterable<readonly [LocalId, KnownFile]>
  readonly intents: Iterable<Intent>
  readonly leftovers: Iterable<LocalId>
  /** Folders that this device was told not to have, and has removed, or is about to. */
  readonly deselected: Iterable<EntryId>
  /** Folders whose items are still to be asked for. */
  readonly unread: Iterable<EntryId>
  /** The number of the newest name that was given to a change. */
  readonly opCount: number
}

/** Undefined stands for what is gone. */
export interface StoreChanges {
  readonly position?: Position | undefined
  readonly rows: ReadonlyMap<EntryId, RemoteRow | undefined>
  readonly links: ReadonlyMap<EntryId, Link | undefined>
  readonly files: ReadonlyMap<LocalId, KnownFile | undefined>
  readonly intents: ReadonlyMap<string, Intent | undefined>
  readonly leftovers: readonly LocalId[]
  readonly deselected: readonly EntryId[]
  readonly unread: readonly EntryId[]
  readonly opCount: number
}

/** Losing it is safe: equal files are linked again, others are kept beside each other, nothing is deleted. */
export interface Store {
  load(): Promise<Stored>
  /**
   * All or nothing, in the order of the calls, and durable when it returns. Where it rejects, nothing of it was written: begin
   * again with `load`.
   */
  commit(changes: StoreChanges): Promise<void>
}
