import type { LocalEntry } from '../core/local-tree.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import type { Trees } from '../core/trees.ts'
import { VERIFY } from '../words/commands.ts'
import type { VerifyView } from './methods.ts'
import type { RunningRoot } from './running-root.ts'

/** Reads every file of the disk again, whatever its stamp says, and compares it with what the service has. */
export async function verifyRoots(roots: readonly RunningRoot[]): Promise<VerifyView> {
  const differences: { path: string; what: string }[] = []
  let files = 0
  let bytes = 0
  for (const root of roots) {
    await root.sync.syncOnce()
    const trees = await root.trees()
    for (const entry of trees.local.entries()) {
      if (entry.kind !== 'file') continue
      const folder = trees.local.wayTo(entry.parentId)
      const read = folder && (await root.disk.read({ ...entry, folder }))
      const path = pathOf(trees, entry)
      files++
      if (!read || read === 'changed') differences.push({ path, what: VERIFY.changing })
      else {
        bytes += read.size
        const what = whatDiffers(trees, entry, read.content)
        if (what) differences.push({ path, what })
      }
    }
    for (const row of trees.remote.rows())
      if (row.kind === 'file' && trees.remote.visible(row.id) && !trees.links.ofRow(row.id))
        differences.push({ path: row.name, what: VERIFY.notHere })
  }
  return { files, bytes, differences }
}

function whatDiffers({ links, remote }: Trees, { id }: LocalEntry, content: string): string | undefined {
  const link = links.ofLocal(id)
  const row = link && remote.visible(link.rowId)
  if (!row) return VERIFY.notThere
  return row.content === content ? undefined : VERIFY.differs
}

function pathOf({ local }: Trees, { name, parentId }: LocalEntry): string {
  const above = parentId === TOP_LOCAL ? [] : (local.wayTo(parentId) ?? [])
  return [...above.map(({ rawName }) => rawName), name].join('/')
}
