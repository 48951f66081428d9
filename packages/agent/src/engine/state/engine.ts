import type { EntryId } from '@holdfast/api/ids'
import type { Clock } from '../../ports/clock.ts'
import type { Disk } from '../../ports/disk.ts'
import type { Random } from '../../ports/random.ts'
import type { Server } from '../../ports/server.ts'
import type { Store } from '../../ports/store.ts'
import type { Limits } from './limits.ts'
import type { Line } from './line.ts'
import type { Problems } from './problems.ts'
import type { State } from './state.ts'
import type { Transfers } from './transfers.ts'

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
  /** Where two changed the same, nothing is renamed: people decide. */
  readonly manualCollisions: boolean
  /** As the organization's policy has them: what it lists is not sent. */
  readonly excludedExtensions: string
  /** In bytes. */
  readonly maxFileSize: number
}

/** What the operator of an agent has to say to it while it works. */
export interface Driver {
  readonly settings: () => Settings
  /** It is to stop: what takes long is broken off. */
  readonly isHalted: () => boolean
  /** Something that was waited for has come. */
  readonly wake: () => void
}

export interface Engine extends Ports, Driver {
  readonly limits: Limits
  readonly state: State
  readonly line: Line
  readonly problems: Problems
  readonly transfers: Transfers
  /** After this, a crash loses nothing of what is known now. */
  readonly save: () => Promise<void>
}
