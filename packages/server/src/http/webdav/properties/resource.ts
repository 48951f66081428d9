import type { Instant } from '@holdfast/api/time'
import type { ActiveLock } from '../../../files/webdav/locks/locks-on.ts'
import type { PropertyRow } from '../../../files/webdav/properties/queries.ts'

/** Something that a program sees, with all that its properties are made from. */
export interface Resource {
  href: string
  name: string
  isFolder: boolean
  size: number
  /** None for what was not made at a time, such as the top level. */
  created: Instant | undefined
  modified: Instant | undefined
  etag: string | undefined
  /** Locks of its own and above it; none is told where nothing can be locked. */
  locks: readonly ActiveLock[] | undefined
  quota: { used: number; available: number | undefined } | undefined
  /** What programs keep with it. */
  kept: readonly PropertyRow[]
}
