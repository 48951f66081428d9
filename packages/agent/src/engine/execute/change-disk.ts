import type { Link } from '../../core/links.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import type { LocalOp } from '../../core/ops.ts'
import type { Seen } from '../../ports/disk.ts'
import type { Engine } from '../engine.ts'
import { save } from '../state.ts'
import { bringContent } from './bring-content.ts'
import { renameConflicting } from './rename-conflicting.ts'

type OpOf<Name extends LocalOp['op']> = Extract<LocalOp, { op: Name }>

/** Changes the disk. What has become of the item since the plan was made is seen first; then nothing is done. */
export async function changeDisk(engine: Engine, op: LocalOp): Promise<void> {
  const { links } = engine.state.trees
  if ('link' in op && links.ofRow(op.link.rowId) !== op.link) return
  switch (op.op) {
    case 'rename_conflicting':
      return renameConflicting(engine, op.local)
    case 'remove':
      return remove(engine, op)
    case 'move':
      return move(engine, op)
    case 'make':
    case 'replace':
      return bringContent(engine, op)
  }
}

export function seen({ state }: Engine, { id, parentId, rawName, stamp }: LocalEntry): Seen | undefined {
  const folder = state.trees.local.wayTo(parentId)
  return folder && { id, rawName, stamp, folder }
}

async function remove(engine: Engine, { link, local }: OpOf<'remove'>): Promise<void> {
  const { state, disk, store } = engine
  const { trees } = state
  const item = seen(engine, local)
  if (!item) return
  const result = await disk.remove(item, trees.leftovers)
  if (result === 'done') {
    await disk.flush(item.folder)
    trees.local.remove(local.id)
    state.knowFile(local.id, undefined)
  } else if (result === 'leftover') trees.leftovers.add(local.id)
  else {
    state.toScan.add(local.parentId)
    if (local.kind === 'folder') state.toScan.add(local.id)
    return
  }
  trees.links.drop(link.rowId)
  await save(state, store)
}

async function move(engine: Engine, { link, local, folder, name, row }: OpOf<'move'>): Promise<void> {
  const { state, disk, store } = engine
  const { trees } = state
  const item = seen(engine, local)
  const to = trees.local.wayTo(folder)
  if (!item || !to) return
  const agreed: Link | undefined = row && {
    ...link,
    rowParent: row.parentId,
    localParent: folder,
    name,
    placeVer: row.ver,
  }
  if (agreed && row) {
    const { rowParent, localParent } = agreed
    trees.links.put({ ...link, prepared: { what: 'move', rowParent, localParent, name, ver: row.ver } })
    await save(state, store)
  }
  const result = await disk.move(item, to, name)
  const moved = typeof result !== 'string'
  if (moved) {
    await disk.flush(to)
    await disk.flush(item.folder)
    state.noteMove(local, { parentId: folder, name, stamp: result.stamp })
  } else for (const id of [local.parentId, folder]) state.toScan.add(id)
  if (agreed) trees.links.put(moved ? agreed : link)
  await save(state, store)
}
