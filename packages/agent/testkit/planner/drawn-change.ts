import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { LocalId } from '../../src/core/local-id.ts'
import { TOP_LOCAL } from '../../src/core/local-tree.ts'
import { type RemoteRow, TOP_ROW } from '../../src/core/remote-tree.ts'
import type { Trees } from '../../src/core/trees.ts'
import type { Chance } from '../sim/chance.ts'
import { blank, type Numbers } from './apply-op.ts'

const NAMES = ['a', 'A', 'b', 'c', 'd']

/** However the trees keep them. */
const inOrder = <T extends { readonly id: string | number }>(items: Iterable<T>): T[] =>
  [...items].sort((one, other) => (one.id < other.id ? -1 : 1))

/** Somebody changes something on one side. What would be no tree any more is not done. */
export function drawChange(trees: Trees, chance: Chance, numbers: Numbers): void {
  if (chance.happens(0.5)) changeRemotely(trees, chance, numbers)
  else changeLocally(trees, chance, numbers)
}

function changeRemotely({ remote }: Trees, chance: Chance, numbers: Numbers): void {
  const rows = inOrder(remote.rows())
  const live = rows.filter(({ id }) => remote.live(id))
  const parentId = chance.pick([TOP_ROW, ...live.filter(({ kind }) => kind === 'folder').map(({ id }) => id)])
  const name = chance.pick(NAMES)
  const content = `c${numbers.next()}`
  const modified = formatUtc(1000 * numbers.next())
  const old = chance.pick(live)
  const taken = remote.named(parentId, name)
  const newer = (row: RemoteRow, changes: Partial<RemoteRow>) =>
    remote.learn({ ...row, ver: row.ver + 1, ...changes })
  const draw = chance.next()
  if (!old || draw < 0.35) {
    const kind = chance.happens(0.4) ? 'folder' : 'file'
    const id = numbers.next() as EntryId
    if (!taken)
      newer(blank(id), {
        parentId,
        name,
        kind,
        ...(kind === 'file' ? { content, modified } : { content: null }),
      })
  } else if (draw < 0.43) newer(old, old.kind === 'file' ? { content, modified } : {})
  else if (draw < 0.5) newer(old, old.kind === 'file' ? { modified } : {})
  else if (draw < 0.65) newer(old, { deleted: true })
  else if (draw < 0.7) {
    const gone = chance.pick(rows.filter(({ deleted }) => deleted))
    if (gone && !remote.named(gone.parentId, gone.name)) newer(gone, { deleted: false })
  } else if ((!taken || taken.id === old.id) && !remote.isInside(parentId, old.id))
    newer(old, { parentId, name })
}

function changeLocally({ local }: Trees, chance: Chance, numbers: Numbers): void {
  const all = inOrder(local.entries())
  const parentId = chance.pick([
    TOP_LOCAL,
    ...all.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
  ])
  const name = chance.pick(NAMES)
  const content = `c${numbers.next()}`
  const modified = 1000 * numbers.next()
  const old = chance.pick(all)
  const isTaken = local.children(parentId).some((entry) => entry.name === name && entry.id !== old?.id)
  const draw = chance.next()
  if (!old || draw < 0.35) {
    const kind = chance.happens(0.4) ? 'folder' : 'file'
    const id = `local ${numbers.next()}` as LocalId
    const entry = { id, parentId, kind, name, rawName: name, stamp: '', size: 0 } as const
    if (!local.children(parentId).some((one) => one.name === name))
      local.put({
        ...entry,
        ...(kind === 'file' ? { content, modified } : { content: null, modified: null }),
      })
  } else if (draw < 0.43) local.put(old.kind === 'file' ? { ...old, content, modified } : old)
  else if (draw < 0.5) local.put(old.kind === 'file' ? { ...old, modified } : old)
  else if (draw < 0.65) local.remove(old.id)
  else if (!isTaken && !local.isInside(parentId, old.id)) local.put({ ...old, parentId, name, rawName: name })
}
