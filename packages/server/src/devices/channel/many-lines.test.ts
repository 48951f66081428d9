import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { Device } from '@holdfast/server/testkit/people/device'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { KyselyPlugin } from 'kysely'
import { insertMachine } from '../../records/machines.ts'
import { insertSession } from '../../records/sessions.ts'
import { makeTokens, storeTokens } from '../../sign-in/oauth/tokens.ts'

const FEW = 20
const MANY = rounds(200, 1000)
const PASSES = 20

describe('lines to devices', { timeout: 300_000 }, () => {
  const world = useWorld(STACKS[0] as Stack)

  /** Devices of someone, signed in without a password each, and connected. */
  async function connected(owner: Someone, count: number): Promise<Device[]> {
    const { ctx } = world.service
    const at = ctx.now()
    const all = Array.from({ length: count }, () => makeTokens(ctx.random))
    await ctx.db.write(async (tx) => {
      for (const tokens of all) {
        const machine = await insertMachine(tx, {
          organization_id: 1 as OrganizationId,
          person_id: owner.id,
          client_id: AGENT_CLIENT,
          guid: tokens.access.slice(0, 36),
          machine_type: 'agent',
          created_at: at,
        })
        const session = await insertSession(tx, {
          person_id: owner.id,
          client_id: AGENT_CLIENT,
          machine_id: machine.id,
          origin: 'password',
          created_at: at,
          last_used_at: at,
        })
        await storeTokens(tx, session, tokens, at, null)
      }
    })
    const devices: Device[] = []
    for (const { access } of all) {
      const device = await Device.open(world.url, { authorization: `Bearer ${access}` })
      await device.hello()
      devices.push(device)
    }
    return devices
  }

  /** How many statements there are for each time that the lines are looked at, while nothing happens. */
  async function statementsEach(): Promise<number> {
    await world.runJobs()
    const { db, live } = world.service.ctx
    const { read } = db
    let statements = 0
    let looks = 0
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('"machine_connection"') && ++looks > PASSES) resolve()
        else if (looks > 0) statements++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    Object.defineProperty(db, 'read', { value: read.withPlugin(counting), configurable: true })
    live.pace.checkMs = 10
    live.hub.hear('anything')
    await enough
    live.pace.checkMs = 4000
    Object.defineProperty(db, 'read', { value: read, configurable: true })
    return statements / PASSES
  }

  it(`cost as few statements when they are ${MANY} as when they are ${FEW}`, async () => {
    const owner = await world.person()
    const few = await connected(owner, FEW)
    const forFew = await statementsEach()
    const more = await connected(owner, MANY - FEW)
    const forMany = await statementsEach()
    assert.ok(forFew >= 2 && forFew <= 6, `${forFew} each time`)
    assert.ok(forMany <= forFew + 0.5, `${forMany} each time, in place of ${forFew}`)
    for (const device of [...few, ...more]) device.cut()
  })
})
