import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { migrate } from '../migrations/migrate.ts'
import { listWholeTables, type WholeTable } from './tables.ts'

describe('the tables of a whole installation', () => {
  const found: WholeTable[][] = []
  for (const stack of STACKS) {
    const world = useDatabase(stack, (db) => migrate(db, 1000))
    it(`are all of ${stack.name} but those that are made anew or belong to servers that run`, async () => {
      const whole = await listWholeTables(world.db.read)
      found.push(whole)
      const names = new Set(whole.map(({ name }) => name))
      const all = await world.db.read.introspection.getTables()
      const left = all.map(({ name }) => name).filter((name) => !names.has(name) && !/^entry_/.test(name))
      assert.deepEqual(left.sort(), [
        'installation_state',
        'machine_command',
        'machine_connection',
        'migration',
        'running_server',
        'server_figures',
        'server_lease',
        'sweep_hold',
      ])
    })
  }

  it('are the same on both, column by column', () => {
    assert.equal(found.length, 2)
    assert.deepEqual(found[0], found[1])
    assert.ok((found[0] ?? []).some(({ name }) => name === 'entry'))
  })
})
