import type { EntryId } from '@holdfast/api/ids'
import type { Link } from '../../src/core/links.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import type { Op } from '../../src/core/ops.ts'
import type { RemoteRow } from '../../src/core/remote-tree.ts'
import type { Trees } from '../../src/core/trees.ts'

/** Gives ids and versions that were not there before. */
export interface Numbers {
  next(): number
}

/** What the trees are after an operation that went well, as an engine would have them after its next look. */
export function applyOp(trees: Trees, op: Op, numbers: Numbers): void {
  const { remote, local, links } = trees
  const newer = (row: RemoteRow, changes: Partial<RemoteRow>): RemoteRow => {
    const changed = { ...row, ver: row.ver + 1, ...changes }
    remote.learn(changed)
    return changed
  }
  switch (op.op) {
    case 'rename_conflicting': {
      const name = `${op.local.name} conflict ${numbers.next()}`
      local.put({ ...op.local, name, rawName: name })
      return
    }
    case 'remove':
      local.remove(op.local.id)
      links.drop(op.link.rowId)
      return
    case 'move': {
      const { link, row, folder, name } = op
      local.put({ ...op.local, parentId: folder, name, rawName: name })
      if (row) links.put({ ...link, rowParent: row.parentId, localParent: folder, name, placeVer: row.ver })
      return
    }
    case 'make': {
      const { row, folder } = op
      const id = `made ${numbers.next()}` as LocalId
      const { kind, name, content } = row
      local.put({ id, parentId: folder, kind, name, rawName: name, content, stamp: '', size: 0 })
      links.put(linkOf(row, id, folder))
      return
    }
    case 'replace':
      local.put({ ...op.local, content: op.row.content })
      links.put({ ...op.link, content: op.row.content, contentVer: op.row.ver })
      return
    case 'create': {
      const { id: localId, parentId, kind, name, content } = op.local
      const id = numbers.next() as EntryId
      const row = newer(blank(id), { parentId: op.folder, kind, name, content })
      links.put(linkOf(row, localId, parentId))
      return
    }
    case 'send': {
      const { ver, content } = newer(op.row, { content: op.local.content })
      links.put({ ...op.link, content, contentVer: ver })
      return
    }
    case 'place': {
      const { folder: rowParent, localFolder: localParent, name } = op
      const { ver: placeVer } = newer(op.row, { parentId: rowParent, name })
      links.put({ ...op.link, rowParent, localParent, name, placeVer })
      return
    }
    case 'delete':
      newer(op.row, { deleted: true })
      links.drop(op.link.rowId)
  }
}

const linkOf = (
  { id, parentId, kind, name, content, ver }: RemoteRow,
  localId: LocalId,
  localParent: LocalId,
): Link => ({
  rowId: id,
  localId,
  kind,
  rowParent: parentId,
  localParent,
  name,
  content,
  contentVer: ver,
  placeVer: ver,
})

/** A row of which nothing is known yet but its id. */
export const blank = (id: EntryId): RemoteRow => ({
  id,
  parentId: 0 as EntryId,
  kind: 'file',
  name: '',
  ver: 0,
  seq: 0,
  revisionId: null,
  content: null,
  size: 0,
  modified: null,
  deleted: false,
})
