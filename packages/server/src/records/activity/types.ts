export interface ActivityType {
  id: number
  /** What happened, in words that stand between actor and target: «Ann … ann@example.org». */
  activity: string
  machine_scope: boolean
  user_scope: boolean
  system_scope: boolean
}

const user = { machine_scope: false, user_scope: true, system_scope: false }

/** Every kind of record. Ids are kept for ever: records and clients refer to them. */
export const ACTIVITY_TYPES = {
  signed_in: { id: 1, activity: 'signed in to the account', ...user },
  sign_in_failed: { id: 2, activity: 'refused a sign-in to the account', ...user },
  account_locked: { id: 3, activity: 'saw too many failed sign-ins and locked the account', ...user },
  password_changed: { id: 4, activity: 'changed the password of the account', ...user },
  organization_created: { id: 5, activity: 'created the organization', ...user, system_scope: true },
  person_created: { id: 6, activity: 'created the account', ...user },
  file_uploaded: { id: 7, activity: 'uploaded a file to the root', ...user, machine_scope: true },
  file_downloaded: { id: 8, activity: 'downloaded a file from the root', ...user, machine_scope: true },
  file_deleted: { id: 9, activity: 'deleted a file from the root', ...user, machine_scope: true },
  folder_created: { id: 10, activity: 'created a folder in the root', ...user, machine_scope: true },
  folder_deleted: { id: 11, activity: 'deleted a folder from the root', ...user, machine_scope: true },
  two_step_enabled: { id: 12, activity: 'enabled two-step verification of the account', ...user },
  two_step_disabled: { id: 13, activity: 'disabled two-step verification of the account', ...user },
  two_step_recovered: {
    id: 14,
    activity: 'took the backup key and ended two-step verification of the account',
    ...user,
  },
  account_unlocked: { id: 15, activity: 'lifted the lock of the account', ...user },
  application_created: {
    id: 16,
    activity: 'registered an application of the organization',
    ...user,
    system_scope: true,
  },
  application_updated: {
    id: 17,
    activity: 'changed an application of the organization',
    ...user,
    system_scope: true,
  },
  application_deleted: {
    id: 18,
    activity: 'removed an application of the organization',
    ...user,
    system_scope: true,
  },
  application_approved: { id: 19, activity: 'let an application act for the account', ...user },
  access_denied: { id: 20, activity: 'was refused access to', ...user, machine_scope: true },
  organization_updated: { id: 21, activity: 'changed the organization', ...user, system_scope: true },
  policy_updated: { id: 22, activity: 'changed the policy of the organization', ...user, system_scope: true },
  organization_disabled: { id: 23, activity: 'disabled the organization', ...user, system_scope: true },
  organization_enabled: { id: 24, activity: 'enabled the organization', ...user, system_scope: true },
  organization_deleted: { id: 25, activity: 'deleted an organization below', ...user, system_scope: true },
  license_set: { id: 26, activity: 'set the licence of the organization', ...user, system_scope: true },
  person_updated: { id: 27, activity: 'changed the account', ...user },
  person_deleted: { id: 28, activity: 'deleted the account', ...user },
  admin_granted: { id: 29, activity: 'gave administrator rights to the account', ...user },
  admin_revoked: { id: 30, activity: 'took administrator rights from the account', ...user },
  guest_created: { id: 31, activity: 'created the guest', ...user },
  guest_updated: { id: 32, activity: 'changed the guest', ...user },
  guest_deleted: { id: 33, activity: 'deleted the guest', ...user },
  guest_converted: { id: 34, activity: 'made a full account of the guest', ...user },
  group_created: { id: 35, activity: 'created the group', ...user },
  group_updated: { id: 36, activity: 'changed the group', ...user },
  group_members_updated: { id: 37, activity: 'changed the members of the group', ...user },
  group_deleted: { id: 38, activity: 'deleted the group', ...user },
  directory_created: {
    id: 39,
    activity: 'connected a directory to the organization',
    ...user,
    system_scope: true,
  },
  directory_updated: {
    id: 40,
    activity: 'changed a directory connection of the organization',
    ...user,
    system_scope: true,
  },
  directory_deleted: {
    id: 41,
    activity: 'removed a directory connection of the organization',
    ...user,
    system_scope: true,
  },
  directory_imported: {
    id: 42,
    activity: 'imported accounts from a directory into the organization',
    ...user,
    system_scope: true,
  },
  root_created: { id: 43, activity: 'created the root', ...user },
  root_deleted: { id: 44, activity: 'deleted the root', ...user },
  quota_reached: {
    id: 45,
    activity: 'found a share of the space quota used by',
    ...user,
    system_scope: true,
  },
  persons_imported: {
    id: 46,
    activity: 'imported accounts from a list into the organization',
    ...user,
    system_scope: true,
  },
  noted: { id: 47, activity: 'made a note on', ...user, machine_scope: true },
  signed_out: { id: 48, activity: 'ended a sign-in to the account', ...user },
  file_renamed: { id: 49, activity: 'renamed a file in the root', ...user, machine_scope: true },
  file_moved: { id: 50, activity: 'moved a file within the root', ...user, machine_scope: true },
  folder_renamed: { id: 51, activity: 'renamed a folder in the root', ...user, machine_scope: true },
  folder_moved: { id: 52, activity: 'moved a folder within the root', ...user, machine_scope: true },
  item_locked: { id: 53, activity: 'locked an item of the root', ...user, machine_scope: true },
  item_unlocked: { id: 54, activity: 'unlocked an item of the root', ...user, machine_scope: true },
  file_updated: { id: 55, activity: 'gave a file of the root a new content', ...user, machine_scope: true },
  revision_restored: {
    id: 56,
    activity: 'gave a file of the root an earlier content again',
    ...user,
    machine_scope: true,
  },
  item_restored: { id: 57, activity: 'restored a deleted item of the root', ...user, machine_scope: true },
  item_copied: { id: 58, activity: 'copied an item into the root', ...user, machine_scope: true },
  item_moved_out: { id: 59, activity: 'moved an item out of the root', ...user, machine_scope: true },
  item_purged: {
    id: 60,
    activity: 'removed deleted items of the root for ever',
    ...user,
    machine_scope: true,
  },
  revisions_trimmed: {
    id: 61,
    activity: 'removed earlier revisions of files of the root for ever',
    ...user,
    machine_scope: true,
  },
  rolled_back: { id: 62, activity: 'set the root back to an earlier state', ...user, machine_scope: true },
  link_created: { id: 63, activity: 'made a share link to an item of the root', ...user },
  link_changed: { id: 64, activity: 'changed a share link to an item of the root', ...user },
  link_deleted: { id: 65, activity: 'ended a share link to an item of the root', ...user },
  link_shared: { id: 66, activity: 'shared a link to an item of the root with someone', ...user },
  link_unshared: { id: 67, activity: 'stopped sharing a link to an item of the root with someone', ...user },
  links_deleted: { id: 68, activity: 'ended many share links at once of', ...user },
  links_made_private: { id: 69, activity: 'made many share links private at once of', ...user },
  share_created: { id: 70, activity: 'created the team share', ...user },
  share_updated: { id: 71, activity: 'changed the team share', ...user },
  share_moved: { id: 72, activity: 'moved to another organization the team share', ...user },
  share_deleted: { id: 73, activity: 'deleted the team share', ...user },
  share_subscribed: { id: 74, activity: 'subscribed someone to the team share', ...user },
  share_unsubscribed: { id: 75, activity: 'unsubscribed someone from the team share', ...user },
  invitation_accepted: { id: 76, activity: 'accepted the invitation to the team share', ...user },
  invitation_declined: { id: 77, activity: 'declined the invitation to the team share', ...user },
  notices_muted: { id: 78, activity: 'turned off mails about shared files for the account', ...user },
  notices_unmuted: { id: 79, activity: 'turned on mails about shared files for the account', ...user },
  brand_changed: { id: 80, activity: 'changed the look of the organization', ...user },
  token_revoked: { id: 81, activity: 'revoked an access token of the account', ...user },
  address_verified: { id: 82, activity: 'confirmed the address of the account', ...user },
  file_read: {
    id: 83,
    activity: 'looked at a file of the root or read parts of it',
    ...user,
    machine_scope: true,
  },
  mails_wait: {
    id: 84,
    activity: 'has mails wait until the next day, sent by the organization',
    ...user,
    system_scope: true,
  },
  content_damaged: {
    id: 85,
    activity: 'found bytes damaged of a file of the root',
    ...user,
    system_scope: true,
  },
  content_healed: {
    id: 86,
    activity: 'has bytes whole again of a file of the root',
    ...user,
    system_scope: true,
  },
  storage_full: {
    id: 87,
    activity: 'has no room left to store anything',
    ...user,
    system_scope: true,
  },
} as const satisfies Record<string, ActivityType>

export type ActivityKind = keyof typeof ACTIVITY_TYPES

/** What clients may put on record themselves. All else is the service's word, which nobody can put in its mouth. */
export const CLIENT_TYPES: ReadonlySet<number> = new Set([ACTIVITY_TYPES.noted.id])

export const TYPES_BY_ID: ReadonlyMap<number, ActivityType> = new Map(
  Object.values(ACTIVITY_TYPES).map((type) => [type.id, type]),
)
