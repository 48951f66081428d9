import type { EntryId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import { type Growth, NO_GROWTH, sumOf } from '../../platform/content/growth.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type EntryRow, findEntry, listAncestors } from '../../records/entries.ts'
import type { Way } from '../../records/touch-folders.ts'
import { checkDepth } from '../basics/check-depth.ts'
import { type Copying, copyRows } from './copy-rows.ts'
import { listLiveChildren } from './queries.ts'

/** Items of one transaction: enough to be quick, and few enough that others need not wait long. */
export const AT_ONCE = 500
const PAGE = 100

/** A folder whose items are still to be copied, those after a name. */
interface Frame {
  source: EntryId
  target: EntryId
  /** 1 for the folder that is copied. */
  level: number
  after: string
}

/** How far a copy has come. Holds a page of folders for each level, however large the tree. */
export interface Walk {
  /** The folder that is copied, and its copy. */
  source: EntryRow
  topId: EntryId
  /** Number of the first change in the target's log. */
  firstSeq: number
  /** The deepest folder that was copied until now. */
  height: number
  frames: readonly Frame[]
}

export const beginWalk = (source: EntryRow, top: EntryRow): Walk => ({
  source,
  topId: top.id,
  firstSeq: top.seq,
  height: 1,
  frames: [{ source: source.id, target: top.id, level: 1, after: '' }],
})

/** Copies the next items of a tree, about as many as `AT_ONCE`. Gives what is left, and how many bytes are newly stored. */
export async function walkOn(tx: Tx, copying: Copying, walk: Walk): Promise<{ walk: Walk; growth: Growth }> {
  const frames = [...walk.frames]
  const ways = new Map<EntryId, Way>()
  let growth = NO_GROWTH
  let { height } = walk
  for (let copied = 0; copied < AT_ONCE; ) {
    const frame = frames.pop()
    if (!frame) break
    const { source, target, after } = frame
    const way = ways.get(target) ?? (await wayTo(tx, copying, walk, target))
    ways.set(target, way)
    const page = await listLiveChildren(tx, {
      rootId: walk.source.root_id,
      parentId: source,
      after,
      limit: PAGE,
    })
    const last = page.at(-1)
    if (last && page.length === PAGE) frames.push({ ...frame, after: last.name_key })
    // A folder may be copied into itself, but not the copy as well.
    const sources = page.filter(({ id }) => id !== walk.topId)
    // A folder without items costs a look, too.
    copied += Math.max(sources.length, 1)
    if (sources.length === 0) continue
    const part = { way, sources, firstSeq: walk.firstSeq }
    const made = await copyRows(tx, copying, part)
    growth = sumOf(growth, made.growth)
    const level = frame.level + 1
    for (const [n, { id, kind }] of sources.entries()) {
      if (kind !== 'folder') continue
      // The source may have grown since it was looked at.
      checkDepth(copying.root, copying.to.length + level)
      height = Math.max(height, level)
      const copy = made.copies[n] as EntryRow
      ways.set(copy.id, [...way, copy])
      frames.push({ source: id, target: copy.id, level, after: '' })
    }
  }
  return { walk: { ...walk, height, frames }, growth }
}

/**
 * A folder that was made before, with those that it is in. Anyone who lists deleted items can restore what is there of a
 * hidden copy; what comes later must not follow it.
 */
async function wayTo(tx: Tx, { root, to, hidden }: Copying, { topId }: Walk, target: EntryId): Promise<Way> {
  if (!hidden && target === topId) return [...to, { id: target, deleted_at: null }]
  const folder = await findEntry(tx, root.id, target)
  const way = folder ? [...(await listAncestors(tx, folder)), folder] : []
  if (hidden && !way.some(({ id, deleted_at }) => id === topId && deleted_at !== null))
    fail('temporarily_unavailable', 'Someone changed the copy before it was complete. Try again.')
  return way
}
