import { readdirSync } from 'node:fs'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { isItemName, rawOfText } from '../../core/backup-meta.ts'
import { TOP_ROW } from '../../core/remote-tree.ts'
import type { OpenFolder } from '../../disk/open-folder.ts'
import type { Server } from '../../ports/server.ts'
import { TargetFolder } from './target.ts'
import { attributesOf } from './write-item.ts'

/** Of a larger backup it is not said: whoever asks waits for it. */
const MOST_ITEMS = 20_000

/**
 * How many files in a folder are newer than in a backup then, so that a restore keeps them unless told otherwise. Null where there
 * are too many, or it gets too late. Nothing is changed, and no content is compared: a file that was only touched counts.
 */
export async function countNewer(
  server: Pick<Server, 'getSnapshot'>,
  folder: OpenFolder,
  { asOfSeq, folderId = TOP_ROW }: { asOfSeq: number; folderId?: EntryId | undefined },
  isLate: () => boolean,
): Promise<number | null> {
  if (readdirSync(folder.path).length === 0) return 0
  const items: SyncEntry[] = []
  for (let after: string | undefined; ; ) {
    const page = await server.getSnapshot({ asOfSeq, ...(after !== undefined && { after }) })
    items.push(...page.results)
    if (items.length > MOST_ITEMS || isLate()) return null
    if (page.next === null) break
    after = page.next
  }
  const inside = Map.groupBy(items, ({ parent_id }) => parent_id)
  using top = new TargetFolder(`${folder.path}/.`)
  return countIn(top, inside, folderId)
}

function countIn(folder: TargetFolder, inside: Map<EntryId, SyncEntry[]>, id: EntryId): number {
  let newer = 0
  for (const entry of inside.get(id) ?? []) {
    const { raw = rawOfText(entry.name), mtime } = attributesOf(entry)
    const there = isItemName(raw) ? folder.find(raw) : undefined
    if (there?.isDirectory() && entry.kind === 'folder') {
      using below = folder.open(raw)
      newer += countIn(below, inside, entry.entry_id)
    } else if (there && !there.isDirectory() && entry.kind === 'file' && there.mtimeNs > mtime) newer++
  }
  return newer
}
