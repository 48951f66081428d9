import type { Link } from '../../core/links.ts'
import type { LocalId } from '../../core/local-id.ts'
import type { LocalOp } from '../../core/ops.ts'
import type { RemoteRow } from '../../core/remote-tree.ts'
import { ask } from '../ask.ts'
import type { Engine } from '../engine.ts'
import { save } from '../state.ts'

type Bringing = Extract<LocalOp, { op: 'make' | 'replace' }>

/**
 * Makes an item of the service appear on the disk. It is complete before anyone can see it, and the link is written down
 * before: after a crash, an item that is not among what is staged any more is known to be ours.
 */
export async function bringContent(engine: Engine, op: Bringing): Promise<void> {
  const staged = await stage(engine, op.row)
  if (staged === undefined) return
  if (op.op === 'make') await make(engine, op, staged)
  else await replace(engine, op, staged)
}

async function stage({ server, disk }: Engine, row: RemoteRow): Promise<LocalId | undefined> {
  if (row.kind === 'folder') return disk.stageFolder()
  const opened = await ask(() => server.openContent(row))
  return 'none' in opened ? undefined : disk.stageFile(opened.answer, [])
}

async function make(
  { state, disk, store }: Engine,
  { row, folder }: Extract<Bringing, { op: 'make' }>,
  staged: LocalId,
): Promise<void> {
  const { links, local } = state.trees
  const way = local.wayTo(folder)
  if (!way || links.ofRow(row.id)) return disk.dropStaged(staged)
  const { id: rowId, parentId: rowParent, kind, name, content, ver } = row
  const link: Link = {
    rowId,
    localId: staged,
    kind,
    rowParent,
    localParent: folder,
    name,
    content,
    contentVer: ver,
    placeVer: ver,
  }
  links.put({ ...link, prepared: { what: 'make' } })
  await save(state, store)
  const result = await disk.place(staged, way, name)
  if (typeof result === 'string') {
    links.drop(rowId)
    await save(state, store)
    state.toScan.add(folder)
    return disk.dropStaged(staged)
  }
  await disk.flush(way)
  const { stamp } = result
  local.put({ id: staged, parentId: folder, kind, name, rawName: name, content, stamp, size: row.size })
  if (content !== null) state.knowFile(staged, { stamp, content })
  links.put(link)
  await save(state, store)
}

async function replace(
  { state, disk, store }: Engine,
  { link, row, local: old }: Extract<Bringing, { op: 'replace' }>,
  staged: LocalId,
): Promise<void> {
  const { links, local } = state.trees
  const folder = local.wayTo(old.parentId)
  const { content, ver } = row
  if (!folder || content === null || links.ofRow(row.id) !== link) return disk.dropStaged(staged)
  links.put({ ...link, prepared: { what: 'replace', localId: staged, content, ver } })
  await save(state, store)
  const { id, rawName, stamp } = old
  const result = await disk.replace(staged, { id, rawName, stamp, folder })
  if (result === 'changed') {
    links.put(link)
    await save(state, store)
    state.toScan.add(old.parentId)
    return disk.dropStaged(staged)
  }
  await disk.flush(folder)
  local.remove(old.id)
  state.knowFile(old.id, undefined)
  local.put({ ...old, id: staged, content, stamp: result.stamp, size: row.size })
  state.knowFile(staged, { stamp: result.stamp, content })
  links.put({ ...link, localId: staged, content, contentVer: ver })
  await save(state, store)
}
