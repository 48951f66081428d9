import type { ContainerAccess, EntryAccess, RootAccess } from '../../access/authorize.ts'

const UNLOCKED = { locked_by: null, lock_holder: null, locked_at: null, lock_until: null }
const withoutLock = ({ root }: Pick<RootAccess, 'root'>) => ({ ...root, ...UNLOCKED })

/** An item as its caller may be shown it: through a link, nothing above what that shares. */
export function seenEntry<Access extends Pick<EntryAccess, 'root' | 'ancestors' | 'hidden'>>(
  access: Access,
): Access {
  if (access.hidden === undefined) return access
  return { ...access, root: withoutLock(access), ancestors: access.ancestors.slice(access.hidden) }
}

export function seenContainer<Access extends ContainerAccess>(access: Access): Access {
  if (access.folder?.hidden === undefined) return access
  return { ...access, root: withoutLock(access), folder: seenEntry(access.folder) }
}
