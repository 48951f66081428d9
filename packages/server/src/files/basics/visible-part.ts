import type { ContainerAccess, EntryAccess, RootAccess } from '../../access/authorize.ts'
import { UNLOCKED } from '../../records/entries.ts'

const withoutLock = ({ root }: Pick<RootAccess, 'root'>) => ({ ...root, ...UNLOCKED })

/** An item as its caller may be shown it: through a link, nothing above what that shares. */
export function visiblePart<Access extends Pick<EntryAccess, 'root' | 'ancestors' | 'hidden'>>(
  access: Access,
): Access {
  if (access.hidden === undefined) return access
  return { ...access, root: withoutLock(access), ancestors: access.ancestors.slice(access.hidden) }
}

export function visibleContainer<Access extends ContainerAccess>(access: Access): Access {
  if (access.folder?.hidden === undefined) return access
  return { ...access, root: withoutLock(access), folder: visiblePart(access.folder) }
}
