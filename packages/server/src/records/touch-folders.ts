import type { EntryId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Tx } from '../platform/db/database.ts'
import { preparedChange } from '../platform/db/prepared.ts'
import { Slot } from '../platform/db/slots.ts'
import { inRoot } from '../platform/db/statements.ts'
import type { ParentId } from '../platform/db/tables/files.ts'
import { valueRows } from '../platform/db/value-rows.ts'
import type { EntryRow } from './entries.ts'

// What a change means to the folders around it. The caller holds the row of the root.

/** The folders that an item is in, outermost first; none at the top level of its root. */
export type Way = readonly Pick<EntryRow, 'id' | 'deleted_at'>[]

/** A change of what is in a folder, told to all folders around it. */
export interface TreeChange {
  way: Way
  /** Its number in the log. Undefined for what is no change to anyone who looks: purging. */
  seq: number | undefined
  /** Bytes of live files that are there by it, or with a negative number not any more. */
  size: number
}

/** A change of an item that is directly in a folder. */
export interface Touch extends TreeChange {
  live: number
  deleted: number
  /** 0 for a change that nobody sees who does not ask for deleted items. */
  seen?: 0 | 1
}

interface Counts {
  rootId: RootId
  folderId: ParentId
  live: number
  deleted: number
  seen: number
}
const COUNTED = {
  children_ver: () => sql`1`,
  live_ver: ($: Place<Counts>) => sql`${$('seen')}`,
  live_children: ($: Place<Counts>) => sql`${$('live')}`,
  deleted_children: ($: Place<Counts>) => sql`${$('deleted')}`,
}
type Place<Params> = <Name extends keyof Params & string>(name: Name) => Params[Name]

const counted = ($: Place<Counts>) =>
  Object.fromEntries(
    Object.entries(COUNTED).map(([name, by]) => [name, sql<number>`${sql.ref(name)} + ${by($)}`]),
  )
const touchRoot = preparedChange<Counts>((db, $) =>
  db.updateTable('root').set(counted($)).where('id', '=', $('rootId')).compile(),
)
const touchFolder = preparedChange<Counts>((db, $) =>
  db
    .updateTable('entry')
    .set(counted($))
    .where('root_id', '=', $('rootId'))
    .where('id', '=', $('folderId') as EntryId)
    .compile(),
)

const newest = (seq: unknown) => sql<number>`case when tree_seq < ${seq} then ${seq} else tree_seq end`

type Chain = Counts & { seq: number; size: number } & Record<`id${number}`, number>
/** A folder and those around it in one statement: for so many, or fewer. */
const touchChain = (length: number) =>
  preparedChange<Chain>((db, $) => {
    const inFolder = Object.entries(COUNTED).map(
      ([name, by]) =>
        sql`${sql.ref(name)} = ${sql.ref(name)} + case when id = ${$('folderId')} then ${by($)} else 0 end`,
    )
    const ids = Array.from({ length }, (_, n) => sql`${$(`id${n}`)}`)
    return sql`
      update entry set ${sql.join(inFolder)}, tree_seq = ${newest($('seq'))}, tree_size = tree_size + ${$('size')}
      where ${inRoot(db, $('rootId'))} and id in (${sql.join(ids)})`.compile(db)
  })
const CHAINS = [1, 2, 4, 8, 16, 32, 64, 128].map((length) => ({ length, touch: touchChain(length) }))

/** The newest change, and how many bytes more. */
type Told = Map<EntryId, { seq: number; size: number }>
/** What folders are told at the end of a transaction, by root. */
type Gathered = Map<RootId, Told>

/** Most transactions gather nothing, and have nothing to settle. */
const TOGETHER = new Slot<{ on: boolean }>({ begin: (around) => around ?? { on: false } })

const TREES = new Slot<{ gathered: Gathered }>({
  // An attempt goes on with what is gathered, and leaves it as it was where it comes to nothing.
  begin: (around) => ({
    gathered: new Map([...(around?.gathered ?? [])].map(([root, folders]) => [root, new Map(folders)])),
  }),
  join: (around, own) => {
    around.gathered = own.gathered
  },
  settling: {
    when: 'folders',
    settle: async (tx, { gathered }) => {
      for (const [rootId, folders] of gathered) await writeTrees(tx, rootId, folders)
    },
  },
})

/** From now on, folders are told of the changes below them when this transaction ends, each of them once. */
export function tellFoldersTogether(tx: Tx): void {
  TOGETHER.of(tx).on = true
}

/** What an item is in the size of the folders around it; of a folder, as the transaction has it by now. */
export function sizeInTree(tx: Tx, { root_id, id, kind, size, tree_size }: EntryRow): number {
  if (kind === 'file') return size
  if (!TOGETHER.of(tx).on) return tree_size
  return tree_size + (TREES.of(tx).gathered.get(root_id)?.get(id)?.size ?? 0)
}

/**
 * Counts a change of what is directly in a folder, raises the numbers that its `hash` is made from, and tells the folders
 * around it.
 */
export async function touchContainer(tx: Tx, rootId: RootId, touch: Touch): Promise<void> {
  const { way, seq, size } = touch
  if (way.length === 0) return countTouch(tx, rootId, touch)
  const chain = CHAINS.find(({ length }) => way.length <= length)
  const isPlain = seq !== undefined && !way.some(({ deleted_at }) => deleted_at !== null)
  if (!chain || !isPlain || TOGETHER.of(tx).on) {
    await countTouch(tx, rootId, touch)
    return tellFolders(tx, rootId, [touch])
  }
  const ids = Array.from({ length: chain.length }, (_, n) => [`id${n}`, way[n % way.length]?.id])
  await chain.touch(tx, { ...countsOf(rootId, touch), seq, size, ...Object.fromEntries(ids) })
}

/** As `touchContainer`, for several folders by one operation: those that they are both in are told once. */
export async function touchContainers(tx: Tx, rootId: RootId, touches: readonly Touch[]): Promise<void> {
  for (const touch of touches) await countTouch(tx, rootId, touch)
  await tellFolders(tx, rootId, touches)
}

const countsOf = (rootId: RootId, { way, live, deleted, seen = 1 }: Touch): Counts => ({
  rootId,
  folderId: way.at(-1)?.id ?? 0,
  live,
  deleted,
  seen,
})

const countTouch = (tx: Tx, rootId: RootId, touch: Touch): Promise<void> =>
  (touch.way.length === 0 ? touchRoot : touchFolder)(tx, countsOf(rootId, touch))

/** Tells folders of changes below them. Bytes count up to, and in, a folder that is deleted. */
export async function tellFolders(tx: Tx, rootId: RootId, changes: readonly TreeChange[]): Promise<void> {
  const gathered: Gathered = TOGETHER.of(tx).on ? TREES.of(tx).gathered : new Map()
  const folders: Told = gathered.get(rootId) ?? new Map()
  for (const { way, seq = 0, size } of changes) {
    let counts = true
    for (const { id, deleted_at } of way.toReversed()) {
      const before = folders.get(id) ?? { seq: 0, size: 0 }
      folders.set(id, { seq: Math.max(before.seq, seq), size: before.size + (counts ? size : 0) })
      if (deleted_at !== null) counts = false
    }
  }
  if (TOGETHER.of(tx).on) gathered.set(rootId, folders)
  else await writeTrees(tx, rootId, folders)
}

/** Of each folder the number of the newest change below it, and how many bytes more are. */
export async function writeTrees(tx: Tx, rootId: RootId, folders: Readonly<Told>): Promise<void> {
  const rows = [...folders].flatMap(([id, { seq, size }]) =>
    seq === 0 && size === 0 ? [] : [[id, seq, size]],
  )
  for (const batch of batches(filledUp(rows)))
    await sql`
      with plan (id, seq, size) as (${valueRows(['bigint', 'bigint', 'bigint'], batch)})
      update entry set tree_seq = ${newest(sql.ref('plan.seq'))}, tree_size = tree_size + plan.size
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}

/** With rows for no folder, so that a way of any usual depth is one statement. */
function filledUp(rows: readonly number[][]): number[][] {
  const few = [4, 16].find((length) => rows.length <= length) ?? 0
  const none = [0, 0, 0]
  return rows.length <= 1 ? [...rows] : [...rows, ...Array.from({ length: few - rows.length }, () => none)]
}

export interface FolderCounts {
  id: ParentId
  live: number
  deleted: number
  seen: 0 | 1
}
/** Counts changes directly in many folders at once; what those around them are told is for the caller. */
export async function countInFolders(
  tx: Tx,
  rootId: RootId,
  changes: readonly FolderCounts[],
): Promise<void> {
  const top = changes.find(({ id }) => id === 0)
  if (top) await touchRoot(tx, { ...top, rootId, folderId: 0 })
  for (const batch of batches(changes.filter(({ id }) => id !== 0)))
    await sql`
      with plan (id, live, deleted, seen) as (${valueRows(
        ['bigint', 'bigint', 'bigint', 'bigint'],
        batch.map(({ id, live, deleted, seen }) => [id, live, deleted, seen]),
      )})
      update entry set children_ver = children_ver + 1, live_ver = live_ver + plan.seen,
        live_children = live_children + plan.live, deleted_children = deleted_children + plan.deleted
      from plan where ${inRoot(tx, rootId, 'entry.root_id')} and entry.id = plan.id`.execute(tx)
}
