import type { OrganizationId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import type { Above } from '../../records/organization-tree.ts'
import { listBelow, type OrganizationBelow } from './queries.ts'

const AT_ONCE = 1000

/** An organization below another, with all that a list of many shows of it. */
export interface Listed {
  row: OrganizationBelow
  /** Undefined: it is directly below the one that the list is of. */
  above: Listed | undefined
  accountsBelow: number
  spaceBelow: number
}

/** All organizations below one, in the order of their paths. */
export async function readSubtree(
  db: Db,
  { id, path }: Pick<Above, 'id' | 'path'>,
): Promise<Map<OrganizationId, Listed>> {
  const listed = new Map<OrganizationId, Listed>()
  for (let after: string | undefined = path; after !== undefined; ) {
    const rows: OrganizationBelow[] = await listBelow(db, path, after, AT_ONCE)
    for (const row of rows) {
      // Paths of those above come first.
      const above = row.parent_id === null || row.parent_id === id ? undefined : listed.get(row.parent_id)
      listed.set(row.id, { row, above, accountsBelow: 0, spaceBelow: 0 })
    }
    after = rows.at(-1)?.path
  }
  for (const { row, above } of listed.values())
    for (let each = above; each; each = each.above) {
      each.accountsBelow += row.persons_count
      each.spaceBelow += row.stored_size
    }
  return listed
}

/** It and those above it, up to the one that the list is of, without that. */
export const chainOf = ({ row, above }: Listed): OrganizationBelow[] =>
  above ? [row, ...chainOf(above)] : [row]
