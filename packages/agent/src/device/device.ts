import type { MachineRootId, RootId } from '@holdfast/api/ids'
import type { RootStatus } from '../engine/state/status.ts'

/** A root on this device, as whoever runs it tells of it. */
export interface RootHere {
  readonly rsubId: MachineRootId
  readonly rootId: RootId
  readonly folder: string
  readonly status: RootStatus
}

/** What of a device others may ask about. */
export interface DeviceHere {
  readonly version: string
  readonly roots: () => readonly RootHere[]
  /** Folders that are the agent's own: nothing is restored there. */
  readonly ownFolders: readonly string[]
  /** Folders that its owner lets others use though they are the system's. */
  readonly allowedFolders: readonly string[]
}
