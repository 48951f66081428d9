import type { Permission } from '@holdfast/api/files/files'

/** What says most about what someone may do in a team share, most first. */
const SAYING = [
  'FILE_MANAGE',
  'FILE_SHARE',
  'FILE_WRITE',
  'FILE_READ',
  'FILE_PREVIEW',
  'FILE_ADD',
  'FOLDER_VIEW',
] as const satisfies Permission[]
/** Of administrators who are no members: they look after what others keep, and do not write in their name. */
const MEMBERS_ONLY = 'MEMBERS_ONLY'
export type OwnRole = (typeof SAYING)[number] | typeof MEMBERS_ONLY

/** By what the server lets one do, whatever the role is called. */
export function ownRoleOf(permissions: readonly Permission[]): OwnRole | undefined {
  const most = SAYING.find((one) => permissions.includes(one))
  return most === 'FILE_MANAGE' && !permissions.includes('FILE_WRITE') ? MEMBERS_ONLY : most
}

/** Whether one may add files and see none. */
export const addsUnseen = (permissions: readonly Permission[]): boolean =>
  ownRoleOf(permissions) === 'FILE_ADD'
