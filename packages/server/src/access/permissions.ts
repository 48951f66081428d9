import { PERMISSIONS, type Permission } from '@holdfast/api/files'
import type { RootRow } from '../roots/queries.ts'
import type { Principal } from './principal.ts'

const ALL: ReadonlySet<Permission> = new Set(PERMISSIONS)
const ALL_BUT_WRITE: ReadonlySet<Permission> = new Set(PERMISSIONS.filter((name) => name !== 'FILE_WRITE'))
const NONE: ReadonlySet<Permission> = new Set()

/** Administrators look after what others keep; they do not write in their name. */
export const BROWSING: ReadonlySet<Permission> = new Set(['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE'])

/** Everything that someone may do in a root as one of those it is for. */
export function permissionsIn(root: RootRow, who: Principal): ReadonlySet<Permission> {
  const personId = who.kind === 'person' || who.kind === 'machine' ? who.personId : undefined
  if (personId === undefined || personId !== root.person_id) return NONE
  switch (root.root_type) {
    case 'sync':
      return ALL
    case 'backup':
      // A backup shows what a device held; nobody changes that by hand.
      return ALL_BUT_WRITE
    case 'share':
      // Rights in a team share come from its subscriptions alone.
      return NONE
  }
}
