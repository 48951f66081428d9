import type { Decision } from '@holdfast/api/devices/decisions'
import type { EntryId, MachineRootId, RootId } from '@holdfast/api/ids'
import type { RootStatus } from '../engine/state/status.ts'
import type { Gate } from './gate/gate.ts'
import type { Asker } from './gate/rules.ts'

/** A root on this device, as the program that runs it reports it. */
export interface RootHere {
  readonly rsubId: MachineRootId
  readonly rootId: RootId
  readonly folder: string
  readonly status: RootStatus
  /** Why it as a whole is not kept, in words; null where it is. */
  readonly why: string | null
}

/** What of a device others may ask about. */
export interface DeviceHere {
  readonly version: string
  readonly roots: () => readonly RootHere[]
  /** Folders that are the agent's own. */
  readonly ownFolders: readonly string[]
  /** Decides what may be done with the folders of this device. */
  readonly gate: Gate
  /** Why a folder cannot be mapped although that is allowed, such as one that another root has. */
  readonly whyTaken: (folder: string) => string | null
  /** A root that stopped itself goes on as its person says; false where it is not stopped. */
  readonly resume: (rsubId: MachineRootId, decision: Decision) => boolean
  /** Starts a run of a backup, unless one is under way; false where there is no such backup. Throws `Refused`. */
  readonly runBackup: (rootId: RootId) => boolean
  /** How many files a restore to a folder would find to be newer there; null where nobody can tell. */
  readonly countNewer: (plan: RestorePlan) => Promise<number | null>
}

export interface RestorePlan {
  readonly rootId: RootId
  readonly path: string
  readonly asOfSeq: number
  readonly folderId?: EntryId | undefined
  readonly asker: Asker
}
