import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../src/platform/db/database.ts'
import { WHOLE_ROOT } from '../../src/platform/db/statements.ts'

/** Something at the top level of a root, with what is in it. */
export interface TopItem {
  id: EntryId
  name: string
  deleted: boolean
  /** By path below it what each item is, itself included; without what is deleted in there. */
  items: Record<string, string>
}

/** Reads a root past the program: what it holds, and of which content. */
export async function readTrees(db: Db, rootId: RootId): Promise<TopItem[]> {
  const rows = await db
    .selectFrom('entry as e')
    .leftJoin('revision as v', (on) =>
      on.onRef('v.root_id', '=', 'e.root_id').onRef('v.id', '=', 'e.revision_id'),
    )
    .select(['e.id', 'e.parent_id', 'e.kind', 'e.name', 'e.deleted_at', 'v.content'])
    .where('e.root_id', '=', rootId)
    .orderBy('e.id')
    .modifyEnd(WHOLE_ROOT)
    .execute()
  const below = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const gather = (row: (typeof rows)[number], path: string, items: Record<string, string>): void => {
    items[path] =
      row.kind === 'folder' ? 'folder' : (row.content?.toString('hex') ?? 'a file without content')
    for (const child of below.get(row.id) ?? [])
      if (child.deleted_at === null) gather(child, `${path}/${child.name}`, items)
  }
  return (below.get(0) ?? []).map((row) => {
    const items: Record<string, string> = {}
    gather(row, '', items)
    return { id: row.id, name: row.name, deleted: row.deleted_at !== null, items }
  })
}

/** Whether all that one tree has is in another as well. */
export const isPartOf = ({ items }: TopItem, whole: TopItem): boolean =>
  Object.entries(items).every(([path, what]) => whole.items[path] === what)
