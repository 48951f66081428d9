import { storedName } from '@holdfast/api/files/names'
import { MINUTE_MS } from '@holdfast/api/time'
import { MOST_EARLY, PAUSE_MS } from '../core/finished.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import { type Calm, TOP_LOCAL } from '../core/local-tree.ts'
import { type DiskEntry, DiskTrouble, type Listing } from '../ports/disk.ts'
import { DiskLook } from './disk-look.ts'
import type { Engine } from './state/engine.ts'
import type { State } from './state/state.ts'
import { inPool } from './state/together.ts'
import { PROBLEM_OF_DISK } from './state/trouble.ts'
import { restedLonger, type UnreadFile } from './state/unread-files.ts'
import { wayUp } from './state/way-up.ts'

/** Someone who writes for so long is reported. */
const LONG_WRITING_MS = 15 * MINUTE_MS
const MAX_RETRY_MS = 10 * MINUTE_MS

/** What became of a folder that was to be looked into. `trouble`: nothing is known of what is in it. */
type Listed = Listing | 'same' | 'changed' | 'gone' | 'trouble'

/**
 * Looks at folders, one after the other, while others may change them. What is not where it was counts as missing only at
 * the end: it may have been moved to where we look later. Then files are read that are not known as they are, as many as
 * one look may; the others are as they were, as if they had been changed after it. Of new files only so many are noted; in
 * folders with more it looks again once those are read.
 */
export async function scan(engine: Engine, folders: Iterable<LocalId> | 'whole'): Promise<void> {
  const { state, disk, problems } = engine
  const look = new DiskLook(engine, folders)
  if (!look.isNeeded) return
  let mayTell = look.isWhole || problems.hasUnreadable
  for (let folder = look.next(); folder !== undefined; folder = look.next()) {
    const calm = state.trees.local.calm.get(folder)
    const listed = await list(engine, folder, calm)
    tell(look, folder, listed, calm)
    mayTell ||= typeof listed === 'object' && listed.hasUnreadable
  }
  await disk.check()
  const unreadable = mayTell ? await disk.listUnreadable() : []
  for (const id of look.end()) problems.noteDisk(id, '', null)
  problems.noteUnreadable(unreadable)
  const { local } = state.trees
  const isKnown = (id: LocalId) => state.toRead.has(id) || (!look.isWhole && local.get(id) !== undefined)
  problems.forgetDisk((id) => !look.folders.unreadable.has(id) && !isKnown(id))
  await readFiles(engine, look.mustRead)
  countLooks(state, look)
}

function tell(look: DiskLook, folder: LocalId, listed: Listed, calm: Calm | undefined): void {
  if (listed === 'changed') look.markMoved(folder)
  else if (listed === 'gone') look.markGone(folder)
  else if (listed === 'trouble') look.markUnreadable(folder)
  else if (listed === 'same') look.markSame(folder, calm?.folders ?? [])
  else look.takeListing(folder, listed)
}

async function list(
  { state, disk, problems }: Engine,
  folder: LocalId,
  calm: Calm | undefined,
): Promise<Listed> {
  const way = state.trees.local.wayTo(folder)
  if (!way) return 'gone'
  try {
    const listed = await disk.list(way, calm?.mark)
    problems.noteDisk(folder, '', null)
    return listed
  } catch (error) {
    if (!(error instanceof DiskTrouble) || folder === TOP_LOCAL) throw error
    // A volume that is mounted is reported where it is.
    const reason = error.reason === 'mounted' ? null : PROBLEM_OF_DISK[error.reason]
    problems.noteDisk(folder, problems.localPath(folder), reason)
    return 'trouble'
  }
}

/** What is linked but not known is read at once, whatever it costs: without it, it would seem to be missing. */
async function readFiles(engine: Engine, mustRead: Iterable<LocalId>): Promise<void> {
  const { state, limits, clock, problems } = engine
  const now = clock.now()
  let bytes = 0
  const chosen = new Set([...mustRead].flatMap((id) => state.toRead.get(id) ?? []))
  if (state.toRead.size - state.toRead.ready >= MOST_EARLY) state.toRead.rest()
  for (const one of state.toRead.values()) {
    if (chosen.size >= limits.readFiles || bytes > limits.readBytes) break
    const { entry, folder, since, notBefore } = one
    if (entry.restless && now - since >= LONG_WRITING_MS)
      problems.noteDisk(entry.id, pathOf(engine, folder, entry), 'being_written')
    if (notBefore > now) continue
    bytes += entry.size
    chosen.add(one)
  }
  await inPool([...chosen], limits.readsAtOnce, (one) => read(engine, one))
}

async function read(engine: Engine, unread: UnreadFile): Promise<void> {
  const { state, disk, problems, clock } = engine
  const { folder, entry, seenAt, notBefore, isEarly } = unread
  const { id, rawName, stamp, size, modified } = entry
  const way = state.trees.local.wayTo(folder)
  if (!way) return forget(engine, id)
  const seen = { id, rawName, stamp, folder: way }
  // Read only so that it does not seem to be missing: until it is read again, nothing is done about it.
  const isForNow = entry.restless && notBefore > clock.now()
  try {
    const file = await (isEarly && !isForNow ? disk.readFresh(seen, seenAt) : disk.read(seen))
    if (state.toRead.get(id) !== unread) return
    if (file === 'later') return void state.toRead.put({ ...unread, notBefore: clock.now() + PAUSE_MS })
    if (file === 'being_written') return void state.toRead.put(restedLonger(unread))
    if (!isForNow || file === 'changed') forget(engine, id)
    if (file === 'changed') return void state.toScan.add(folder)
    const { content } = file
    if (isEarly && entry.isCoarse) state.unsure.add(id)
    else state.unsure.delete(id)
    state.trees.local.put({
      id,
      parentId: folder,
      kind: 'file',
      name: storedName(rawName),
      rawName,
      content,
      stamp: isForNow ? '' : stamp,
      size,
      modified,
    })
  } catch (error) {
    if (!(error instanceof DiskTrouble)) throw error
    const tries = unread.tries + 1
    const retryAt = clock.now() + Math.min(MAX_RETRY_MS, 1000 * 2 ** tries)
    state.toRead.put({ ...unread, tries, notBefore: retryAt })
    problems.noteDisk(id, pathOf(engine, folder, entry), PROBLEM_OF_DISK[error.reason])
  }
}

function forget({ state, problems }: Engine, id: LocalId): void {
  state.toRead.delete(id)
  problems.noteDisk(id, '', null)
}

const pathOf = ({ problems }: Engine, folder: LocalId, { rawName }: DiskEntry): string =>
  [problems.localPath(folder), rawName].filter(Boolean).join('/')

/** One look more that has not found them, where someone has looked, and where nothing is that may be what they have become. */
function countLooks({ trees, toRead, toNote }: State, look: DiskLook): void {
  const { missing, local, links } = trees
  if (missing.size === 0) return
  const names = new Map<LocalId, ReadonlySet<string>>()
  const isUnread = (folder: LocalId, name: string): boolean => {
    const its =
      names.get(folder) ?? new Set(toRead.seenIn(folder).map(({ entry }) => storedName(entry.rawName)))
    names.set(folder, its)
    return toNote.has(folder) || its.has(name)
  }
  // This look has seen it, even if it was written to before it could be read.
  const isThere = ({ localId }: Link) => toRead.has(localId) || look.items.found.has(localId)
  // Where its folder is missing too, what counts is whether that was seen.
  const isMissed = (link: Link): boolean => {
    const { way, folder } = wayUp(trees, link)
    const isHere = (one: Link) => isThere(one) || isUnread(one.localParent, one.name)
    if (way.some((one) => isHere(one) || look.isCovered(one.localParent, one.name))) return false
    return folder && local.get(folder) ? look.folders.looked.has(folder) : !look.someUnreadable
  }
  for (const [id, looks] of missing) {
    const link = links.ofLocal(id)
    if (!link || local.get(id)) missing.delete(id)
    // What earlier looks have missed is there again, whatever is in it.
    else if (isThere(link)) missing.set(id, 0)
    else if (isMissed(link)) missing.set(id, looks + 1)
  }
}
