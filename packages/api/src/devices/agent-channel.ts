import type { MachineId, MachineJobId, MachineRootId, MappingId, RootId } from '../ids.ts'
import type { PolicySettings } from '../policy.ts'
import type { Machine } from './machines.ts'

/** A root on a device. Its number stays the same for good, also when the root goes and comes again. */
interface RootOnDevice {
  rsub_id: MachineRootId
  root_id: RootId
}

interface MaybeLocking {
  /** Files are to be locked while somebody works on them there. */
  auto_lock: boolean
}

/** What takes a user name and a password where the device has to reach another computer. */
interface MaybeSealed {
  /** In base64url, for the device alone to open; null where none were given or they have to be given again. */
  sealed: string | null
}

export const THROTTLE_FIELDS = [
  'throttled',
  'bandwidth_throttle',
  'throttle_exception_throttle',
  'throttle_exception_start',
  'throttle_exception_end',
  'throttle_exception_days',
  'throttle_exception_dow',
] as const satisfies readonly (keyof Machine)[]
/** Rates in KB/s, null or 0 for none, with another one at some times; they count where `throttled` says so. */
export type Throttle = Pick<Machine, (typeof THROTTLE_FIELDS)[number]>

/** What of the organization's policy a device has to know. */
export const DEVICE_POLICY_FIELDS = [
  'backups_enabled',
  'excluded_extensions',
  'locked_extensions',
  'max_file_size',
  'require_mobile_lock',
  'user_lock_files',
  'user_overwrite_collisions',
] as const satisfies readonly (keyof PolicySettings)[]

/** Everything that a device is to do, as the server tells it: the device brings itself in line with it. */
export interface DeviceConfig {
  /** Which machine this is: what is sealed for it opens by that, and some calls name it. */
  machine_id: MachineId
  /** Another one whenever anything in it is another. */
  ver: string
  /** In which it holds. Nothing is removed that a server of another epoch asked to remove. */
  epoch: string
  roots: (RootOnDevice & MaybeLocking & { name: string; source: 'own' | 'share'; read_only: boolean })[]
  mappings: (RootOnDevice &
    MaybeLocking &
    MaybeSealed & { mapping_id: MappingId; name: string; path: string })[]
  backups: (RootOnDevice & MaybeSealed & { name: string; path: string; schedule: unknown })[]
  /** Roots that belong to the device no longer, until it says that it has left them. */
  leaving: (RootOnDevice & { remove_files: boolean; job_id: MachineJobId | null })[]
  /** Backups to write to a folder. */
  restores: (MaybeSealed & {
    job_id: MachineJobId
    root_id: RootId
    path: string
    as_of_seq: number | null
    overwrite: boolean
  })[]
  /** Of the organization and of the machine: the lowest counts. */
  throttle: Throttle[]
  policy: Pick<PolicySettings, (typeof DEVICE_POLICY_FIELDS)[number]>
  settings: Pick<Machine, 'manual_collisions' | 'health_report_period_minutes'>
}

/** How a root on a device is, as that says. */
export const ROOT_STATES = ['synced', 'syncing', 'paused', 'failed'] as const
export type RootState = (typeof ROOT_STATES)[number]
