import type { EntryId } from '@holdfast/api/ids'
import type { Clock } from '../ports/clock.ts'
import type { Disk } from '../ports/disk.ts'
import type { Random } from '../ports/random.ts'
import type { Server } from '../ports/server.ts'
import type { Store } from '../ports/store.ts'
import type { State } from './state.ts'

/** What of an agent is the world outside it. */
export interface Ports {
  readonly server: Server
  readonly disk: Disk
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
}

/** What an agent is told about itself and its root; it may be told otherwise at any time. */
export interface Settings {
  /** What the device calls itself. */
  readonly machine: string
  /** What the names of its changes begin with: no other installation has it. */
  readonly installation: string
  readonly readOnly: boolean
  /** Folders that the device is not to have. */
  readonly deselected: ReadonlySet<EntryId>
}

export interface Engine extends Ports {
  readonly state: State
  readonly settings: () => Settings
}
