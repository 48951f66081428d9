import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type AnyOperation, pathParams } from '@holdfast/api/operation'
import { type Cost, CostMeter } from '@holdfast/server/testkit/database/cost-of'
import { ACCESS_RULES, type Case } from '@holdfast/server/testkit/people/access-rules'
import { send } from '@holdfast/server/testkit/people/any-request'
import { type Caller, Cast, type Ids, NOTHING } from '@holdfast/server/testkit/people/cast'
import { fillOwnRoot } from '@holdfast/server/testkit/people/fill-own-root'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { OPERATIONS } from '../http/app.ts'

// Which statements run, and in which order, is the same on both.
const [SMALL] = STACKS as [Stack]
const FILES = 1500
/** Who asks, what it may, and what it asks for: far fewer than a page of anything. */
const MOST: Cost = { statements: 25, rows: 60 }
/** The policy of an organization lets nobody do these with more than one item, unless it is changed. */
const BY_POLICY: readonly { name: string; given: Case['given'] }[] = [
  { name: 'undo_changes', given: () => ({ from_seq: '1', dry_run: 'true' }) },
  { name: 'undo_changes', given: () => ({ from_seq: '1' }) },
  { name: 'restore_state', given: () => ({ as_of: '1', dry_run: 'true' }) },
  { name: 'restore_state', given: () => ({ as_of: '1' }) },
]

interface Refused {
  op: AnyOperation
  case: Case
  caller: Caller
  ids: Ids
}

const idsIn = (op: AnyOperation): string[] => [
  ...pathParams(op),
  ...('company_id' in op.params.properties ? ['company_id'] : []),
]

/** Each thing that can be asked for, by someone who may not. */
function refusedOf({ callers, targets: { own } }: Cast): Refused[] {
  const pick = (op: AnyOperation, { ids: renamed = {} }: Pick<Case, 'ids'>): Ids =>
    Object.fromEntries(
      [...new Set([...idsIn(op), ...Object.keys(renamed)])].map((name) => [
        name,
        own[renamed[name] ?? name] ?? NOTHING,
      ]),
    )
  const byRight = OPERATIONS.flatMap((op) =>
    [ACCESS_RULES[op.name] ?? []].flat().flatMap((one): Refused[] => {
      const caller = callers.find((each) => each.kind === 'person' && !one.rule(each, 'own'))
      return caller ? [{ op, case: one, caller, ids: pick(op, one) }] : []
    }),
  )
  const itself = callers.find(({ name }) => name === 'the person itself') ?? assert.fail()
  const byPolicy = BY_POLICY.map(({ name, given }): Refused => {
    const op = OPERATIONS.find((each) => each.name === name) ?? assert.fail(name)
    return { op, case: { rule: () => false, ...(given && { given }) }, caller: itself, ids: pick(op, {}) }
  })
  return [...byRight, ...byPolicy]
}

describe(`a request that is refused on ${SMALL.name}`, () => {
  const world = useWorld(SMALL)
  let cast: Cast
  before(async () => {
    cast = await Cast.assemble(world)
    await world.runJobs()
  })

  it('costs little, however much there is of what was asked for', async () => {
    const refused = refusedOf(cast)
    assert.ok(refused.length > 150, `${refused.length}`)
    const meter = new CostMeter(world.service.ctx.db)
    const ask = async ({ op, case: one, caller, ids }: Refused): Promise<Cost> => {
      // Refusals are put on record once a minute: not while one of them is measured.
      await world.service.ctx.denials.flush()
      meter.take()
      const response = await send(world, op, ids, one, caller.headers)
      await response.text()
      assert.ok([403, 404].includes(response.status), `${op.name}: ${response.status}`)
      return meter.take()
    }
    const faults: string[] = []
    for (const filled of [false, true]) {
      if (filled) await fillOwnRoot(world.service.ctx.db, cast, FILES)
      for (const one of refused) {
        const { statements, rows } = await ask(one)
        if (statements > MOST.statements || rows > MOST.rows)
          faults.push(`${one.op.name}${filled ? ' of much' : ''}: ${statements} statements, ${rows} rows`)
      }
    }
    meter.stop()
    assert.deepEqual(faults, [])
  })
})
