import { type DamagedPart, MOST_DAMAGED } from '@holdfast/api/oversight/safety'
import { formatUtc } from '@holdfast/api/time'
import type { EntryAccess, RootAccess } from '../../access/read-entry.ts'
import type { Db } from '../../platform/db/database.ts'
import { listEntries, waysTo } from '../../records/many-entries.ts'
import { listDamaged, listDamagedUses } from './queries.ts'

/** Of a folder more are looked at, since they may be in others. */
const MOST_LOOKED_AT = 1000

/** What is known to be damaged of a file, or of what is in a folder or root: of every version that there is. */
export async function knownDamage(
  db: Db,
  { root, entry }: Pick<RootAccess, 'root'> & Partial<EntryAccess>,
): Promise<DamagedPart[]> {
  const chunks = await listDamaged(db, root.id)
  if (chunks.length === 0) return []
  const fileId = entry?.kind === 'file' ? entry.id : undefined
  const limit = fileId === undefined ? MOST_LOOKED_AT : MOST_DAMAGED
  const uses = await listDamagedUses(db, root.id, chunks, { fileId, limit })
  const files = await listEntries(db, root.id, [...new Set(uses.map(({ entry_id }) => entry_id))])
  const wayTo = await waysTo(db, root.id, files)
  const paths = new Map(
    files.flatMap((file) => {
      const way = [...wayTo(file), file]
      if (entry && !way.some(({ id }) => id === entry.id)) return []
      return [[file.id, way.map(({ name }) => `/${name}`).join('')] as const]
    }),
  )
  return uses
    .flatMap(({ entry_id: file_id, revision_id, created_at, replaced_at, position, size }): DamagedPart[] => {
      const path = paths.get(file_id)
      if (path === undefined) return []
      const of = { file_id, path, revision_id, created: formatUtc(created_at), current: replaced_at === null }
      return [{ ...of, position, size }]
    })
    .slice(0, MOST_DAMAGED)
}
