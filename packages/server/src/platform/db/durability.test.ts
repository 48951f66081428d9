import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { createProbeTable, probeNames } from '@holdfast/server/testkit/database/probe'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { startChild } from '@holdfast/server/testkit/servers/children'
import { type Postgres, startPostgres } from '@holdfast/server/testkit/servers/postgres'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import Sqlite from 'better-sqlite3'
import type { Database } from './database.ts'

const KILLS = rounds(2, 100)
const SERVER_KILLS = rounds(1, 20)
const MOST_WRITES = 400

/** Each write added a row and its twin: what was acknowledged is there, and nothing by half. */
async function checkRows(db: Database, acknowledged: readonly string[]): Promise<void> {
  const names = new Set(await probeNames(db.read))
  const lost = acknowledged.filter((name) => !names.has(name))
  assert.deepEqual(lost, [], `${lost.length} of ${acknowledged.length} acknowledged writes are lost`)
  const torn = [...names].filter((name) => !name.endsWith(', twin') && !names.has(`${name}, twin`))
  assert.deepEqual(torn, [])
  assert.equal(names.size % 2, 0)
}

function checkFile(name: string): void {
  const file = new Sqlite(name)
  assert.equal(file.pragma('integrity_check', { simple: true }), 'ok')
  file.close()
}

for (const stack of STACKS)
  describe(`a process that is killed while it writes on ${stack.name}`, () => {
    const world = useDatabase(stack, createProbeTable)

    it(`keeps what it acknowledged, ${KILLS} times`, async () => {
      const acknowledged: string[] = []
      for (let kill = 1; kill <= KILLS; kill++) {
        const child = startChild({
          kind: 'write',
          database: world.location,
          name: `life-${kill}`,
          writers: 8,
        })
        await child.said(1 + Math.floor(Math.random() * MOST_WRITES))
        child.process.kill('SIGKILL')
        assert.equal(await child.ended, 'SIGKILL')
        assert.deepEqual(child.errors, [])
        // The last line may have been cut off.
        acknowledged.push(...child.lines.slice(0, -1))
        await checkRows(world.db, acknowledged)
      }
      if (world.location.kind === 'sqlite') checkFile(world.location.file)
    })
  })

describe('a PostgreSQL server that is killed while a process writes', () => {
  let postgres: Postgres | undefined
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres?.stop())

  it(`keeps what was acknowledged, ${SERVER_KILLS} times, and the process goes on`, async () => {
    assert.ok(postgres)
    const database = { kind: 'postgres', url: postgres.url('postgres') } as const
    const child = startChild({ kind: 'write', database, name: 'client', writers: 8 })
    for (let kill = 1; kill <= SERVER_KILLS; kill++) {
      await child.said(child.lines.length + 1 + Math.floor(Math.random() * MOST_WRITES))
      await postgres.kill()
      await postgres.start()
      const db = await openQuietly(database)
      await checkRows(db, [...child.lines])
      await db.close()
    }
    await child.said(child.lines.length + MOST_WRITES)
    child.process.kill('SIGKILL')
    await child.ended
    assert.ok(child.errors.length > 0, 'it did not notice that its server was killed')
  })
})
