import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { applyOp, type Numbers } from '../../testkit/planner/apply-op.ts'
import { drawChange } from '../../testkit/planner/drawn-change.ts'
import { Chance } from '../../testkit/sim/chance.ts'
import { ModelStore } from '../../testkit/sim/model-store.ts'
import type { Subject } from './affected.ts'
import type { Op, Plan } from './ops.ts'
import { plan } from './plan.ts'
import { Trees } from './trees.ts'

const CASES = rounds(400, 20_000)

class Counter implements Numbers {
  #count = 0
  next = (): number => ++this.#count
}

/** Trees that a seed decides about: made twice, they are the same, whatever of them is on a shelf. */
class Pair {
  readonly store = new ModelStore()
  readonly trees = new Trees(this.store.load().shelf, 2)
  readonly chance: Chance
  readonly numbers = new Counter()
  unsettled: Iterable<Subject> | 'everything' = 'everything'

  constructor(seed: number) {
    this.chance = new Chance(seed)
  }

  /** Writes all down: then nothing is held but what is not at rest. */
  save(): void {
    const { remote, links, local } = this.trees
    const rows = remote.shelved.takeChanges()
    const changed = { rows, links: links.shelved.takeChanges(), locals: local.shelved.takeChanges() }
    this.store.commit({
      ...this.store.load(),
      ...changed,
      intents: new Map(),
      leftNames: new Map(),
      ...NO_LISTS,
    })
    remote.shelved.settle(changed.rows)
    links.settle(changed.links)
    local.shelved.settle(changed.locals)
  }

  change(): void {
    for (let n = 1 + this.chance.below(4); n > 0; n--) drawChange(this.trees, this.chance, this.numbers)
  }

  plan(what: 'changed' | 'everything' | 'each one'): Plan {
    const open = {
      changed: this.unsettled,
      everything: what as 'everything',
      'each one': eachOne(this.trees),
    }
    const made = plan(this.trees, open[what])
    this.unsettled = made.unsettled
    return made
  }

  goOn(turn: number, made: Plan): void {
    if (turn % 3 === 0) this.change()
    else this.work(made)
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

const NO_LISTS = { leftovers: [], deselected: [], unread: [] }

/** At rest or not. */
const eachOne = ({ remote, links, local }: Trees): Set<Subject> =>
  new Set<Subject>([
    ...[...remote.rows()].map(({ id }) => id),
    ...[...links.all()].map(({ rowId }) => rowId),
    ...[...local.entries()].flatMap(({ id }) => (links.ofLocal(id) ? [] : id)),
  ])

const keyOf = (op: Op): string => JSON.stringify(op)
const keysOf = ({ ops }: Plan): string[] => ops.map(keyOf).sort()
const linksOf = ({ links }: Trees): string[] => [...links.all()].map((link) => JSON.stringify(link)).sort()

describe('a plan', () => {
  it(`is the same for what has changed as for everything (${CASES} cases)`, () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const pairs = { changed: new Pair(seed), everything: new Pair(seed), 'each one': new Pair(seed) }
      const saving = new Chance(seed)
      for (let turn = 0; turn < 12; turn++) {
        const each = pairs['each one'].plan('each one')
        for (const what of ['changed', 'everything'] as const) {
          const made = pairs[what].plan(what)
          assert.deepEqual(keysOf(made), keysOf(each), `seed ${seed}, turn ${turn}, ${what}`)
          assert.deepEqual(
            linksOf(pairs[what].trees),
            linksOf(pairs['each one'].trees),
            `seed ${seed}, turn ${turn}`,
          )
          pairs[what].goOn(turn, made)
          if (saving.happens(0.5)) pairs[what].save()
        }
        pairs['each one'].goOn(turn, each)
      }
    }
  })

  it('comes to an end, with both sides equal', () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const pair = new Pair(seed)
      for (let n = 0; n < 6; n++) {
        pair.change()
        pair.work(pair.plan('changed'))
        if (n % 2 === 0) pair.save()
      }
      const size = [...pair.trees.remote.rows()].length + [...pair.trees.local.entries()].length
      let left = 4 * size + 8
      for (let made = pair.plan('changed'); made.ops.length + made.waits.length > 0; ) {
        assert.ok(left-- > 0, `seed ${seed}: ${JSON.stringify(made)}`)
        pair.work(made)
        made = pair.plan('changed')
      }
      assert.deepEqual(pathsRemotely(pair.trees), pathsLocally(pair.trees), `seed ${seed}`)
    }
  })

  it('deletes nothing that was not linked', () => {
    for (let seed = 1; seed <= CASES; seed++) {
      const pair = new Pair(seed)
      for (let n = 0; n < 10; n++) drawChange(pair.trees, pair.chance, pair.numbers)
      const ops = pair.plan('everything').ops.map(({ op }) => op)
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
