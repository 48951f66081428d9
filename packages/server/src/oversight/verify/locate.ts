import type { EntryId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { findEntry } from '../../records/entries.ts'
import { findRoot } from '../../records/roots.ts'
import type { Contradiction } from './queries.ts'

const DEEPEST = 1000

/** Says where something is, for people: organization, root, path, and the numbers that the API knows it by. */
export async function locate(
  db: Db,
  { organization_id, root_id, entry_id, revision_id }: Contradiction,
): Promise<string> {
  if (root_id === undefined) return `Organization ${organization_id}`
  const root = await findRoot(db, root_id)
  const place = `Organization ${root?.organization_id}, root ${root_id} “${root?.name ?? ''}”`
  if (entry_id === undefined) return place
  const names: string[] = []
  let kind = 'item'
  // By hand, because folders that are in each other are among what is looked for.
  for (let id: EntryId | 0 = entry_id; id !== 0 && names.length < DEEPEST; ) {
    const entry = await findEntry(db, root_id, id)
    if (id === entry_id) kind = entry?.kind ?? kind
    names.unshift(entry?.name ?? '?')
    id = entry?.parent_id ?? 0
  }
  const revision = revision_id === undefined ? '' : `, revision ${revision_id}`
  return `${place}, /${names.join('/')} (${kind} ${entry_id}${revision})`
}
