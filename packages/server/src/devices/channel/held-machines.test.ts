import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MachineId } from '@holdfast/api/ids'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { countWaiting } from '@holdfast/server/testkit/database/hold-table'
import { machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Tx } from '../../platform/db/database.ts'
import { holdMachine } from '../../records/machines.ts'
import { noteHealth } from '../machines/health.ts'
import { deleteConnection, dropServers, renewLease, upsertConnection } from './queries.ts'

describe('the machines of a server that was killed', () => {
  const world = useWorld(STACKS[1] as Stack)

  it('are let go of while others write of them, and nobody waits in a circle', async () => {
    const { ctx } = world.service
    const ann = await world.person()
    const first = await machineOf(world, ann, 'first')
    const second = await machineOf(world, ann, 'second')
    const sessions = (await ann.call(listSessions, {})).results
    const sessionOf = (of: MachineId) => sessions.find(({ machine_id }) => machine_id === of)?.id
    let runs = 0
    const write = <T>(work: (tx: Tx) => Promise<T>) =>
      ctx.db.write((tx) => {
        runs++
        return work(tx)
      })
    const counting = { ...ctx, db: { ...ctx.db, write } }
    const others = [
      () =>
        noteHealth(
          counting,
          [second, first].map((machineId) => ({ machineId, health: { free_space: 1 } })),
        ),
      () => write((tx) => deleteConnection(tx, first, 'line', 2)),
    ]
    for (const other of others) {
      await ctx.db.write(async (tx) => {
        await renewLease(tx, 'killed', 1)
        for (const machine_id of [first, second]) {
          const session_id = sessionOf(machine_id) as never
          const line = { machine_id, server: 'killed', connection: 'line', session_id, since: 1 }
          await upsertConnection(tx, line)
        }
      })
      const { promise: letGo, resolve: release } = Promise.withResolvers<void>()
      const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
      const holding = ctx.db.write(async (tx) => {
        await holdMachine(tx, first)
        isHeld()
        await letGo
      })
      await held
      runs = 0
      const dropping = write((tx) => dropServers(tx, { server: 'killed' }, 2))
      while ((await countWaiting(ctx.db.read)) < 1) {}
      const noting = other()
      while ((await countWaiting(ctx.db.read)) < 2) {}
      release()
      await Promise.all([holding, dropping, noting])
      assert.equal(runs, 2, 'one was undone to let the other pass')
    }
  })
})
