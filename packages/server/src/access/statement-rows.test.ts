import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import type { RootId } from '@holdfast/api/ids'
import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { refreshStatistics, rowsRead } from '@holdfast/server/testkit/database/rows-read'
import { type Seen, StatementWatch } from '@holdfast/server/testkit/database/seen-statements'
import { ACCESS_RULES, type Case } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { Cast, type Ids, NOTHING } from '@holdfast/server/testkit/people/cast'
import { fillOwnRoot } from '@holdfast/server/testkit/people/fill-own-root'
import { askByThemselves } from '@holdfast/server/testkit/people/own-statements'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../http/app.ts'
import type { Database } from '../platform/db/database.ts'

/** Tells how many rows it read. What SQLite reads is known from its plans, which every test looks at (root-guard.ts). */
const LARGE = STACKS[1] as Stack
const ROOMS = ['files', 'sharing', 'oversight/activity', 'devices']
/** Has what several of them ask for. */
const SHARED = 'records'
const FILES = 2000
/** A page, what is thrown away of it, and what it is joined with. */
const MOST_READ = 1500
/** More than what everybody asks for: filters that leave hardly anything, and nothing at all. */
const MORE: readonly { name: string; given: Record<string, string> }[] = [
  { name: 'compare_states', given: {} },
  { name: 'compare_states', given: { person_id: '999999999' } },
  { name: 'compare_states', given: { machine_id: '999999999' } },
  { name: 'list_history', given: { person_id: '999999999' } },
  { name: 'list_history', given: { machine_id: '999999999', op: 'delete' } },
  { name: 'list_history', given: { op: 'delete' } },
  { name: 'get_timeline', given: { person_id: '999999999', machine_id: '999999999' } },
  { name: 'undo_changes', given: { from_seq: '1', person_id: '999999999', dry_run: 'true' } },
  { name: 'search_root', given: { q: 'no such name' } },
  { name: 'search_root', given: { q: 'x' } },
  { name: 'list_modified_since', given: { since: '2020-01-01T00:00:00' } },
  { name: 'list_root_children', given: { as_of: '20' } },
  { name: 'list_history', given: { from: '5', to: '20' } },
  { name: 'get_snapshot', given: { folder_id: '0' } },
  { name: 'get_snapshot', given: { as_of_seq: '20' } },
]

/** What is not found where it runs, and why. Each other function is seen, also one that is new: `own-statements.ts` calls those that no request does. */
const UNSEEN: readonly (readonly [name: string, reason: string])[] = [
  [
    'files/search/queries.ts findByGrams',
    'has no statement of its own: it hands on what platform/db/gram-index reads, when that is read',
  ],
]

const idsIn = (op: AnyOperation): string[] => [
  ...pathParams(op),
  ...('company_id' in op.params.properties ? ['company_id'] : []),
]

/** One that reads the log in steps is bounded by those. */
const isLookedAt = (text: string): boolean =>
  /^\s*(select|with|update|delete)/i.test(text) && !/\/\* (in steps|whole root) \*\//.test(text)

const IN_VAIN = new Error('nothing of it is to stay')

/** How many rows it reads, and how many it gives, when it runs once more; undefined where what it changed may not be changed twice. */
async function rowsOnceMore({ write }: Database, statement: Seen): Promise<Rows | undefined> {
  let rows: Rows | undefined
  await write(async (tx) => {
    rows = await rowsRead(tx, statement)
    throw IN_VAIN
  }).catch((error) => {
    if (error !== IN_VAIN && !isIntegrity(error)) throw error
  })
  return rows
}

type Rows = Awaited<ReturnType<typeof rowsRead>>

const isIntegrity = ({ code }: { code?: string }): boolean => code?.startsWith('23') === true

describe(`every statement on ${LARGE.name}`, () => {
  const world = useWorld(LARGE)
  let cast: Cast
  before(async () => {
    cast = await Cast.assemble(world)
    await world.runJobs()
    await fill()
  })

  /** Many files and folders in the root of the cast, and much on record about it. */
  async function fill(): Promise<void> {
    const { db } = world.service.ctx
    await fillOwnRoot(db, cast, FILES)
    await refreshStatistics(db.read)
  }

  const idsOf = (op: AnyOperation, { ids: renamed = {} }: Pick<Case, 'ids'>, from: Ids): Ids =>
    Object.fromEntries(
      [...new Set([...idsIn(op), ...Object.keys(renamed)])].map((name) => [
        name,
        from[renamed[name] ?? name] ?? NOTHING,
      ]),
    )

  /** Asks for everything once, by someone who may. */
  async function askForAll(): Promise<void> {
    const itself = cast.callers.find(({ name }) => name === 'the person itself') ?? assert.fail()
    for (const op of OPERATIONS)
      for (const one of [ACCESS_RULES[op.name] ?? []].flat()) {
        const caller = [itself, ...cast.callers].find((each) => one.rule(each, 'own'))
        if (!caller || one.success === 503) continue
        const from = one.uses ? await cast.spare(one.uses, 'own') : cast.targets.own
        await (await send(world, op, idsOf(op, one, from), one, caller.headers)).arrayBuffer()
      }
    for (const { name, given } of MORE) {
      const op = OPERATIONS.find((each) => each.name === name) ?? assert.fail(name)
      const response = await send(
        world,
        op,
        idsOf(op, {}, cast.targets.own),
        { given: () => given },
        itself.headers,
      )
      assert.ok(response.status < 500, `${name}: ${response.status}`)
      await response.arrayBuffer()
    }
  }

  it('reads a page, and little besides', async () => {
    const { db } = world.service.ctx
    const watch = new StatementWatch(db)
    await askForAll()
    const { own } = cast.targets
    await askByThemselves(db.read, own, own.share_root_id as RootId)
    watch.stop()
    const inRooms = watch.statements.filter(({ from }) =>
      [...ROOMS, SHARED].some((room) => from.startsWith(`${room}/`)),
    )
    const lookedAt = inRooms.filter(({ sql: text }) => isLookedAt(text))
    assert.ok(lookedAt.length > 300, `${lookedAt.length} statements`)
    const faults: string[] = []
    for (const statement of lookedAt) {
      const rows = await rowsOnceMore(db, statement)
      if (!rows) continue
      const { read, given } = rows
      // Anyone who gives a list of ids is given what has them, and what that is in.
      if (read > MOST_READ + 3 * (given + statement.parameters.length))
        faults.push(`${statement.from}: ${read} rows for ${given}: ${statement.sql}`)
    }
    assert.deepEqual(faults, [])
    const seen = (name: string) => watch.functions.has(name)
    const known = UNSEEN.map(([name]) => name)
    assert.deepEqual(
      (await functionsOf()).filter((name) => !seen(name)),
      known,
      'a function is seen here, or is listed with the reason why it cannot be',
    )
  })

  it('would be noticed if it read a whole root', async () => {
    const { root_id } = cast.targets.own
    const invented = {
      sql: `select id from entry where root_id = $1 and size + 0 = -1 /* whole root */`,
      parameters: [root_id],
    }
    const { read } = await world.service.ctx.db.write((tx) => rowsRead(tx, invented))
    assert.ok(read > MOST_READ, `${read}`)
  })
})

/** What the rooms export of their SQL that asks for something. */
async function functionsOf(): Promise<string[]> {
  const src = path.join(import.meta.dirname, '..')
  const found: string[] = []
  for (const room of ROOMS)
    for await (const file of glob(`${room}/**/*queries.ts`, { cwd: src })) {
      const text = await readFile(path.join(src, file), 'utf8')
      for (const [, name, rest] of text.matchAll(
        /^export (?:async function|function|const) (\w+)(?: = |\()([\s\S]*?)\n\n/gm,
      ))
        if (/\bdb: Db\b/.test(rest ?? '')) found.push(`${file} ${name}`)
    }
  return found.sort()
}
