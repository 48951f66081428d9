import { isSameLink, type Link } from '../../core/links.ts'
import type { LocalEntry } from '../../core/local-tree.ts'
import type { Bringing } from '../../core/ops.ts'
import type { Seen, Staged } from '../../ports/disk.ts'
import type { Engine } from '../state/engine.ts'
import { seen } from '../state/seen.ts'
import type { Slice } from '../state/slice.ts'
import { inPool, together } from '../state/together.ts'
import { unlessTrouble } from '../state/trouble.ts'
import type { LargeDownloads } from '../transfer/large-downloads.ts'
import { stageFile } from '../transfer/stage-content.ts'
import { groupsOf, stageTogether } from '../transfer/stage-together.ts'
import { actTogether, type Deed } from './group.ts'

/**
 * Makes items of the service appear on the disk. Each is complete before anyone can see it, and its link is written down
 * before: after a crash, an item that is not among what is staged any more is known to be ours. While some are written down
 * and shown, the next are fetched.
 */
export async function bringContents(
  engine: Engine,
  ops: readonly Bringing[],
  slice: Slice,
  largeDownloads: LargeDownloads,
): Promise<void> {
  const { limits } = engine
  if (ops.length === 0) return largeDownloads.tidy(engine, [])
  const showing = new Showing(engine)
  const near = copiesOnDisk(engine, ops)
  const isLarge = ({ row }: Bringing) => row.kind === 'file' && row.size >= limits.largeFrom
  const bySize = [...ops].sort((one, other) => one.row.size - other.row.size)
  const large = bySize.filter(isLarge)
  const small = bySize.filter((op) => !isLarge(op))
  const fetchAllSmall = async (): Promise<void> => {
    await fetchSmall(engine, small, slice, (op) => stage(engine, op, near), showing)
    // Large ones may take long.
    await showing.done()
  }
  const fetchLarge = async (): Promise<void> => {
    const waiting = new Map(large.map((op) => [op.row.id, op]))
    for (let next = 0; ; ) {
      for (const row of largeDownloads.complete()) {
        const op = waiting.get(row)
        const come = op && largeDownloads.take(op.row)
        if (!come) continue
        waiting.delete(row)
        await showing.add({ ...op, row: come.row }, come.staged)
      }
      while (next < large.length && !slice.isOver && largeDownloads.hasRoom(engine)) {
        const op = large[next++] as Bringing
        // One that an earlier round has begun to fetch may be there already.
        if (waiting.has(op.row.id) && !engine.problems.isHeld(op)) largeDownloads.want(engine, op, near(op))
      }
      const running = largeDownloads.next()
      if (!running || slice.isOver) return
      await showing.done()
      await slice.waitFor(running)
    }
  }
  try {
    await largeDownloads.tidy(engine, large)
    await inPool([fetchAllSmall, fetchLarge], 2, (lane) => lane())
  } finally {
    await showing.done()
  }
}

/** Files as small as those of a batch come by groups, with one request each; folders and others one by one. */
async function fetchSmall(
  engine: Engine,
  ops: readonly Bringing[],
  slice: Slice,
  stageOne: (op: Bringing) => Promise<Staged | undefined>,
  showing: Showing,
): Promise<void> {
  const { limits, problems } = engine
  // One that has found the disk full speaks for all.
  const isWanted = (op: Bringing) => !slice.isOver && !problems.isHeld(op)
  const fetchOne = async (op: Bringing): Promise<void> => {
    const come = await stageOne(op)
    if (come) await showing.add(op, come)
  }
  const fetchIfWanted = async (op: Bringing): Promise<void> => {
    if (isWanted(op)) await fetchOne(op)
  }
  const fetchGroup = async (group: readonly Bringing[]): Promise<void> => {
    const [first, ...rest] = group.filter(isWanted)
    if (!first) return
    const come = rest.length > 0 ? await stageTogether(engine, [first, ...rest]) : undefined
    for (const [op, staged] of come ?? [])
      if (staged === 'alone') await fetchOne(op)
      else await showing.add(op, staged)
    if (come) return
    // Asking may have taken all the time that there was: one comes all the same, or none ever would.
    await fetchOne(first)
    await inPool(rest, limits.downloads, fetchIfWanted)
  }
  const isTiny = ({ row }: Bringing) => row.kind === 'file' && row.size < limits.inlineBelow
  const groups = groupsOf(engine, ops.filter(isTiny))
  const others = ops.filter((op) => !isTiny(op))
  await together([
    inPool(others, limits.downloads, fetchIfWanted),
    inPool(groups, limits.contentsAtOnce, fetchGroup),
  ])
}

/** What was complete before is shown with the next, without waiting for a whole group. */
const SHOW_MS = 500

/** Shows what is staged, many at once: what is written down for each group holds up everything. */
class Showing {
  readonly #engine: Engine
  readonly #staged: Deed[] = []
  #turn: Promise<void> = Promise.resolve()
  /** Since when something waits to be shown. */
  #since = Number.POSITIVE_INFINITY

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Waits where more comes than can be shown. */
  async add(op: Bringing, staged: Staged): Promise<void> {
    this.#staged.push(op.op === 'make' ? make(this.#engine, op, staged) : replace(this.#engine, op, staged))
    const { clock, limits } = this.#engine
    const now = clock.now()
    this.#since = Math.min(this.#since, now)
    if (this.#staged.length >= limits.group || now - this.#since >= SHOW_MS) await this.done()
  }

  /** Until nothing is left to show. */
  done(): Promise<void> {
    this.#since = Number.POSITIVE_INFINITY
    this.#turn = this.#turn.then(() => this.#show())
    return this.#turn
  }

  async #show(): Promise<void> {
    while (this.#staged.length > 0)
      await actTogether(this.#engine, this.#staged.splice(0, this.#engine.limits.group))
  }
}

async function stage(
  engine: Engine,
  op: Bringing,
  near: (op: Bringing) => readonly Seen[],
): Promise<Staged | undefined> {
  if (op.row.kind === 'file') return stageFile(engine, op, near(op))
  const id = await unlessTrouble(engine, op, () => engine.disk.stageFolder())
  return id === undefined ? undefined : { id, modified: null }
}

/** Files that have parts of a content, most likely all of it: those need not come over the line. */
function copiesOnDisk(engine: Engine, ops: readonly Bringing[]): (op: Bringing) => Seen[] {
  const { local } = engine.state.trees
  const copies = new Map<string, LocalEntry | undefined>()
  for (const { row } of ops) if (row.content !== null) copies.set(row.content, undefined)
  if (copies.size > 0)
    for (const entry of local.shelved.fresh())
      if (entry.content !== null && copies.has(entry.content)) copies.set(entry.content, entry)
  return (op) => {
    const { content } = op.row
    const copy = content === null ? undefined : (copies.get(content) ?? local.holding(content))
    const old = op.op === 'replace' ? op.local : undefined
    return [copy, old].flatMap((entry) => (entry && seen(engine, entry)) ?? [])
  }
}

function make(engine: Engine, op: Extract<Bringing, { op: 'make' }>, come: Staged): Deed {
  const { state, disk } = engine
  const { id: staged, modified: localModified } = come
  const { links, local } = state.trees
  const { row, folder } = op
  const { id: rowId, parentId: rowParent, kind, name, content, modified, ver, size } = row
  const place = { rowParent, localParent: folder, name }
  const agreed = { content, modified, localModified, contentVer: ver, placeVer: ver }
  const link: Link = { rowId, localId: staged, kind, ...place, ...agreed }
  return {
    op,
    staged,
    prepare: () => {
      if (!local.wayTo(folder) || links.ofRow(rowId)) return false
      links.put({ ...link, prepared: { what: 'make' } })
      return true
    },
    takeBack: () => {
      links.drop(rowId)
      state.toScan.add(folder)
    },
    act: async () => {
      const way = local.wayTo(folder)
      const result = way && (await unlessTrouble(engine, op, () => disk.place(staged, way, name)))
      if (!result || typeof result === 'string') return undefined
      local.put({ id: staged, parentId: folder, kind, name, rawName: name, content, size, ...result })
      return { folders: [folder], agree: () => links.put({ ...link, localModified: result.modified }) }
    },
  }
}

function replace(engine: Engine, op: Extract<Bringing, { op: 'replace' }>, come: Staged): Deed {
  const { state, disk } = engine
  const { id: staged, modified: localModified } = come
  const { links, local } = state.trees
  const { link, row, local: old } = op
  const { content, modified, ver, size } = row
  return {
    op,
    staged,
    prepare: () => {
      const now = links.ofRow(row.id)
      if (!local.wayTo(old.parentId) || content === null || !now || !isSameLink(now, link)) return false
      links.put({
        ...link,
        prepared: { what: 'replace', localId: staged, content, modified, localModified, ver },
      })
      return true
    },
    takeBack: () => {
      links.put(link)
      state.toScan.add(old.parentId)
    },
    act: async () => {
      const item = seen(engine, old)
      const result = item && (await unlessTrouble(engine, op, () => disk.replace(staged, item)))
      if (!result || result === 'changed' || content === null) return undefined
      local.remove(old.id)
      local.put({ ...old, id: staged, content, size, ...result })
      return {
        folders: [old.parentId],
        agree: () =>
          links.put({
            ...link,
            localId: staged,
            content,
            modified,
            localModified: result.modified,
            contentVer: ver,
          }),
      }
    },
  }
}
