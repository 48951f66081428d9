// A process of its own that counts what requests take, and prints it as a line of JSON: see meta/costs.test.ts.
import Fastify from 'fastify'
import hooks from 'fastify/lib/hooks.js'
import type { Db } from '../../src/platform/db/database.ts'
import { STACKS, type Stack } from '../servers/stacks.ts'
import { World } from '../servers/world.ts'
import type { Counted } from './compare.ts'
import { costOf, countStatements, type RequestCost } from './counters.ts'
import { OneConnection } from './one-connection.ts'
import { countedOperations } from './operations.ts'

/** Some, and the same with what nobody is to add unseen. */
export interface CountedWithFaults extends Counted {
  faults: Record<string, Counted>
}

/** Without compilers that do away with objects, code takes the same from its first runs on: few are enough. */
const SAMPLES = 8
const LOOKED_AT = 'metadata of a file'

const perRequest = /^(onRequest|pre(Parsing|Validation|Handler|Serialization)|onSend|onResponse)$/

/** To be called before the first app is built. */
function countHooks(): Record<string, number> {
  const found: Record<string, number> = {}
  const { prototype } = hooks.Hooks
  const usual = prototype.add
  prototype.add = function (name, hook) {
    if (perRequest.test(name)) found[name] = (found[name] ?? 0) + 1
    usual.call(this, name, hook)
  }
  return found
}

type Execute = (query: unknown) => Promise<unknown>

/** What may be added to each statement that is read. */
const FAULTS: Readonly<Record<string, (usual: Execute) => Execute>> = {
  statement: (usual) => async (query) => {
    await usual(query)
    return usual(query)
  },
  wrapper: (usual) => async (query) => usual(query),
  copy: (usual) => (query) => {
    Buffer.from(COPIED)
    return usual(query)
  },
}
const COPIED = Buffer.alloc(4096)

async function withFault<T>(db: Db, fault: (usual: Execute) => Execute, work: () => Promise<T>): Promise<T> {
  const executor = db.getExecutor() as unknown as { executeQuery: Execute }
  const usual = executor.executeQuery
  executor.executeQuery = fault((query) => usual.call(executor, query))
  return work().finally(() => {
    executor.executeQuery = usual
  })
}

async function count(): Promise<CountedWithFaults> {
  // On a busy machine a request takes long, and makes way for others, which is counted as well.
  performance.now = () => 0
  // Small ones are parts of a large one, which would be counted with whatever request comes when it is used up.
  Buffer.poolSize = 0
  const found = countHooks()
  countStatements()
  const world = new World(STACKS[0] as Stack)
  await world.open()
  const who = await world.person()
  const operations = await countedOperations(who)
  // What the service does by itself would be counted with whatever request it falls into.
  const { brakes, jobs, pulse, backups, ctx } = world.service
  await Promise.all([jobs.stop(), brakes.close(), pulse.close(), backups.close()])
  const connection = await OneConnection.open(world.url)
  const cost = (name: string): Promise<RequestCost> => {
    const { status, next } = operations[name] ?? { status: 0, next: () => Buffer.of() }
    return costOf((done) => connection.send(next(), status, done), SAMPLES)
  }
  const requests: Record<string, RequestCost> = {}
  for (const name of Object.keys(operations)) requests[name] = await cost(name)
  const usual = { ...found }
  const faults: Record<string, Counted> = {}
  for (const [name, fault] of Object.entries(FAULTS)) {
    const dearer = await withFault(ctx.db.read, fault, () => cost(LOOKED_AT))
    faults[name] = { hooks: usual, requests: { ...requests, [LOOKED_AT]: dearer } }
  }
  await Fastify().addHook('onRequest', (_req, _reply, done) => done())
  faults.hook = { hooks: { ...found }, requests }
  connection.close()
  await world.close()
  return { hooks: usual, requests, faults }
}

console.log(JSON.stringify(await count()))
