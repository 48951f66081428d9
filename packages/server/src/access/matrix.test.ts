import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { shareFolder } from '@holdfast/api/sharing/links'
import { dumpTables } from '@holdfast/server/testkit/database/dump'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { ACCESS_RULES, type Case, OPEN_TO_ALL } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import {
  type Caller,
  Cast,
  type Ids,
  MARK,
  NOTHING,
  PLACES,
  type Place,
} from '@holdfast/server/testkit/people/cast'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { checkShape } from '@holdfast/server/testkit/servers/checked-client'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Answer, useWorld } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../http/app.ts'
import { ACTIVITY_TYPES } from '../records/activity/types.ts'

const AT_ONCE = 16
/**
 * The second stack runs the same statements: it is asked for one thing in so many, of ever other callers and targets. What is
 * given is asked for by one caller of each kind at least.
 */
const ONE_IN = rounds(16, 1)
const ONE_GIVEN_IN = rounds(4, 1)
const IMPOSSIBLE = ['0', String(2 ** 53), '9'.repeat(20)]
/** What is done to an item in its folder; the top level is no item, and has no link of its own. */
const ONLY_OF_ITEMS = [
  'copy_folder',
  'delete_folder',
  'list_folder_sharelinks',
  'move_folder',
  'purge_folder',
  'rename_folder',
  'restore_folder',
  'share_folder',
]
/** Where it is written down that someone looked; keys that are made when they are first needed; what can be had once; and how often someone looked for people. */
const LOOKS = ['activity', 'activity_chain', 'installation', 'zip_order', 'limit_count']
const STATUS = { forbidden: 403, not_found: 404 } as const

/** One caller asking one thing of one target, and what is to come of it. */
interface Probe {
  op: AnyOperation
  case: Case
  caller: Caller
  target: string
  ids: Ids
  expected: keyof typeof STATUS | Place
}

const casesOf = ({ name }: AnyOperation): Case[] => [ACCESS_RULES[name] ?? []].flat()
const idsIn = (op: AnyOperation): string[] => [
  ...pathParams(op),
  ...('company_id' in op.params.properties ? ['company_id'] : []),
]

/** Everything that an operation or a case of it names, with the ids of one organization. */
const pick = (op: AnyOperation, { ids: renamed = {} }: Case, from: (name: string) => number | string): Ids =>
  Object.fromEntries(
    [...new Set([...idsIn(op), ...Object.keys(renamed)])].map((name) => [name, from(renamed[name] ?? name)]),
  )

/** Whom or what a request names. */
interface Target {
  name: string
  /** Whose rights decide; nobody's where nothing is named that exists. */
  place: Place | undefined
  ids: Ids
  /** Whether all of it is there. */
  there: boolean
}

/** The four organizations; beside them nothing, and what is elsewhere than the path says. */
function targetsOf(op: AnyOperation, one: Case, { targets }: Cast): Target[] {
  const at = (place: Place) =>
    pick(op, one, (name) => targets[place][name] ?? assert.fail(`The cast has no ${name} for ${op.name}`))
  const own: Target = { name: 'own', place: 'own', ids: at('own'), there: true }
  if (Object.keys(own.ids).length === 0) return [own]
  const inner = pathParams(op).at(-1) ?? ''
  const part = (name: string, id: number | string | undefined): Target => ({
    name: `own with ${name}`,
    place: 'own',
    ids: { ...own.ids, [inner]: id ?? NOTHING },
    there: false,
  })
  return [
    ...PLACES.map((place) => ({ name: place, place, ids: at(place), there: true })),
    { name: 'missing', place: undefined, ids: pick(op, one, () => NOTHING), there: false },
    ...(pathParams(op).length < 2 || one.makes
      ? []
      : [part('a missing part', NOTHING), part('a part of sibling', at('sibling')[inner])]),
  ]
}

function* probesOf(cast: Cast): Generator<Probe> {
  for (const op of OPERATIONS)
    for (const one of casesOf(op))
      for (const caller of cast.callers)
        for (const { name: target, place, ids, there } of targetsOf(op, one, cast)) {
          const heard = caller.kind !== 'guest' || one.hearsGuests
          const may = heard && (place === undefined || one.rule(caller, place))
          const refusal = heard ? (one.refusal ?? 'forbidden') : 'forbidden'
          const expected = !may ? refusal : there && place !== undefined ? place : 'not_found'
          yield { op, case: one, caller, target, ids, expected }
        }
}

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, error: body.error, body, headers: response.headers }
}

/** What is wrong with a refusal, if anything: it has its code and tells nothing else, least of all ids that were not sent. */
function faultIn(
  { status, error, body, headers }: Answer,
  code: string,
  expected: number,
  ids: Ids = {},
): string | undefined {
  const wanted = ['error', 'error_description']
  if (status !== expected || error !== code) return `${status} ${String(error)} in place of ${code}`
  if (JSON.stringify(Object.keys(body)) !== JSON.stringify(wanted)) return `fields ${Object.keys(body)}`
  if (JSON.stringify(body).includes(MARK)) return `tells ${JSON.stringify(body)}`
  const said = String(body.error_description)
  if (status === 404 && !said.startsWith('There is no ')) return `says ${said}`
  const sent = Object.values(ids).map(String)
  if (said.match(/\d+/g)?.some((id) => !sent.includes(id))) return `tells ${said}`
  if (status === 401 && headers.get('www-authenticate') !== 'Bearer') return 'names no scheme'
  return undefined
}

const nameOf = ({ op, caller, target, case: one }: Probe): string =>
  `${op.name} ${Object.keys(one.given?.(0) ?? {})} of ${target} by ${caller.name}`

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<string | undefined>) {
  const faults: string[] = []
  for (let from = 0; from < items.length; from += AT_ONCE)
    for (const fault of await Promise.all(items.slice(from, from + AT_ONCE).map(work)))
      if (fault !== undefined) faults.push(fault)
  return faults
}

describe('the rules of access', () => {
  it('cover every operation that names something', () => {
    const missing = OPERATIONS.filter((op) => op.auth !== 'none' && idsIn(op).length > 0)
      .map(({ name }) => name)
      .filter((name) => !(name in ACCESS_RULES))
    assert.deepEqual(missing, [])
  })

  it('name every operation that needs no token', () => {
    const open = OPERATIONS.filter(({ auth }) => auth === 'none').map(({ name }) => name)
    assert.deepEqual(
      open.filter((name) => !OPEN_TO_ALL.has(name)),
      [],
    )
  })
})

/** That someone was refused is put on record within a minute, which may be over before all have asked. */
function withoutDenials({ activity_chain: _, activity = [], ...dump }: Record<string, string[]>) {
  const denied = `"activity_type_id":${ACTIVITY_TYPES.access_denied.id},`
  return { ...dump, activity: activity.filter((row) => !row.includes(denied)) }
}

for (const stack of STACKS)
  describe(`access on ${stack.name}`, () => {
    const world = useWorld(stack)
    let cast: Cast
    let probes: Probe[]
    before(async () => {
      cast = await Cast.assemble(world)
      probes = [...probesOf(cast)]
      await world.runJobs()
    })

    it('needs a token before anything else is looked at', async () => {
      const guarded = OPERATIONS.filter(({ auth }) => auth !== 'none')
      const faults = await inBatches(guarded, async (op) => {
        const { ids: renamed, ...sent } = casesOf(op)[0] ?? {}
        const one = { rule: () => false, ...(renamed && { ids: renamed }) }
        const own = pick(op, one, (name) => cast.targets.own[name] ?? NOTHING)
        const missing = pick(op, one, () => NOTHING)
        const path = op.path.replace(/\{\w+\}/g, String(NOTHING))
        const json = { 'content-type': 'application/json' }
        const answers = [
          await send(world, op, own, sent),
          await send(world, op, own, sent, { authorization: 'Bearer nonsense' }),
          await send(world, op, missing, sent),
          await fetch(`${world.url}${path}?offset=-1&company_id=x`, {
            method: op.method,
            ...(op.method !== 'GET' && { headers: json, body: '{' }),
          }),
        ]
        for (const response of answers) {
          const fault = faultIn(await answerOf(response), 'access_denied', 401)
          if (fault !== undefined) return `${op.name}: ${fault}`
        }
      })
      assert.deepEqual(faults, [])
    })

    it('is refused to all others, which changes nothing and tells nothing', async () => {
      // Downloads are put on record a little later than they happen.
      await world.service.ctx.downloads.flush()
      const earlier = await dumpTables(world.service.ctx.db.read)
      const refused = probes.flatMap((probe) =>
        probe.expected in STATUS ? [{ probe, code: probe.expected as keyof typeof STATUS }] : [],
      )
      assert.ok(refused.length > 1000)
      const asked = stack === STACKS[0] ? refused : refused.filter((_, n) => n % ONE_IN === 0)
      const faults = await inBatches(asked, async ({ probe, code }) => {
        const { op, case: one, caller, ids } = probe
        const answer = await answerOf(await send(world, op, ids, one, caller.headers))
        const fault = faultIn(answer, code, STATUS[code], ids)
        return fault && `${nameOf(probe)}: ${fault}`
      })
      assert.deepEqual(faults, [])
      assert.deepEqual(withoutDenials(await dumpTables(world.service.ctx.db.read)), withoutDenials(earlier))
    })

    it('to what has an id that nothing can have is as to what is missing', async () => {
      const possible = probes.filter(({ target, expected }) => target === 'own' && expected === 'own')
      const once = new Map(possible.map((probe) => [probe.op.name, probe])).values()
      const impossible = [...once].flatMap((probe) =>
        pathParams(probe.op)
          .filter((name) => name.endsWith('_id'))
          .flatMap((name) => IMPOSSIBLE.map((id) => ({ probe, ids: { ...probe.ids, [name]: id }, name, id })))
          // The top level of a root.
          .filter(({ name, id }) => name !== 'folder_id' || id !== '0'),
      )
      assert.ok(impossible.length > 500)
      const faults = await inBatches(impossible, async ({ probe, ids, name, id }) => {
        const { op, case: one, caller } = probe
        const answer = await answerOf(await send(world, op, ids, one, caller.headers))
        const fault = faultIn(answer, 'not_found', 404, { ...ids, first: 2 ** 53 })
        return fault && `${nameOf(probe)} with ${name} ${id}: ${fault}`
      })
      assert.deepEqual(faults, [])
    })

    it('to system administrators is refused to administrators below them', async () => {
      const { id, rootId } = await world.admin()
      const other = cast.callers.find(({ name }) => name === 'an administrator of the root organization')
      const about = OPERATIONS.filter((op) => pathParams(op)[0] === 'person_id')
      assert.ok(about.length > 5)
      for (const op of about)
        for (const one of casesOf(op)) {
          const below = { mute_id: NOTHING, item_id: NOTHING, app_password_id: NOTHING }
          const ids = { person_id: id, root_id: rootId, ...below }
          const answer = await answerOf(await send(world, op, ids, one, other?.headers))
          assert.equal(faultIn(answer, 'forbidden', 403), undefined, op.name)
        }
    })

    it('by a name that can be guessed tells no more than that there is nothing', async () => {
      const lookups = [
        ['person', 'person'],
        ['guest', 'guest'],
        ['organization', 'license'],
      ] as const
      for (const [path, what] of lookups) {
        const words = new Set<unknown>()
        for (const caller of cast.callers)
          for (const place of [...PLACES, 'nowhere'] as const) {
            const url = `${world.url}/api/2/${path}/${cast.nameOf(what, place)}`
            const answer = await answerOf(await fetch(url, { headers: caller.headers }))
            const one = casesOf({ name: `get_${path}` } as AnyOperation)[0] as Case
            const heard = caller.kind !== 'guest' || one.hearsGuests
            const about = `${path} of ${place} by ${caller.name}`
            if (!heard) assert.equal(faultIn(answer, 'forbidden', 403), undefined, about)
            else if (place !== 'nowhere' && one.rule(caller, place)) assert.equal(answer.status, 200, about)
            else {
              assert.equal(faultIn(answer, 'not_found', 404), undefined, about)
              words.add(answer.body.error_description)
            }
          }
        assert.equal(words.size, 1, [...words].join())
      }
    })

    it('by GET leaves everything as it was, but that it is on record', async () => {
      const own = probes.filter(({ op, expected }) => op.method === 'GET' && expected === 'own')
      const once = [...new Map(own.map((probe) => [probe.op.name, probe])).values()]
      assert.ok(once.length > 50)
      const state = async () => {
        await world.service.ctx.downloads.flush()
        return dumpTables(world.service.ctx.db.read)
      }
      const earlier = await state()
      for (const { op, case: one, caller, ids } of once)
        await (await send(world, op, ids, one, caller.headers)).arrayBuffer()
      const later = await state()
      const changed = Object.keys(later).filter((table) => String(later[table]) !== String(earlier[table]))
      assert.deepEqual(
        changed.filter((table) => !LOOKS.includes(table)),
        [],
      )
    })

    it('is given to those who may, with all fields of the answer and no others', async () => {
      const allowed = probes.filter(({ expected }) => !(expected in STATUS))
      assert.ok(allowed.length > 400)
      const kindOf = ({ op, case: one, caller }: Probe) =>
        [op.name, casesOf(op).indexOf(one), caller.kind].join()
      const ofEachKind = new Set(new Map(allowed.map((probe) => [kindOf(probe), probe])).values())
      // The person who locks a root must be followed by the one who unlocks it.
      const oneIn = stack === STACKS[0] ? ONE_GIVEN_IN : ONE_IN
      const asked = allowed.filter(
        (probe, n) => n % oneIn === 0 || ofEachKind.has(probe) || probe.op.name.endsWith('lock_root'),
      )
      const ask = async (probe: Probe) => {
        const { op, case: one, caller, ids, expected } = probe
        const spare = one.uses && (await cast.spare(one.uses, expected as Place))
        const named = spare ? pick(op, one, (name) => spare[name] ?? NOTHING) : ids
        const response = await send(world, op, named, one, caller.headers)
        const body = await response.text()
        if (response.status !== (one.success ?? 200))
          return `${nameOf(probe)}: ${response.status} ${body.slice(0, 200)}`
        if (op.result && response.status === 200) checkShape(op.result, JSON.parse(body), op.name)
      }
      const { alone = [], together = [] } = Object.groupBy(asked, (probe) =>
        probe.case.oneByOne ? 'alone' : 'together',
      )
      assert.deepEqual(await inBatches(together, ask), [])
      for (const probe of alone) assert.equal(await ask(probe), undefined)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('to folder 0 is to the top level of a root, or of what a link shares', async () => {
      const owner = await world.admin()
      const root_id = owner.rootId
      const { id: folder_id } = await owner.call(createFolderInRoot, { root_id, name: 'shared' })
      const link = await owner.call(shareFolder, { root_id, folder_id })
      const ids = { root_id, folder_id: 0, sharelink_id: link.id }
      const told: Record<string, string[]> = {}
      for (const op of OPERATIONS.toSorted((a, b) => (a.name < b.name ? -1 : 1)).filter(({ path }) =>
        path.includes('/folder/{folder_id}'),
      )) {
        const response = await send(world, op, ids, casesOf(op)[0] ?? {}, owner.bearer)
        const { error, error_description } = response.ok ? {} : (await answerOf(response)).body
        const outcome = response.ok ? 'done' : [error, error_description].join(': ')
        told[outcome] = [...(told[outcome] ?? []), op.name]
      }
      const { done, ...refused } = told
      assert.ok((done?.length ?? 0) > 10, String(done))
      assert.deepEqual(refused, {
        'invalid_request: Invalid value for parameter: folder_id': ONLY_OF_ITEMS,
        'forbidden: The shared item itself cannot be deleted through its link.': ['delete_shared_folder'],
      })
    })
  })
