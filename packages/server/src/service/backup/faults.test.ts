import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteFile } from '@holdfast/api/files/files'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { atInstallation, listProblems } from '@holdfast/server/testkit/database/installation'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld, World } from '@holdfast/server/testkit/servers/world'
import { type BlobKey, blobKey } from '../../platform/basics/blob-key.ts'
import type { Ctx } from '../../platform/context.ts'

const FAULTS = Number(process.env.FAULTS ?? rounds(0, 200))
const CLEAN = Number(process.env.CLEAN_STORES ?? rounds(0, 20))
const FILES = 30
const [small = assert.fail()] = STACKS

/** A fault, what a problem must name where that is one blob, and the way back. */
type Fault = (
  ctx: Ctx,
  draw: (below: number) => number,
) => Promise<{ what: string; named?: string; undo(): Promise<void> }>

const blobKeys = async ({ db }: Ctx): Promise<BlobKey[]> => {
  const named = 'blob_key is not null and stored = 1 and refs > 0'
  const rows = await rawSql<{ key: string }>(
    db,
    `select distinct blob_key as key from chunk where ${named} order by 1`,
  )
  return rows.map(({ key }) => blobKey(key))
}

/** Changes the bytes of a blob, or takes them away. */
const blobFault =
  (name: string, change: (bytes: Buffer, at: number) => Buffer | undefined): Fault =>
  async (ctx, draw) => {
    const keys = await blobKeys(ctx)
    const key = keys[draw(keys.length)] ?? assert.fail()
    const bytes = await ctx.blobs.get(key)
    const changed = change(Buffer.from(bytes), draw(bytes.length))
    await ctx.blobs.delete(key)
    if (changed) await ctx.blobs.put(key, [changed])
    const undo = async () => {
      await ctx.blobs.delete(key)
      await ctx.blobs.put(key, [bytes])
    }
    return { what: `${name} ${key}`, named: key, undo }
  }

/** Adds one to a number that the database keeps, of one row that has it. */
const countFault =
  (table: string, column: string, where = 'true'): Fault =>
  async ({ db }, draw) => {
    const rows = await rawSql<{ id: number }>(db, `select id from ${table} where ${where} order by id`)
    const { id } = rows[draw(rows.length)] ?? assert.fail()
    const add = (by: number) =>
      rawSql(db, `update ${table} set ${column} = ${column} + ${by} where id = ${id}`)
    await add(1)
    return { what: `${table}.${column} of ${id}`, undo: async () => void (await add(-1)) }
  }

const rowFault: Fault = async ({ db }, draw) => {
  const rows = await rawSql<{ id: number; data: Buffer }>(
    db,
    'select id, data from chunk where data is not null and refs > 0 order by id',
  )
  const { id, data } = rows[draw(rows.length)] ?? assert.fail()
  const set = (to: Buffer) => rawSql(db, `update chunk set data = x'${to.toString('hex')}' where id = ${id}`)
  const flipped = Buffer.from(data)
  const at = draw(data.length)
  flipped[at] = (flipped[at] ?? 0) ^ 1
  await set(flipped)
  return { what: `data of chunk ${id}`, undo: async () => void (await set(data)) }
}

const KINDS: readonly Fault[] = [
  blobFault('a flipped bit in', (bytes, at) => {
    bytes[at] = (bytes[at] ?? 0) ^ 16
    return bytes
  }),
  blobFault('the end cut off', (bytes, at) => bytes.subarray(0, at)),
  blobFault('nothing left of', () => undefined),
  blobFault('zeros in', (bytes, at) => bytes.fill(0, at & ~4095)),
  rowFault,
  countFault('chunk', 'refs', 'refs > 0'),
  countFault('root', 'live_files'),
  countFault('organization', 'stored_size'),
]

async function fill(ann: Someone, draw: (below: number) => number): Promise<void> {
  for (let n = 0; n < FILES; n++) {
    const size = n % 3 === 0 ? 1 + draw(4000) : 70_000 + draw(60_000)
    const { id } = await ann.upload(`file ${n}`, sampleBytes(size, `${n} ${draw(1 << 20)}`))
    if (n % 7 === 0) await ann.call(deleteFile, { root_id: ann.rootId, file_id: id })
  }
}

describe('a store with a fault', { skip: FAULTS === 0 && 'for npm run soak' }, () => {
  const world = useWorld(small)

  it(`is named each of ${FAULTS} times`, async () => {
    const draw = numbers(20)
    await fill(await world.person(), draw)
    const missed: string[] = []
    for (let round = 0; round < FAULTS; round++) {
      const fault = KINDS[round % KINDS.length] ?? assert.fail()
      const { what, named = '', undo } = await fault(world.service.ctx, draw)
      const problems = await listProblems(world.service.ctx)
      if (!problems.some((problem) => problem.includes(named))) missed.push(what)
      await undo()
    }
    assert.deepEqual(missed, [])
    assert.deepEqual(await listProblems(world.service.ctx), [])
  })
})

describe('a store without a fault', { skip: CLEAN === 0 && 'for npm run soak' }, () => {
  it(`is found whole each of ${CLEAN} times`, async () => {
    for (let n = 0; n < CLEAN; n++) {
      const world = new World(small)
      await world.open()
      await fill(await world.person(), numbers(100 + n))
      assert.deepEqual(await atInstallation(world.place, listProblems), [])
      await world.close()
    }
  })
})
