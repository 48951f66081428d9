import { storedName } from '@holdfast/api/files/names'
import { MINUTE_MS } from '@holdfast/api/time'
import { RULES_FILE } from '../core/ignore-rules.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import { type Calm, type LocalEntry, TOP_LOCAL } from '../core/local-tree.ts'
import { type DiskEntry, DiskTrouble, type Listing } from '../ports/disk.ts'
import type { Engine } from './state/engine.ts'
import type { State } from './state/state.ts'
import { inPool } from './state/together.ts'
import { PROBLEM_OF_DISK } from './state/trouble.ts'
import type { Unread } from './state/unreads.ts'
import { wayUp } from './state/way-up.ts'

/** Two looks so far apart must agree before a file that was changed just now is read. */
const SETTLE_MS = 2000
/** Someone who writes for so long is told of. */
const LONG_WRITING_MS = 15 * MINUTE_MS
const MAX_RETRY_MS = 10 * MINUTE_MS

/**
 * Looks at folders, one after the other, while others may change them. What is not where it was counts as missing only at
 * the end: it may have been moved to where we look later. Then files are read that are not known as they are, as many as
 * one look may; the others are as they were, as if they had been changed after it. Of new files only so many are noted; in
 * folders with more it looks again once those are read.
 */
export async function scan(engine: Engine, folders: Iterable<LocalId> | 'whole'): Promise<void> {
  const { state, disk, problems } = engine
  const { local } = state.trees
  const whole = folders === 'whole'
  const queue: LocalId[] = whole ? [TOP_LOCAL] : [...folders]
  if (queue.length + state.toRead.size + state.toNote.size === 0) return
  const looked = new Set<LocalId>()
  const unreadable = new Set<LocalId>()
  /** Of those that are still to be read. */
  const found = new Set<LocalId>()
  const missed = new Map<LocalId, LocalId>()
  const mustRead: LocalId[] = []
  const unnoted = unnotedFolders(engine)
  for (let n = 0; ; ) {
    const folder = n < queue.length ? queue[n++] : unnoted.next().value
    if (folder === undefined) break
    if (looked.has(folder) || unreadable.has(folder)) continue
    state.toScan.delete(folder)
    const calm = local.calm.get(folder)
    const listed = await list(engine, folder, calm)
    // One that was moved is looked at where it is found.
    if (listed !== 'changed') state.toNote.delete(folder)
    if (typeof listed === 'string') {
      if (listed === 'trouble') unreadable.add(folder)
      else if (listed === 'changed') state.toScan.add(local.get(folder)?.parentId ?? TOP_LOCAL)
      else if (listed === 'same') looked.add(folder)
      if (listed === 'same' && whole) for (const id of calm?.folders ?? []) queue.push(id)
      continue
    }
    looked.add(folder)
    const before = new Map(local.children(folder).map((entry) => [entry.id, entry]))
    const folders: LocalId[] = []
    let isCalm = true
    for (const entry of listed.entries) {
      const { id } = entry
      const known = before.get(id) ?? local.get(id)
      before.delete(id)
      if (known && isAsBefore(known, folder, entry)) state.toRead.delete(id)
      else if (!known && mayWait(engine, folder, entry)) {
        state.toNote.add(folder)
        isCalm = false
      } else if (note(engine, folder, entry, known) === 'must_read') mustRead.push(id)
      if (state.toRead.has(id)) found.add(id)
      isCalm &&= !state.toRead.has(id)
      if (entry.kind !== 'folder') continue
      folders.push(id)
      if (whole || !known) queue.push(id)
    }
    for (const id of before.keys()) missed.set(id, folder)
    if (isCalm && before.size === 0 && listed.mark !== undefined)
      local.calm.set(folder, { mark: listed.mark, folders })
    else local.calm.delete(folder)
  }
  await disk.check()
  if (whole) {
    problems.noteUnreadable(await disk.listUnreadable())
    problems.forgetDisk((id) => !unreadable.has(id) && !state.toRead.has(id))
  }
  // Where it was found elsewhere, that is where it is now.
  for (const [id, folder] of missed)
    if (local.get(id)?.parentId === folder)
      for (const removed of local.remove(id))
        if (!state.trees.missing.has(removed)) state.trees.missing.set(removed, 0)
  for (const folder of looked)
    for (const { entry } of state.toRead.seenIn(folder)) if (!found.has(entry.id)) forget(engine, entry.id)
  await readFiles(engine, mustRead)
  countLooks(state, looked, unreadable.size > 0)
}

/** Folders with files that were not noted, for as long as there is room for them. Each once: one that was moved stays one. */
function* unnotedFolders({ state: { toNote, toRead }, limits }: Engine): Iterator<LocalId, undefined> {
  if (toRead.ready >= limits.readFiles) return
  for (const folder of [...toNote]) {
    if (toRead.ready >= limits.notedFiles) return
    if (toNote.has(folder)) yield folder
  }
}

/** A file that nothing is known of, while enough others wait to be read. One that is linked is never missing for that. */
function mayWait({ state, limits }: Engine, folder: LocalId, { id, kind, rawName }: DiskEntry): boolean {
  const { toRead, trees } = state
  if (kind === 'folder' || toRead.ready < limits.notedFiles || toRead.has(id)) return false
  // What it lists would be sent before.
  const isRules = folder === TOP_LOCAL && rawName === RULES_FILE
  return !isRules && !trees.links.ofLocal(id)
}

/** `trouble`: nothing is known of what lies in it, so all that was known stays. */
async function list(
  { state, disk, problems }: Engine,
  folder: LocalId,
  calm: Calm | undefined,
): Promise<Listing | 'same' | 'changed' | 'gone' | 'trouble'> {
  const way = state.trees.local.wayTo(folder)
  if (!way) return 'gone'
  try {
    const listed = await disk.list(way, calm?.mark)
    problems.noteDisk(folder, '', null)
    return listed
  } catch (error) {
    if (!(error instanceof DiskTrouble) || folder === TOP_LOCAL) throw error
    problems.noteDisk(folder, problems.localPath(folder), PROBLEM_OF_DISK[error.reason])
    return 'trouble'
  }
}

/** Of a million files, nearly all are: nothing is made for them. */
const isAsBefore = (before: LocalEntry, folder: LocalId, { rawName, stamp, size }: DiskEntry): boolean =>
  before.stamp === stamp && before.size === size && before.rawName === rawName && before.parentId === folder

/** A file whose stamp is known is not read again. One that is not known as it is stays what it was, wherever it is now. */
function note(
  { state, clock }: Engine,
  folder: LocalId,
  seen: DiskEntry,
  before: LocalEntry | undefined,
): 'must_read' | undefined {
  const { local, links } = state.trees
  const { id, kind, rawName, stamp, size, restless } = seen
  const known = kind === 'folder' ? { stamp, content: null, size } : before?.content ? before : undefined
  const isKnown = known?.stamp === stamp
  if (known) {
    const place = { id, parentId: folder, kind, name: storedName(rawName), rawName }
    local.put({ ...place, content: known.content, stamp: known.stamp, size: isKnown ? size : known.size })
  }
  if (isKnown) {
    state.toRead.delete(id)
    return undefined
  }
  const unread = state.toRead.get(id)
  const isSame = unread?.entry.stamp === stamp
  const now = clock.now()
  const notBefore = isSame ? unread.notBefore : restless ? now + SETTLE_MS : now
  const since = unread?.since ?? now
  state.toRead.put({ folder, entry: seen, since, notBefore, tries: isSame ? unread.tries : 0 })
  return !known && links.ofLocal(id) ? 'must_read' : undefined
}

/** What is linked but not known is read at once, whatever it costs: without it, it would seem to be missing. */
async function readFiles(engine: Engine, mustRead: readonly LocalId[]): Promise<void> {
  const { state, limits, clock, problems } = engine
  const now = clock.now()
  let bytes = 0
  const chosen = new Set(mustRead.flatMap((id) => state.toRead.get(id) ?? []))
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

async function read(engine: Engine, unread: Unread): Promise<void> {
  const { state, disk, problems, clock } = engine
  const { folder, entry } = unread
  const { id, rawName, stamp, size } = entry
  const way = state.trees.local.wayTo(folder)
  if (!way) return forget(engine, id)
  try {
    const file = await disk.read({ id, rawName, stamp, folder: way })
    if (state.toRead.get(id) !== unread) return
    forget(engine, id)
    if (file === 'changed') return void state.toScan.add(folder)
    const { content } = file
    state.trees.local.put({
      id,
      parentId: folder,
      kind: 'file',
      name: storedName(rawName),
      rawName,
      content,
      stamp,
      size,
    })
  } catch (error) {
    if (!(error instanceof DiskTrouble)) throw error
    const tries = unread.tries + 1
    const notBefore = clock.now() + Math.min(MAX_RETRY_MS, 1000 * 2 ** tries)
    state.toRead.put({ ...unread, tries, notBefore })
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
function countLooks(
  { trees, toRead, toNote }: State,
  looked: ReadonlySet<LocalId>,
  someUnreadable: boolean,
): void {
  const { missing, local, links } = trees
  if (missing.size === 0) return
  const names = new Map<LocalId, ReadonlySet<string>>()
  const isUnread = (folder: LocalId, name: string): boolean => {
    const its =
      names.get(folder) ?? new Set(toRead.seenIn(folder).map(({ entry }) => storedName(entry.rawName)))
    names.set(folder, its)
    return toNote.has(folder) || its.has(name)
  }
  // Where its folder is missing too, what counts is whether that was seen.
  const isMissed = (link: Link): boolean => {
    const { way, folder } = wayUp(trees, link)
    if (way.some((one) => toRead.has(one.localId) || isUnread(one.localParent, one.name))) return false
    return folder && local.get(folder) ? looked.has(folder) : !someUnreadable
  }
  for (const [id, looks] of missing) {
    const link = links.ofLocal(id)
    if (!link || local.get(id)) missing.delete(id)
    else if (isMissed(link)) missing.set(id, looks + 1)
  }
}
