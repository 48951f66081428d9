import type { Instant } from '@holdfast/api/time'
import { authorizeContainer } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { holdRoot } from '../../../records/roots.ts'
import { authorizeChange } from '../../basics/authorize-change.ts'
import { touchInTransaction } from '../../writing/touch-file.ts'
import type { Found } from '../places/find-place.ts'
import { listProperties, putProperty, removeProperty } from './queries.ts'

/** Enough for all that programs are known to keep; what is larger is a file. */
export const MAX_PROPERTIES = 64
export const MAX_PROPERTY_BYTES = 16 * 1024

export interface PropertyChange {
  name: string
  /** XML; undefined takes the property away. */
  value: string | undefined
}

/** Changes what programs keep with an item, and a file's time: all of it or nothing. */
export async function changeProperties(
  ctx: Ctx,
  who: PersonPrincipal,
  { location, entry }: Found,
  changes: readonly PropertyChange[],
  modified: Instant | undefined,
): Promise<void> {
  const rootId = location.root.id
  for (const { name, value = '' } of changes)
    if (Buffer.byteLength(name) + Buffer.byteLength(value) > MAX_PROPERTY_BYTES)
      fail('policy_error', 'A property can have up to 16 KiB.')
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    await holdRoot(tx, rootId)
    if (entry)
      await authorizeChange(tx, who, { rootId, entryId: entry.id, kind: entry.kind }, 'FILE_WRITE', at)
    else await authorizeContainer(tx, who, { rootId, folderId: 0 }, 'FILE_WRITE')
    const place = { rootId, id: entry?.id ?? (0 as const) }
    for (const { name, value } of changes)
      if (value === undefined) await removeProperty(tx, place, name)
      else await putProperty(tx, place, { name, value })
    if ((await listProperties(tx, place)).length > MAX_PROPERTIES)
      fail('policy_error', `An item can have up to ${MAX_PROPERTIES} properties.`)
    if (modified !== undefined && entry?.kind === 'file')
      await touchInTransaction(tx, who, { rootId, fileId: entry.id }, { modified }, at)
  })
}
