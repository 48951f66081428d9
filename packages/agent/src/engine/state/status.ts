import type { RootState } from '@holdfast/api/devices/agent-channel'
import type { Instant } from '@holdfast/api/time'

/** Why a root is in its state; null where the state says all. */
export type StateReason =
  /** Nothing is known yet. */
  | 'starting'
  /** Someone has asked for a pause. */
  | 'asked'
  /** So much would go that a person has to look first: `wouldGo` says how much. */
  | 'brake'
  /** The service takes no changes of this device until somebody has looked at those that it has. */
  | 'held_back'
  /** The folder is not there, or is another one. */
  | 'disk_gone'
  /** The disk as a whole refuses. */
  | 'disk_trouble'
  | 'offline'
  | 'access_lost'
  /** All is done but what `problems` lists. */
  | 'problems'

/** What keeps an item from being the same here and there. */
export type ProblemReason =
  | 'name_refused'
  | 'too_deep'
  | 'extension_excluded'
  | 'too_large'
  | 'quota'
  | 'locked'
  | 'read_only'
  | 'disk_full'
  | 'disk_denied'
  | 'disk_busy'
  | 'disk_broken'
  | 'other_volume'
  | 'being_written'
  | 'name_clash'
  | 'in_the_way'
  | 'undecided'
  | 'rules_waiting'
  /** These three need nothing from anybody: they are among the notices. */
  | 'name_ignored'
  | 'listed'
  | 'not_sent'
  | 'refused'

export interface Problem {
  /** From the top of the root, with slashes. */
  readonly path: string
  readonly reason: ProblemReason
  readonly since: Instant
  /** What the service said, or who holds a lock. */
  readonly detail: string | null
}

export interface Transfer {
  readonly path: string
  readonly direction: 'up' | 'down'
  readonly size: number
  readonly done: number
}

/** A file whose content came or went. */
export interface Recent {
  readonly path: string
  readonly direction: 'up' | 'down'
  readonly size: number
  readonly at: Instant
}

/** How fast it goes, and how far it is. */
export interface Activity {
  /** Bytes of content that were moved since the agent began. */
  readonly moved: number
  readonly leftFiles: number
  readonly leftBytes: number
  /** Newest first. */
  readonly recent: readonly Recent[]
}

export interface RootStatus {
  readonly state: RootState
  readonly reason: StateReason | null
  readonly problems: readonly Problem[]
  /** What this device does not keep, and why. Everything is as it should be. */
  readonly notices: readonly Problem[]
  readonly transfers: readonly Transfer[]
  /** How many changes are still to be made, as far as is known. */
  readonly todo: { readonly up: number; readonly down: number }
  /** How many files are the same here and there, or were. */
  readonly files: number
  /** While the brake holds: how many files would go, or be replaced, on this disk and on the service. */
  readonly wouldGo: { readonly here: number; readonly there: number } | null
  /** Missing before the first look, and for what moves no content. */
  readonly activity?: Activity | undefined
}

/** What came of leaving a root: files that are gone, and those that stayed because the service may not have them. */
export interface Left {
  readonly removed: number
  readonly kept: number
}
