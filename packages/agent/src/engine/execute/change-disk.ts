import { formatUtc } from '@holdfast/api/time'
import { conflictName } from '../../core/conflict-name.ts'
import type { LocalId } from '../../core/local-id.ts'
import { isLeftover } from '../../core/must-stay.ts'
import type { Arranging } from '../../core/ops.ts'
import type { Engine } from '../state/engine.ts'
import { isAsPlanned, seen } from '../state/seen.ts'
import { unlessTrouble } from '../state/trouble.ts'
import type { Deed } from './group.ts'

type OpOf<Name extends Arranging['op']> = Extract<Arranging, { op: Name }>

export function arrange(engine: Engine, op: Arranging): Deed {
  switch (op.op) {
    case 'rename_conflicting':
      return renameConflicting(engine, op)
    case 'remove':
      return remove(engine, op)
    case 'move':
      return move(engine, op)
    case 'set_time':
      return setTime(engine, op)
  }
}

function remove(engine: Engine, op: OpOf<'remove'>): Deed {
  const { state, disk } = engine
  const { trees } = state
  const { link, local } = op
  const leftoversIn = (folder: LocalId): ReadonlySet<LocalId> => {
    const inside = trees.local.children(folder).filter((child) => isLeftover(trees, child))
    return new Set([...trees.leftovers, ...inside.map(({ id }) => id)])
  }
  return {
    op,
    prepare: () => isAsPlanned(engine, op),
    takeBack: () => {
      state.toScan.add(local.parentId)
      if (local.kind === 'folder') state.toScan.add(local.id)
    },
    act: async () => {
      const item = seen(engine, local)
      const result = item && (await unlessTrouble(engine, op, () => disk.remove(item, leftoversIn(local.id))))
      if (result === 'done') {
        trees.local.remove(local.id)
      } else if (result === 'leftover') trees.leftovers.add(local.id)
      else return undefined
      return { folders: [local.parentId], agree: () => trees.links.drop(link.rowId) }
    },
  }
}

function move(engine: Engine, op: OpOf<'move'>): Deed {
  const { state, disk } = engine
  const { trees } = state
  const { link, local, folder, name, row } = op
  const agreed = row && { rowParent: row.parentId, localParent: folder, name }
  return {
    op,
    prepare: () => {
      if (!isAsPlanned(engine, op)) return false
      if (agreed) trees.links.put({ ...link, prepared: { what: 'move', ...agreed, ver: row.ver } })
      return true
    },
    takeBack: () => {
      if (agreed) trees.links.put(link)
      for (const id of [local.parentId, folder]) state.toScan.add(id)
    },
    act: async () => {
      const item = seen(engine, local)
      const to = trees.local.wayTo(folder)
      const result = item && to && (await unlessTrouble(engine, op, () => disk.move(item, to, name)))
      if (!result || typeof result === 'string') return undefined
      state.noteMove(local, { parentId: folder, name, stamp: result.stamp })
      return {
        folders: [folder, local.parentId],
        agree: () => agreed && trees.links.put({ ...link, ...agreed, placeVer: row.ver }),
      }
    },
  }
}

/**
 * Sets the time that somebody has given a file elsewhere. Its stamp stays the old one here: the next look reads it, so that
 * what was written to it in this very moment is not missed.
 */
function setTime(engine: Engine, op: OpOf<'set_time'>): Deed {
  const { state, disk } = engine
  const { trees, toScan } = state
  const { link, row, local, modified } = op
  return {
    op,
    prepare: () => isAsPlanned(engine, op),
    takeBack: () => toScan.add(local.parentId),
    act: async () => {
      const item = seen(engine, local)
      const result = item && (await unlessTrouble(engine, op, () => disk.setTime(item, modified)))
      if (!result || result === 'changed') return undefined
      trees.local.put({ ...local, modified: result.modified })
      toScan.add(local.parentId)
      const agreed = { modified: row.modified, localModified: result.modified, contentVer: row.ver }
      return { folders: [], agree: () => trees.links.put({ ...link, ...agreed }) }
    },
  }
}

/** A local item makes room for one of the service that has its name, and becomes one of its own. */
function renameConflicting(engine: Engine, op: OpOf<'rename_conflicting'>): Deed {
  const { state, disk, clock, settings } = engine
  const { trees } = state
  const { local } = op
  return {
    op,
    prepare: () => isAsPlanned(engine, op),
    takeBack: () => state.toScan.add(local.parentId),
    act: async () => {
      const item = seen(engine, local)
      const date = formatUtc(clock.now()).slice(0, 10)
      const { machine } = settings()
      const name = freeName((number) => conflictName({ ...local, machine, date }, number))
      const result = item && (await unlessTrouble(engine, op, () => disk.move(item, item.folder, name)))
      if (!result || typeof result === 'string') return undefined
      state.noteMove(local, { parentId: local.parentId, name, stamp: result.stamp })
      return { folders: [local.parentId], agree: () => undefined }
    },
  }

  function freeName(numbered: (number: number) => string): string {
    const row = trees.links.ofLocal(local.parentId)?.rowId
    for (let number = 1; ; number++) {
      const candidate = numbered(number)
      const isTaken =
        trees.local.named(local.parentId, candidate).length > 0 ||
        (row !== undefined && trees.remote.named(row, candidate) !== undefined)
      if (!isTaken) return candidate
    }
  }
}
