import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Subject } from './affected.ts'
import type { Link } from './links.ts'
import type { LocalId } from './local-id.ts'
import type { LocalEntry } from './local-tree.ts'
import type { RemoteRow } from './remote-tree.ts'

/** What changes the disk. Each is checked against the disk once more before it is done. */
export type LocalOp =
  /** Gives way to an item of the service that has its name. */
  | { readonly op: 'rename_conflicting'; readonly local: LocalEntry }
  | { readonly op: 'remove'; readonly link: Link; readonly local: LocalEntry }
  /** Without a row it is only put aside. */
  | {
      readonly op: 'move'
      readonly link: Link
      readonly local: LocalEntry
      readonly folder: LocalId
      readonly name: string
      readonly row: RemoteRow | undefined
    }
  | { readonly op: 'make'; readonly row: RemoteRow; readonly folder: LocalId }
  | { readonly op: 'replace'; readonly link: Link; readonly row: RemoteRow; readonly local: LocalEntry }
  /** The time of change, and nothing else. */
  | {
      readonly op: 'set_time'
      readonly link: Link
      readonly row: RemoteRow
      readonly local: LocalEntry
      readonly modified: Instant
    }

/** What changes the service. Each names the version of the row that it was planned for. */
export type RemoteOp =
  | { readonly op: 'create'; readonly local: LocalEntry; readonly folder: EntryId }
  | { readonly op: 'send'; readonly link: Link; readonly row: RemoteRow; readonly local: LocalEntry }
  | {
      readonly op: 'touch'
      readonly link: Link
      readonly row: RemoteRow
      readonly local: LocalEntry
      readonly modified: Instant
    }
  /**
   * A new file has the name that another one has just left: that gets its content, and the name again. Where it has become a
   * backup, what that holds is a new file of the service.
   */
  | {
      readonly op: 'retake'
      readonly row: RemoteRow
      readonly backup: Link | undefined
      readonly local: LocalEntry
      readonly folder: EntryId
    }
  | {
      readonly op: 'place'
      readonly link: Link
      readonly row: RemoteRow
      readonly local: LocalEntry
      readonly folder: EntryId
      /** The local folder that the item counts as being in afterwards. */
      readonly localFolder: LocalId
      readonly name: string
    }
  | { readonly op: 'delete'; readonly link: Link; readonly row: RemoteRow }

export type Op = LocalOp | RemoteOp

/** What brings something of the service to the disk. */
export type Bringing = Extract<LocalOp, { op: 'make' | 'replace' }>
/** What changes names and times on the disk, and needs nothing from the service. */
export type Arranging = Exclude<LocalOp, Bringing>
/** What may bring the content of a file to the service. */
export type Sending = Extract<RemoteOp, { op: 'create' | 'send' | 'retake' }>

const REMOTE = new Set<Op['op']>(['create', 'send', 'retake', 'touch', 'place', 'delete'])
export const isRemote = (op: Op): op is RemoteOp => REMOTE.has(op.op)

/** What cannot be done yet. */
export type Wait =
  /** Something else has to be done first. */
  | { readonly wait: 'turn' }
  /** It is missing: one look more, and it counts as deleted. */
  | { readonly wait: 'look'; readonly link: Link }
  /** If nothing else can be done, this item is put aside, so that others can take its place. */
  | {
      readonly wait: 'aside_locally'
      readonly link: Link
      readonly local: LocalEntry
      readonly folder: LocalId
    }
  | {
      readonly wait: 'aside_remotely'
      readonly link: Link
      readonly row: RemoteRow
      readonly local: LocalEntry
      readonly folder: EntryId
      readonly localFolder: LocalId
    }

/** What stays as it is, here and there, until a person does something about it. */
export interface Stuck {
  readonly local: LocalEntry
  readonly reason: 'name_refused' | 'extension_excluded' | 'too_large' | 'read_only' | 'name_clash'
}

export interface Plan {
  readonly ops: Op[]
  readonly waits: Wait[]
  readonly stuck: Stuck[]
  /** Whose part of the plan is not empty: they are to be looked at again even if nothing changes. */
  readonly unsettled: Set<Subject>
  /** Rows of which it was not decided what they are the same as, since that took too long. */
  readonly undecided: ReadonlySet<EntryId>
}
