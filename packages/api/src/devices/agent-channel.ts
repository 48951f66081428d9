import { type Static, Type } from 'typebox'
import {
  type EntryId,
  IdOf,
  type MachineId,
  type MachineJobId,
  type MachineRootId,
  type MappingId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { PolicySettings } from '../policy.ts'
import { Decision } from './decisions.ts'
import { MAX_DEVICE_PATH } from './device-fields.ts'
import { Machine } from './machines.ts'

/** How long the names of configurations, epochs and commands can be. */
const MAX_KEY = 64

const key = () => Type.String({ minLength: 1, maxLength: MAX_KEY })
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const count = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** No system call takes a NUL. */
const pathThere = () => Type.String({ maxLength: MAX_DEVICE_PATH, pattern: '^[^\\u0000]*$' })

/** A root on a device. Its number stays the same for good, also when the root goes and comes again. */
const rootOnDevice = { rsub_id: IdOf<MachineRootId>(), root_id: IdOf<RootId>() }

/** Files are to be locked while somebody works on them there. */
const maybeLocking = { auto_lock: Type.Boolean() }

/**
 * A user name and a password where the device has to reach another computer. In base64url, for the device alone to open; null
 * where none were given or they have to be given again.
 */
const maybeSealed = { sealed: orNull(Type.String()) }

/**
 * Who wants it: the device decides by `own`, whether that is the person whose device it is, and shows the name to people. Without
 * it, nobody is known to want it.
 */
const AskedBy = Type.Object({
  person_id: IdOf<PersonId>(),
  name: Type.String({ maxLength: 600 }),
  own: Type.Boolean(),
})
export type AskedBy = Static<typeof AskedBy>
const maybeAskedBy = { asked_by: Type.Optional(AskedBy) }

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
const Throttle = Type.Object({
  ...Type.Pick(Machine, THROTTLE_FIELDS).properties,
  bandwidth_throttle: orNull(count()),
  throttle_exception_throttle: orNull(count()),
})
export type Throttle = Static<typeof Throttle>

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

/** Null is left to the device, as is all that is missing. */
const Schedule = Type.Object({
  every_minutes: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 7 * 24 * 60 }))),
  window_start: Type.Optional(orNull(Type.String())),
  window_end: Type.Optional(orNull(Type.String())),
  paused: Type.Optional(Type.Boolean()),
})

/**
 * Everything that a device is to do, as the server tells it: the device brings itself in line with it. Agents check it by this
 * and take one that does not fit for none at all, so a field that comes later has to be optional.
 */
export const DeviceConfig = Type.Object({
  /** Which machine this is: what is sealed for it opens by that, and some calls name it. */
  machine_id: IdOf<MachineId>(),
  /** Another one whenever anything in it is another. */
  ver: key(),
  /** In which it holds. Nothing is removed that a server of another epoch asked to remove. */
  epoch: key(),
  roots: Type.Array(
    Type.Object({
      ...rootOnDevice,
      ...maybeLocking,
      name: Type.String(),
      source: Type.Unsafe<'own' | 'share'>({ type: 'string', enum: ['own', 'share'] }),
      read_only: Type.Boolean(),
    }),
  ),
  mappings: Type.Array(
    Type.Object({
      ...rootOnDevice,
      ...maybeLocking,
      ...maybeSealed,
      ...maybeAskedBy,
      mapping_id: IdOf<MappingId>(),
      name: Type.String(),
      path: pathThere(),
    }),
  ),
  backups: Type.Array(
    Type.Object({
      ...rootOnDevice,
      ...maybeSealed,
      ...maybeAskedBy,
      name: Type.String(),
      path: pathThere(),
      schedule: orNull(Schedule),
    }),
  ),
  /** Roots that belong to the device no longer, until it says that it has left them. */
  leaving: Type.Array(
    Type.Object({ ...rootOnDevice, remove_files: Type.Boolean(), job_id: orNull(IdOf<MachineJobId>()) }),
  ),
  /** Backups to write to a folder. */
  restores: Type.Array(
    Type.Object({
      ...maybeSealed,
      ...maybeAskedBy,
      job_id: IdOf<MachineJobId>(),
      root_id: IdOf<RootId>(),
      path: pathThere(),
      as_of_seq: orNull(count()),
      /** Only what is in this folder of the backup. */
      folder_id: Type.Optional(IdOf<EntryId>()),
      overwrite: Type.Boolean(),
    }),
  ),
  /** Of the organization and of the machine: the lowest counts. */
  throttle: Type.Array(Throttle),
  policy: Type.Pick(PolicySettings, DEVICE_POLICY_FIELDS),
  settings: Type.Object({
    manual_collisions: Type.Boolean(),
    health_report_period_minutes: orNull(count()),
  }),
})
export type DeviceConfig = Static<typeof DeviceConfig>

/** Calls that came after the first agents: these use them only where the service says that it has them. */
export const SERVICE_FEATURES = ['contents', 'bundles'] as const
export type ServiceFeature = (typeof SERVICE_FEATURES)[number]

const Welcome = Type.Object({
  machine_id: IdOf<MachineId>(),
  epoch: key(),
  /** A newer service may name more than an agent knows. */
  features: Type.Optional(Type.Array(key(), { maxItems: 100 })),
})
const News = Type.Object({ root_id: IdOf<RootId>(), seq: count() })
/** What `args` hold depends on the kind, and an agent need not know all kinds. */
const Command = Type.Object({
  id: key(),
  kind: Type.String(),
  args: Type.Optional(Type.Object({})),
  sealed: Type.Optional(Type.String()),
})

/** What the service says to devices, by the `t` of the frame. */
export const SERVICE_FRAMES = { welcome: Welcome, config: DeviceConfig, news: News, command: Command }
type ServiceFrames = typeof SERVICE_FRAMES
export type ServiceFrame = {
  [T in keyof ServiceFrames]: { t: T } & Static<ServiceFrames[T]>
}[keyof ServiceFrames]

/** An empty path is none. */
const maybePath = { path: Type.Optional(pathThere()) }
const maybeRoot = { root_id: Type.Optional(IdOf<RootId>()) }

/** What commands come with, by their kind. `map`, `backup` and `restore` ask whether the device allows that in a folder. */
export const COMMAND_ARGS = {
  status: Type.Object({}),
  ls: Type.Object({ ...maybePath, ...maybeAskedBy }),
  map: Type.Object({ ...maybeRoot, ...maybePath, ...maybeAskedBy }),
  backup: Type.Object({ ...maybePath, ...maybeAskedBy }),
  restore: Type.Object({
    ...maybeRoot,
    ...maybePath,
    ...maybeAskedBy,
    /** The answer is to tell, too, what is newer there than in the backup then: `RestoreAnswer`. */
    plan: Type.Optional(Type.Object({ as_of_seq: count(), folder_id: Type.Optional(IdOf<EntryId>()) })),
  }),
  /** Starts a run of a backup, unless one is under way. */
  run_backup: Type.Object({ root_id: IdOf<RootId>() }),
  /** What its person says about a root that stopped itself. */
  resume: Type.Object({ rsub_id: IdOf<MachineRootId>(), decision: Decision }),
}
type CommandArgs = typeof COMMAND_ARGS
export type CommandToDevice = {
  [Kind in keyof CommandArgs]: { kind: Kind; args: Static<CommandArgs[Kind]> }
}[keyof CommandArgs]

/** What a device says to a `restore` with a plan; nothing where it cannot tell. */
export const RestoreAnswer = Type.Object({ newer: Type.Optional(count()) })
export type RestoreAnswer = Static<typeof RestoreAnswer>

/**
 * How a root on a device is, as that says. `attention`: all is in sync but items that it lists. `offline`: the service cannot be
 * reached. `failed`: its folder is not there, or the service does not let the device in.
 */
export const ROOT_STATES = ['synced', 'attention', 'syncing', 'paused', 'offline', 'failed'] as const
export type RootState = (typeof ROOT_STATES)[number]

/** Why a device refuses: nobody there has allowed it, the folder is missing, or no folder can be at that path there. */
export const REFUSAL_KINDS = ['forbidden', 'not_found', 'invalid'] as const
export type RefusalKind = (typeof REFUSAL_KINDS)[number]
/** Whether all that can be is the same on both sides. */
export const isInSync = (state: RootState): boolean => state === 'synced' || state === 'attention'
