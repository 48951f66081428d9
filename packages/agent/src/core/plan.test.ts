import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/rounds'
import { applyOp, type Numbers } from '../../testkit/planner/apply-op.ts'
import { drawChange } from '../../testkit/planner/drawn-change.ts'
import { Chance } from '../../testkit/sim/chance.ts'
import type { Subject } from './affected.ts'
import type { Op, Plan } from './ops.ts'
import { plan } from './plan.ts'
import { Trees } from './trees.ts'

const CASES = rounds(1500, 20_000)

class Counter implements Numbers {
  #count = 0
  next = (): number => ++this.#count
}

/** Trees that a seed decides about: made twice, they are the same. */
class Pair {
  readonly trees = new Trees()
  readonly chance: Chance
  readonly numbers = new Counter()
  unsettled: Iterable<Subject> | 'everything' = 'everything'

  constructor(seed: number) {
    this.chance = new Chance(seed)
  }

  change(): void {
    for (let n = 1 + this.chance.below(4); n > 0; n--) drawChange(this.trees, this.chance, this.numbers)
  }

  plan(whole: boolean): Plan {
    const made = plan(this.trees, whole ? 'everything' : this.unsettled)
    this.unsettled = made.unsettled
    return made
  }

  /** Does some of a plan; the rest has to be planned again. */
  work({ ops, waits }: Pick<Plan, 'ops' | 'waits'>): void {
    for (const wait of waits) if (wait.wait === 'look') this.trees.missing.set(wait.link.localId, 2)
    const op = [...ops].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))[
      this.chance.below(ops.length)
    ]
    if (op) applyOp(this.trees, op, this.numbers)
  }
}

const keyOf = (op: Op): string => JSON.stringify(op)
const keysOf = ({ ops }: Plan): string[] => ops.map(keyOf).sort()
const linksOf = ({ links }: Trees): string[] => [...links.all()].map((link) => JSON.stringify(link)).sort()

describe('a plan', () => {
  it(`is the same for what has changed as for everything (${CASES} cases)`, () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const [some, all] = [new Pair(seed), new Pair(seed)]
      for (let turn = 0; turn < 12; turn++) {
        const [fromSome, fromAll] = [some.plan(false), all.plan(true)]
        assert.deepEqual(keysOf(fromSome), keysOf(fromAll), `seed ${seed}, turn ${turn}`)
        assert.deepEqual(linksOf(some.trees), linksOf(all.trees), `seed ${seed}, turn ${turn}`)
        for (const [pair, made] of [
          [some, fromSome],
          [all, fromAll],
        ] as const) {
          if (turn % 3 === 0) pair.change()
          else pair.work(made)
        }
      }
    }
  })

  it('comes to an end, with both sides equal', () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const pair = new Pair(seed)
      for (let n = 0; n < 6; n++) {
        pair.change()
        pair.work(pair.plan(false))
      }
      const size = [...pair.trees.remote.rows()].length + [...pair.trees.local.entries()].length
      let left = 4 * size + 8
      for (let made = pair.plan(false); made.ops.length + made.waits.length > 0; made = pair.plan(false)) {
        assert.ok(left-- > 0, `seed ${seed}: ${JSON.stringify(made)}`)
        pair.work(made)
      }
      assert.deepEqual(pathsRemotely(pair.trees), pathsLocally(pair.trees), `seed ${seed}`)
    }
  })

  it('deletes nothing that was not linked', () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const pair = new Pair(seed)
      for (let n = 0; n < 10; n++) drawChange(pair.trees, pair.chance, pair.numbers)
      const ops = pair.plan(true).ops.map(({ op }) => op)
      assert.ok(
        !ops.includes('remove') && !ops.includes('delete') && !ops.includes('replace'),
        `seed ${seed}`,
      )
    }
  })
})

function pathsRemotely({ remote }: Trees): string[] {
  const walk = (id: number, path: string): string[] =>
    remote.children(id as never).flatMap((row) => {
      const at = `${path}/${row.name}`
      return [`${at} ${row.content}`, ...walk(row.id, at)]
    })
  return walk(0, '').sort()
}

function pathsLocally({ local }: Trees): string[] {
  const walk = (id: string, path: string): string[] =>
    local.children(id as never).flatMap((entry) => {
      const at = `${path}/${entry.name}`
      return [`${at} ${entry.content}`, ...walk(entry.id, at)]
    })
  return walk('top', '').sort()
}
