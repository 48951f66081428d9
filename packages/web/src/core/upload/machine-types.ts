import type { EntryId, RootId } from '@holdfast/api/ids'

/** Where files are to go. */
export interface Target {
  root: RootId
  /** 0 is the top level. */
  folder: EntryId
  name: string
  /** Files may be added there, and not seen. */
  unseen?: boolean
}

export const STATUSES = [
  'checking',
  'asking',
  'queued',
  'sending',
  'waiting',
  'paused',
  // Its file must be chosen again.
  'lost',
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const
export type Status = (typeof STATUSES)[number]

/** Why something was not uploaded: a code of the server's, or one of ours. */
export interface Reason {
  code: string
  /** In the server's words, where we have none; of a kind of files that is not allowed, as we know it, its ending. */
  words?: string
}

/** What an upload makes. */
export type Makes =
  | { what: 'new' }
  /** Beside the one that has the name. */
  | { what: 'copy' }
  | { what: 'version'; file: EntryId; ver: number }

export interface Item {
  id: number
  batch: number
  kind: 'file' | 'folder'
  /** From the target on, with its own name last. */
  path: string
  size: number
  /** Milliseconds. */
  modified: number
  status: Status
  /** Bytes that count as sent: those that the server has, and those on the line. */
  sent: number
  makes: Makes
  /** How often it was tried in vain since something went well. */
  tries: number
  /** Where the server keeps what it has of it. */
  url?: string
  reason?: Reason
  /** What it has become. */
  entry?: EntryId
  /** Ended, and shown as such for long enough. */
  dismissed?: true
}

/** What has a name already. */
export interface Theirs {
  type: 'file' | 'folder'
  id: EntryId
  ver: number
  size?: number
  modified?: string
}

/** Something of ours whose name is taken. */
export interface Conflict {
  path: string
  kind: 'file' | 'folder'
  theirs: Theirs
}

/** For folders, `version` means to put into the one that is there. */
export type Choice = 'version' | 'copy' | 'skip'

/** What was dropped or chosen at once. */
export interface Batch {
  id: number
  target: Target
  /** `left`: by an earlier page, before it was checked. */
  phase: 'reading' | 'left' | 'checking' | 'ready'
  /** Of folders that items need, by path; null where they are still to be made. */
  folders: ReadonlyMap<string, EntryId | null>
  /** Of those, what was not asked for yet. */
  toMake: readonly string[]
  making: boolean
  /** At the top of the batch: to be made beside the one that has the name. */
  fresh: ReadonlySet<string>
  conflicts: readonly Conflict[]
}

export interface Sums {
  counts: Readonly<Record<Status, number>>
  /** Of all that is or will be sent. */
  bytes: number
  sent: number
}

export interface State {
  /** In pages, so that a change copies little. */
  pages: readonly (readonly Item[])[]
  /** Id of the first item, and of the next one. */
  first: number
  next: number
  batches: ReadonlyMap<number, Batch>
  sums: Sums
  /** Slots that were asked for and not given yet. */
  asked: number
  /** No item before this one is queued. */
  queuedFrom: number
  online: boolean
  signedIn: boolean
  paused: boolean
}

/** How a sender ended, if not well. */
export type Outcome =
  | { kind: 'offline' }
  | { kind: 'busy'; afterMs: number }
  | { kind: 'signedOut' }
  | { kind: 'taken'; theirs: Theirs }
  /** The server has nothing of it any more. */
  | { kind: 'gone' }
  | { kind: 'failed'; reason: Reason }

export type NewItem = Pick<Item, 'kind' | 'path' | 'size' | 'modified'>

export type Event =
  | { type: 'began'; batch: number; target: Target }
  | { type: 'added'; batch: number; items: readonly NewItem[] }
  | { type: 'read'; batch: number }
  | {
      type: 'checked'
      batch: number
      refused: readonly { id: number; reason: Reason }[]
      conflicts: readonly Conflict[]
    }
  | { type: 'decided'; batch: number; choices: ReadonlyMap<string, Choice> }
  | {
      type: 'foldersMade'
      batch: number
      folders: readonly (readonly [path: string, id: EntryId])[]
      refused: readonly (readonly [path: string, reason: Reason])[]
    }
  | { type: 'slot' }
  | { type: 'placed'; item: number; url: string }
  | { type: 'progress'; item: number; sent: number }
  | { type: 'answered'; item: number; entry: EntryId | undefined }
  | { type: 'refused'; item: number; outcome: Outcome }
  | { type: 'woken'; item: number }
  | { type: 'discarded'; item: number }
  | { type: 'offline' }
  | { type: 'online' }
  | { type: 'signedIn' }
  | { type: 'reloaded'; batches: readonly Batch[]; items: readonly Item[] }
  | { type: 'found'; items: readonly number[] }
  /** Of one item, or of all. */
  | { type: 'paused' | 'resumed' | 'cancelled' | 'retried'; item?: number }
  /** Failures stay until someone says so. */
  | { type: 'dismissed'; item?: number; failed?: boolean }

export type Command =
  | { do: 'check'; batch: number }
  | { do: 'makeFresh'; batch: number; path: string }
  /** Within the folder `at`; `under` is its path. */
  | { do: 'makeFolders'; batch: number; at: EntryId; under: string; paths: readonly string[] }
  | { do: 'askSlot' }
  | { do: 'freeSlot' }
  | { do: 'send'; item: number }
  | { do: 'stop'; item: number }
  | { do: 'discard'; item: number; url: string }
  | { do: 'wake'; item: number; afterMs: number }
  | { do: 'signIn' }
