import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { Link } from '../../src/core/links.ts'
import type { LocalId } from '../../src/core/local-id.ts'
import type { LocalEntry } from '../../src/core/local-tree.ts'
import type { Op } from '../../src/core/ops.ts'
import { type RemoteRow, timeOf } from '../../src/core/remote-tree.ts'
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
      const modified = timeOf(row) ?? null
      local.put({ id, parentId: folder, kind, name, rawName: name, content, stamp: '', size: 0, modified })
      links.put(linkOf(row, id, folder))
      return
    }
    case 'replace': {
      const { content, ver } = op.row
      local.put({ ...op.local, content, modified: timeOf(op.row) ?? null })
      links.put({ ...op.link, content, ...timesOf(op.row), contentVer: ver })
      return
    }
    case 'set_time':
      local.put({ ...op.local, modified: op.modified })
      links.put({ ...op.link, ...timesOf(op.row), contentVer: op.row.ver })
      return
    case 'touch': {
      const row = newer(op.row, { modified: formatUtc(op.modified) })
      links.put({ ...op.link, ...timesOf(row), contentVer: row.ver })
      return
    }
    case 'create': {
      const { id: localId, parentId, kind, name, content } = op.local
      const modified = told(op.local)
      const id = numbers.next() as EntryId
      const row = newer(blank(id), { parentId: op.folder, kind, name, content, modified })
      links.put(linkOf(row, localId, parentId))
      return
    }
    case 'send': {
      const row = newer(op.row, { content: op.local.content, modified: told(op.local) })
      links.put({ ...op.link, content: row.content, ...timesOf(row), contentVer: row.ver })
      return
    }
    case 'retake': {
      const { id: localId, parentId, name, content } = op.local
      const { row: old, backup } = op
      const place = { parentId: op.folder, name, deleted: false }
      const row = newer(old, { ...place, content, modified: told(op.local) })
      if (backup) {
        const copy = newer({ ...old, id: numbers.next() as EntryId, ver: 0 }, {})
        links.put(linkOf(copy, backup.localId, backup.localParent))
      }
      links.put(linkOf(row, localId, parentId))
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

const told = ({ modified }: LocalEntry): string | null => (modified === null ? null : formatUtc(modified))
const timesOf = (row: RemoteRow) => ({ modified: row.modified, localModified: timeOf(row) ?? null })

const linkOf = (row: RemoteRow, localId: LocalId, localParent: LocalId): Link => ({
  rowId: row.id,
  localId,
  kind: row.kind,
  rowParent: row.parentId,
  localParent,
  name: row.name,
  content: row.content,
  ...timesOf(row),
  contentVer: row.ver,
  placeVer: row.ver,
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
