export interface ActivityType {
  id: number
  /** What happened, in words that complete «Ann …». */
  activity: string
  machine_scope: boolean
  user_scope: boolean
  system_scope: boolean
}

const user = { machine_scope: false, user_scope: true, system_scope: false }

/** Every kind of record. Ids are kept for ever: records and clients refer to them. */
export const ACTIVITY_TYPES = {
  signed_in: { id: 1, activity: 'signed in', ...user },
  sign_in_failed: { id: 2, activity: 'failed to sign in', ...user },
  account_locked: { id: 3, activity: 'was locked out after repeated failures to sign in', ...user },
  password_changed: { id: 4, activity: 'changed the password', ...user },
  organization_created: { id: 5, activity: 'created the organization', ...user, system_scope: true },
  person_created: { id: 6, activity: 'created the account', ...user },
  file_uploaded: { id: 7, activity: 'uploaded the file', ...user, machine_scope: true },
  file_downloaded: { id: 8, activity: 'downloaded the file', ...user, machine_scope: true },
  file_deleted: { id: 9, activity: 'deleted the file', ...user, machine_scope: true },
  folder_created: { id: 10, activity: 'created the folder', ...user, machine_scope: true },
  folder_deleted: { id: 11, activity: 'deleted the folder', ...user, machine_scope: true },
  two_step_enabled: { id: 12, activity: 'enabled two-step verification', ...user },
  two_step_disabled: { id: 13, activity: 'disabled two-step verification', ...user },
  two_step_recovered: { id: 14, activity: 'ended two-step verification with the backup key', ...user },
  account_unlocked: { id: 15, activity: 'lifted the lock of the account', ...user },
  application_created: { id: 16, activity: 'registered the application', ...user, system_scope: true },
  application_updated: { id: 17, activity: 'changed the application', ...user, system_scope: true },
  application_deleted: { id: 18, activity: 'removed the application', ...user, system_scope: true },
} as const satisfies Record<string, ActivityType>

export type ActivityKind = keyof typeof ACTIVITY_TYPES
