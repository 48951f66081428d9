import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { LeftName } from '../core/left-names.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import type { Kind, RemoteRow } from '../core/remote-tree.ts'
import type { Shelf } from '../core/shelf.ts'

/** A change that is about to be sent under a name: the log, or the answer, tells by it whether it was made. */
export type Intent = { readonly opId: string; readonly localId: LocalId } & (
  | {
      readonly what: 'create'
      readonly localParent: LocalId
      readonly kind: Kind
      readonly content: string | null
      /** Of a file, what the disk has. Agents of earlier versions did not write it down. */
      readonly modified?: Instant | null
    }
  | { readonly what: 'send'; readonly content: string; readonly modified?: Instant | null }
  | { readonly what: 'touch'; readonly modified: Instant }
  | {
      readonly what: 'retake'
      readonly localParent: LocalId
      readonly content: string
      readonly modified: Instant | null
      /** The file on the disk that is a backup now, and the place that it has on the service. */
      readonly backup: { readonly localId: LocalId; readonly folder: EntryId; readonly name: string } | null
    }
  | { readonly what: 'place'; readonly localParent: LocalId }
  | { readonly what: 'delete' }
)

/** How far the log was read, and of which time of the service. */
export interface Position {
  readonly epoch: string
  readonly cursor: string
}

/** What is not sent or fetched, as it counts on this device. */
export interface TakenRules {
  readonly text: string
  /** Who wrote it and when, if it was somebody else. */
  readonly by: { readonly name: string; readonly at: Instant } | null
}

/** All that an agent knows of a root. */
export interface Stored {
  readonly position: Position | undefined
  /** Of the rows, the links and what the last look at the disk has found: as they were last committed, at any time. */
  readonly shelf: Shelf
  readonly intents: Iterable<Intent>
  readonly leftovers: Iterable<LocalId>
  /** Folders that this device was told not to have, and has removed, or is about to. */
  readonly deselected: Iterable<EntryId>
  /** Folders of the service whose items are still to be asked for. The name is that of the table: another one needs a migration. */
  readonly unread: Iterable<EntryId>
  readonly leftNames: Iterable<LeftName>
  /** The number of the newest name that was given to a change. */
  readonly opCount: number
  /** Undefined where there were none yet. */
  readonly rules: TakenRules | undefined
}

/** Undefined stands for what is gone. */
export interface StoreChanges {
  readonly position?: Position | undefined
  readonly rows: ReadonlyMap<EntryId, RemoteRow | undefined>
  readonly links: ReadonlyMap<EntryId, Link | undefined>
  readonly locals: ReadonlyMap<LocalId, LocalEntry | undefined>
  readonly intents: ReadonlyMap<string, Intent | undefined>
  readonly leftNames: ReadonlyMap<string, LeftName | undefined>
  readonly leftovers: readonly LocalId[]
  readonly deselected: readonly EntryId[]
  readonly unread: readonly EntryId[]
  readonly opCount: number
  readonly rules: TakenRules | undefined
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
