import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { testAuthSourceSettings } from '@holdfast/api/accounts/auth-source-test'
import * as api from '@holdfast/api/accounts/auth-sources'
import type { OrganizationId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a tenant whose directories never answer, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const sockets = new Set<Socket>()
    let silent: Server
    let broken = false
    before(async () => {
      silent = createServer((socket) => {
        sockets.add(socket.on('error', () => {}))
        if (broken) socket.destroy()
      }).listen(0, '127.0.0.1')
      await once(silent, 'listening')
    })
    after(() => silent.close())
    /** From then on it breaks off at once, so that nothing waits for it for long. */
    function breakOff(): void {
      broken = true
      for (const socket of sockets) socket.destroy()
    }
    const portOf = (server: Server) => (server.address() as AddressInfo).port

    async function nothingListens(): Promise<number> {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const port = portOf(server)
      server.close()
      return port
    }
    const connect = (admin: Someone, organization_id: OrganizationId, port: number, import_hours = 1) =>
      admin.call(api.createAuthSource, {
        ...{ organization_id, host: '127.0.0.1', port, import_hours },
        ...{ login: 'cn=reader', password: 'secret', base_dn: 'dc=example' },
      })
    async function twoTenants() {
      const admin = await world.admin()
      const [hostile, calm] = [await world.organization(), await world.organization()]
      return { admin, hostile, calm, closed: await nothingListens() }
    }

    it('holds up neither the imports of others nor mails', async () => {
      const { admin, hostile, calm, closed } = await twoTenants()
      for (let n = 0; n < 3; n++) await connect(admin, hostile, portOf(silent))
      const { id: auth_source_id } = await connect(admin, calm, closed)
      const path = { organization_id: calm, auth_source_id }
      world.clock.advance({ hours: 1, minutes: 15 })
      await until(() => sockets.size > 0)
      const status = async () => (await admin.call(api.getAuthSource, path)).last_import?.status
      await until(async () => (await status()) === 'failed')
      await world.post('/api/2/reset_password', {
        email: admin.email,
        destination: `${world.service.ctx.publicUrl}/set?token={token}`,
      })
      await until(async () => (await world.mails()).some((mail) => mail.includes(admin.email)))
      assert.equal(sockets.size, 1, 'one directory of a tenant is read at a time')

      const { next_import, last_import } = await admin.call(api.getAuthSource, path)
      const pause = Date.parse(`${next_import}Z`) - Date.parse(`${last_import?.finished}Z`)
      assert.equal(pause, 3_600_000)
      breakOff()
    })

    it('waits for its own tests only', async () => {
      const { admin, hostile, calm, closed } = await twoTenants()
      const test = async (organization_id: OrganizationId, port: number) => {
        const { id: auth_source_id } = await connect(admin, organization_id, port)
        return admin.call(api.testAuthSource, { organization_id, auth_source_id })
      }
      await world.runJobs()
      broken = false
      const earlier = sockets.size
      const waiting = assert.rejects(test(hostile, portOf(silent)))
      await until(async () => sockets.size > earlier)
      await assert.rejects(test(hostile, portOf(silent)), { status: 503, message: /already being read/ })
      await assert.rejects(test(calm, closed), { message: /Nothing answers/ })
      breakOff()
      await waiting
    })

    it('tests four settings at once, and keeps nobody else from theirs', async () => {
      const { admin, hostile, calm, closed } = await twoTenants()
      const test = async (organization_id: OrganizationId, port: number) => {
        const given = { login: 'cn=reader', password: 'secret', base_dn: 'dc=example' }
        const params = { organization_id, host: '127.0.0.1', port, ...given }
        return (await admin.call(testAuthSourceSettings, params)).results.at(-1)?.reason_code
      }
      broken = false
      const earlier = sockets.size
      const waiting = Promise.all(Array.from({ length: 4 }, () => test(hostile, portOf(silent))))
      await until(async () => sockets.size === earlier + 4)
      await assert.rejects(test(hostile, portOf(silent)), { status: 503, message: /Four tests/ })
      assert.equal(await test(calm, closed), 'closed')
      breakOff()
      assert.deepEqual(await waiting, ['lost', 'lost', 'lost', 'lost'])
    })

    it('has twenty of them at most', async () => {
      const { admin, hostile, closed } = await twoTenants()
      for (let n = 0; n < 20; n++) await connect(admin, hostile, closed)
      await assert.rejects(connect(admin, hostile, closed), { status: 409, code: 'policy_error' })
    })

    it('is asked less and less often', async () => {
      const { admin, calm, closed } = await twoTenants()
      const { id: auth_source_id } = await connect(admin, calm, closed, 24)
      const hours: number[] = []
      for (let n = 0; n < 5; n++) {
        const path = { organization_id: calm, auth_source_id }
        await assert.rejects(admin.call(api.importAuthSource, { ...path, preview: false }))
        const { next_import, last_import } = await admin.call(api.getAuthSource, path)
        hours.push((Date.parse(`${next_import}Z`) - Date.parse(`${last_import?.finished}Z`)) / 3_600_000)
      }
      assert.deepEqual(hours, [24, 48, 96, 168, 168])
    })
  })
