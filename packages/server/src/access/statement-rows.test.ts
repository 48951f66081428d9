import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import type { RootId } from '@holdfast/api/ids'
import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { refreshStatistics, rowsRead } from '@holdfast/server/testkit/database/rows-read'
import { type Seen, StatementWatch } from '@holdfast/server/testkit/database/seen-statements'
import { scannedBy, tablesOutsideOfRoots } from '@holdfast/server/testkit/database/table-scans'
import { ACCESS_RULES, type Case } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { Cast, type Ids, NOTHING } from '@holdfast/server/testkit/people/cast'
import { fillAround } from '@holdfast/server/testkit/people/fill-around'
import { fillOwnRoot } from '@holdfast/server/testkit/people/fill-own-root'
import { askByThemselves } from '@holdfast/server/testkit/people/own-statements'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld, type World } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../http/app.ts'
import type { Database } from '../platform/db/database.ts'

/** Tells how many rows it read. What SQLite reads is known from its plans: of roots every test looks at those (root-guard.ts). */
const [SMALL, LARGE] = STACKS as [Stack, Stack]
const ROOMS = ['files', 'sharing', 'oversight/activity', 'devices']
/** Has what several of them ask for. */
const SHARED = 'records'
/** Files, and much of everything else. */
const MANY = 2000
/** A page, what is thrown away of it, and what it is joined with. */
const MOST_READ = 1500
/** What says why it reads all there is of something: that, and what it is joined with. */
const MOST_READ_OF_ALL = 4 * MANY
const READS_ALL = /\/\* reads all: \w+( [^ *]+){3,} \*\//
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

/** The tables that may be gone through from end to end, and why those are short. */
const SHORT: Readonly<Record<string, string>> = {
  migration: 'has a row for each version that changed the database',
  entry_gram_progress: 'has one row',
  scrub: 'has one row',
  master_key: 'has a row for each key that there was',
  running_server: 'has a row for each server',
  server_figures: 'has a row for each server',
  setup_step: 'has a row for each step of the first sign-in',
}

/** The service goes through it when it tells others that it lives: while this test runs, or not. */
const BY_THE_CLOCK: ReadonlySet<string> = new Set(['server_figures'])

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

/** Anyone who gives a list of ids is given what has them, and what that is in. */
function readsTooMuch({ sql: text, parameters }: Omit<Seen, 'from'>, { read, given }: Rows): boolean {
  const most = READS_ALL.test(text) ? MOST_READ + MOST_READ_OF_ALL : MOST_READ
  return read > most + 3 * (given + parameters.length)
}

const isIntegrity = ({ code }: { code?: string }): boolean => code?.startsWith('23') === true

const idsOf = (op: AnyOperation, { ids: renamed = {} }: Pick<Case, 'ids'>, from: Ids): Ids =>
  Object.fromEntries(
    [...new Set([...idsIn(op), ...Object.keys(renamed)])].map((name) => [
      name,
      from[renamed[name] ?? name] ?? NOTHING,
    ]),
  )

/** Asks for everything once, by someone who may, and gives what it asked the database. */
async function watchAll(
  world: World,
  cast: Cast,
  targetOf: (one: Case) => Promise<Ids>,
): Promise<StatementWatch> {
  const { db } = world.service.ctx
  const watch = new StatementWatch(db)
  const itself = cast.callers.find(({ name }) => name === 'the person itself') ?? assert.fail()
  for (const op of OPERATIONS)
    for (const one of [ACCESS_RULES[op.name] ?? []].flat()) {
      const caller = [itself, ...cast.callers].find((each) => one.rule(each, 'own'))
      if (!caller || one.success === 503) continue
      const ids = idsOf(op, one, await targetOf(one))
      const response = await send(world, op, ids, one, caller.headers)
      assert.notEqual(response.status, 500, op.name)
      await response.arrayBuffer()
    }
  for (const { name, given } of MORE) {
    const op = OPERATIONS.find((each) => each.name === name) ?? assert.fail(name)
    const ids = idsOf(op, {}, cast.targets.own)
    const response = await send(world, op, ids, { given: () => given }, itself.headers)
    assert.ok(response.status < 500, `${name}: ${response.status}`)
    await response.arrayBuffer()
  }
  const { own } = cast.targets
  await askByThemselves(db.read, own, own.share_root_id as RootId)
  watch.stop()
  return watch
}

describe(`every statement on ${SMALL.name}`, () => {
  const world = useWorld(SMALL)
  const scanned = async (statement: Pick<Seen, 'sql' | 'parameters'>): Promise<string[]> => {
    const { read } = world.service.ctx.db
    return READS_ALL.test(statement.sql) ? [] : scannedBy(read, statement, await tablesOutsideOfRoots(read))
  }

  it('goes through no table from end to end, but for those that are short', async () => {
    const cast = await Cast.assemble(world)
    await world.runJobs()
    const watch = await watchAll(world, cast, async ({ uses }) =>
      uses ? cast.spare(uses, 'own') : cast.targets.own,
    )
    const lookedAt = watch.statements.filter(({ sql: text }) => /^\s*(select|with|update|delete)/i.test(text))
    assert.ok(lookedAt.length > 400, `${lookedAt.length} statements`)
    const faults: string[] = []
    const short = new Set<string>()
    for (const statement of lookedAt)
      for (const table of await scanned(statement)) {
        if (SHORT[table]) short.add(table)
        else faults.push(`${statement.from}: ${table}: ${statement.sql}`)
      }
    assert.deepEqual(faults, [])
    const taken = Object.keys(SHORT).filter((table) => short.has(table) || !BY_THE_CLOCK.has(table))
    assert.deepEqual([...short].sort(), taken.sort(), 'only those are listed that it takes')
  })

  for (const [text, tables] of [
    [`select id from brake where reason = ?`, ['brake']],
    [`update share_link set expires = null where kind = ?`, ['share_link']],
    [`delete from notice where count < ?`, ['notice']],
    [
      `with recursive a (id) as (select 1 union all select m.id from a join machine m on m.os_type = ?) select id from a`,
      ['machine'],
    ],
    [`select id from brake where reason = ? order by created_at limit 1`, ['brake']],
    [`select id from brake where reason = ? /* reads all: there never are more than ten */`, []],
    [`select id from brake where reason = ? /* reads all: */`, ['brake']],
    [`select id from brake where id > ? order by id`, []],
    [`select id from brake where deleted > ? order by id limit 1`, []],
  ] as const)
    it(`${tables.length > 0 ? 'would be noticed' : 'passes'} as ${text}`, async () => {
      assert.deepEqual(await scanned({ sql: text, parameters: ['1'] }), tables)
    })
})

describe(`every statement on ${LARGE.name}`, () => {
  const world = useWorld(LARGE)
  let cast: Cast
  /** Made while there was little to export: each takes along all there is. */
  let exported: Ids
  let takePartAgain: () => Promise<void>
  before(async () => {
    cast = await Cast.assemble(world)
    exported = await cast.spare('export', 'own')
    await world.runJobs()
    await fill()
  })

  /** Many files and folders in the root of the cast, much on record about it, and much of everything around it. */
  async function fill(): Promise<void> {
    const { db } = world.service.ctx
    await fillOwnRoot(db, cast, MANY)
    takePartAgain = await fillAround(db, cast, MANY)
    await refreshStatistics(db.read)
  }

  const targetOf = async ({ uses }: Case): Promise<Ids> =>
    uses === 'export' ? exported : uses ? cast.spare(uses, 'own') : cast.targets.own

  it('reads a page, and little besides', async () => {
    const { db } = world.service.ctx
    const watch = await watchAll(world, cast, targetOf)
    const inRooms = watch.statements.filter(({ from }) =>
      [...ROOMS, SHARED].some((room) => from.startsWith(`${room}/`)),
    )
    const lookedAt = inRooms.filter(({ sql: text }) => isLookedAt(text))
    assert.ok(lookedAt.length > 300, `${lookedAt.length} statements`)
    await takePartAgain()
    await refreshStatistics(db.read)
    const faults: string[] = []
    for (const statement of lookedAt) {
      const rows = await rowsOnceMore(db, statement)
      if (rows && readsTooMuch(statement, rows))
        faults.push(`${statement.from}: ${rows.read} rows for ${rows.given}: ${statement.sql}`)
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

  describe('would be noticed', () => {
    const noticed = async (text: string, parameters: unknown[]): Promise<boolean> => {
      const invented = { sql: text, parameters }
      return readsTooMuch(invented, await world.service.ctx.db.write((tx) => rowsRead(tx, invented)))
    }
    const REASON = '/* reads all: a page says of how many it is */'

    it('if it read a whole root', async () => {
      const { root_id } = cast.targets.own
      const text = 'select id from entry where root_id = $1 and size + 0 = -1 /* whole root */'
      assert.equal(await noticed(text, [root_id]), true)
    })

    for (const [table, column, id] of [
      ['share_link', 'creator_id', 'person_id'],
      ['share_subscriber', 'link_id', 'sharelink_id'],
      ['share_person', 'root_id', 'share_root_id'],
      ['group_person', 'group_id', 'group_id'],
      ['group_group', 'group_id', 'group_id'],
      ['person', 'organization_id', 'organization_id'],
      ['machine', 'organization_id', 'organization_id'],
      ['machine_job', 'machine_id', 'machine_id'],
      ['backup_run', 'root_id', 'backup_root_id'],
      ['brake', 'person_id', 'person_id'],
      ['notice', 'person_id', 'person_id'],
      ['activity', 'actor_person_id', 'person_id'],
    ] as const)
      it(`if it read all of one ${column} in ${table}, unless it says why`, async () => {
        const text = `select count(*) from ${table} where ${column} = $1`
        const parameters = [cast.targets.own[id]]
        assert.equal(await noticed(text, parameters), true)
        assert.equal(await noticed(`${text} /* reads all: */`, parameters), true)
        assert.equal(await noticed(`${text} ${REASON}`, parameters), false)
      })

    it('if it read all for each of many, whatever it says', async () => {
      const text = `select count(*) from share_link one cross join share_link other
        where one.creator_id = $1 and other.creator_id = $1 and other.id < one.id ${REASON}`
      assert.equal(await noticed(text, [cast.targets.own.person_id]), true)
    })
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
