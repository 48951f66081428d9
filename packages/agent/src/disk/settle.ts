import { unlinkSync } from 'node:fs'
import path from 'node:path'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { giveNameUnnoted } from './give-name.ts'
import { getItem, type Item, identityOf, itemAt, kindOf } from './identity.ts'
import { moveFolder } from './move-item.ts'
import { dropNote, findNote, type Note } from './notes.ts'
import { numbered } from './numbered.ts'
import { type OpenFolder, openNearest } from './open-folder.ts'
import type { OpenTop } from './open-top.ts'
import { OWN_PARTS } from './own-folder.ts'

/** Ends what a crash left between two steps. */
export function settle(top: OpenTop): void {
  const note = findNote(top)
  if (note) settleNote(top, note)
  if (itemAt(top.own.via)) bringFromBetween(top, note ?? { from: 'recovered', to: 'recovered' })
  dropNote(top)
  // Placed, as far as the disk got: a staged file has no other name before.
  for (const name of top.own.list('staged')) {
    const staged = top.own.at('staged', name)
    const item = itemAt(staged)
    if (item && item.nlink > 1 && kindOf(item) === 'file') unlinkSync(staged)
  }
}

function settleNote(top: OpenTop, { from, to, how }: Note): void {
  if (how === 'via') return
  using before = openSpot(top, from)
  using after = openSpot(top, to)
  const [old, young] = [before.item, after.item]
  if (how === 'reserved') {
    if (old && young?.isFile() && young.size === 0) unlinkSync(after.path)
  } else if (old?.isFile() && young && identityOf(old) === identityOf(young)) unlinkSync(before.path)
}

/** Whatever became of its names meanwhile, nothing is replaced. */
function bringFromBetween(top: OpenTop, { from, to }: Note): void {
  const { via } = top.own
  for (const spot of [to, from]) {
    using at = openSpot(top, spot)
    if (at.isThere && showInstead(via, at.path, at.item)) return
  }
  using nearest = openNearest(top, path.posix.dirname(from))
  for (const name of numbered(path.posix.basename(from)))
    if (showInstead(via, nearest.folder.at(name), itemAt(nearest.folder.at(name)))) return
}

function showInstead(via: string, to: string, there: Item | undefined): boolean {
  const item = getItem(via)
  if (there && identityOf(there) === identityOf(item)) {
    unlinkSync(via)
    return true
  }
  const shown = kindOf(item) === 'folder' ? moveFolder({ path: via }, { path: to }) : giveNameUnnoted(via, to)
  return shown === 'done'
}

/** Where a note speaks of, reached name by name; nothing is there once a folder on the way is none. */
interface Spot extends Disposable {
  readonly path: string
  readonly isThere: boolean
  readonly item: Item | undefined
}

function openSpot(top: OpenTop, fromTop: string): Spot {
  const [first = '', part, name = ''] = fromTop.split('/')
  const own = first === STAGING_FOLDER ? OWN_PARTS.find((one) => one === part) : undefined
  if (own) return spotAt(top.own.at(own, name))
  const dirname = path.posix.dirname(fromTop)
  const nearest = openNearest(top, dirname)
  const isThere = nearest.way === (dirname === '.' ? '' : dirname)
  return spotAt(nearest.folder.at(path.posix.basename(fromTop)), nearest.folder, isThere)
}

const spotAt = (at: string, folder?: OpenFolder, isThere = true): Spot => ({
  path: at,
  isThere,
  item: isThere ? itemAt(at) : undefined,
  [Symbol.dispose]: () => folder?.[Symbol.dispose](),
})
