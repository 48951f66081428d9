import { type TUnsafe, Type } from 'typebox'

declare const kind: unique symbol
/** A number that knows what it identifies, so that a root's id cannot be passed for a file's. */
export type Id<Kind extends string> = number & { readonly [kind]: Kind }

export type OrganizationId = Id<'organization'>
export type PersonId = Id<'person'>
export type GuestId = Id<'guest'>
export type GroupId = Id<'group'>
export type MachineId = Id<'machine'>
export type MappingId = Id<'mapping'>
export type MachineRootId = Id<'machine_root'>
export type MachineJobId = Id<'machine_job'>
export type BackupRunId = Id<'backup_run'>
export type RootId = Id<'root'>
export type EntryId = Id<'entry'>
export type RevisionId = Id<'revision'>
export type SharelinkId = Id<'sharelink'>
export type SubscriberId = Id<'subscriber'>
export type RequestSenderId = Id<'request_sender'>
export type ActivityId = Id<'activity'>
export type ApplicationId = Id<'application'>
export type AuthSourceId = Id<'auth_source'>
export type SessionId = Id<'session'>
export type MuteId = Id<'mute'>
export type BrakeId = Id<'brake'>
export type ExportId = Id<'export'>
export type AlertRuleId = Id<'alert_rule'>
export type AlertDeliveryId = Id<'alert_delivery'>
export type JobId = Id<'job'>

/** The schema of an identifier: a positive integer that JavaScript can hold exactly. */
export const IdOf = <T extends Id<string>>(options: object = {}): TUnsafe<T> =>
  Type.Unsafe<T>({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ...options })

/** Clients call a root's top level folder 0, so a folder's id may be zero. */
export const FolderRef = <T extends Id<string> = EntryId>(options: object = {}): TUnsafe<T> =>
  Type.Unsafe<T>({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options })
