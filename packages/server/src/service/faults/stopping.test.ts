import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { postgresBehindProxy, s3BehindProxy } from '@holdfast/server/testkit/servers/behind-proxy'
import { startServing } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, World } from '@holdfast/server/testkit/servers/world'

const SOON = { work: 200, rest: 200 }

/** An upload whose bytes never come. */
async function beginUpload(url: string, { bearer, rootId }: Someone): Promise<void> {
  const req = request(`${url}/api/2/files/${rootId}/upload`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'multipart/form-data; boundary=part', expect: '100-continue' },
  })
  req.on('error', () => {})
  req.flushHeaders()
  await once(req, 'continue')
}

const mail = (world: World, email: string) =>
  world.post('/api/2/reset_password', { email, destination: `${world.url}/reset?{token}` })

describe('a service that is told to stop', { timeout: 600_000 }, () => {
  for (const stack of STACKS)
    it(`does so in time and names what it cut: a mail server that says nothing and a slow upload, ${stack.name}`, async () => {
      const callers: Socket[] = []
      const smtp = createServer((socket) => callers.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
      await once(smtp, 'listening')
      const { port } = smtp.address() as AddressInfo
      const world = new World(stack, { config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
      await world.open()
      const ann = await world.person()
      await beginUpload(world.url, ann)
      assert.equal((await mail(world, ann.email)).status, 200)
      void world.runJobs()
      await until(() => world.service.jobs.underWay.length > 0)
      const cut = await world.service.close(SOON)
      assert.deepEqual(cut, ['the job codes 1', '1 requests'])
      await assert.rejects(fetch(world.url))
      for (const caller of callers) caller.destroy()
      smtp.close()
      await world.start()
      assert.equal((await world.request('/readyz')).status, 200)
      await world.close()
    })

  it('does so in time when the database says nothing any more', async () => {
    const stack = postgresBehindProxy({})
    const world = new World(stack)
    await world.open()
    const ann = await world.person()
    stack.proxy.set('silent')
    const asked = fetch(`${world.url}/api/2/person/${ann.id}`, { headers: ann.bearer }).catch(() => {})
    await until(() => stack.proxy.swallowed > 0)
    // What is asked then is cut off; whatever it waits for, this comes to its end.
    await world.service.close(SOON)
    stack.proxy.cut()
    await asked
    await world.close()
  })

  it('does so in time when the store says nothing any more, and names what it cut', async () => {
    const stack = s3BehindProxy({})
    const world = new World(stack)
    await world.open()
    const ann = await world.person()
    const kept = await ann.upload('kept.bin', sampleBytes(100_000, 'kept'))
    stack.proxy.set('silent')
    const sending = ann.upload('cut.bin', sampleBytes(100_000, 'cut')).catch(() => 'cut')
    await until(() => stack.proxy.swallowed > 0)
    assert.deepEqual(await world.service.close(SOON), ['1 requests'])
    assert.equal(await sending, 'cut')
    stack.proxy.set(undefined)
    stack.proxy.cut()
    await world.start()
    const again = await world.signIn(ann.email)
    assert.ok((await again.download(kept.id)).equals(sampleBytes(100_000, 'kept')))
    await world.close()
  })

  it('ends as a process, too', { skip: rounds(1, 0) === 1 }, async (test) => {
    const stack = postgresBehindProxy({})
    const place = await stack.open('migrated')
    test.after(() => place.dispose())
    const settings = { ...settingsOf(place), HOLDFAST_ADMIN_PASSWORD: PASSWORD, HOLDFAST_LOG_LEVEL: 'info' }
    const serving = await startServing(place.dataDir, settings)
    stack.proxy.set('silent')
    const body = new URLSearchParams({ email: 'admin@localhost', password: PASSWORD })
    const asked = fetch(`${serving.url}/api/2/session/create`, { method: 'POST', body }).catch(() => 'cut')
    await until(() => stack.proxy.swallowed > 0)
    assert.equal(await serving.stop(), 1)
    assert.equal(await asked, 'cut')
    assert.ok(serving.lines.some((line) => line.includes('stopped before all was done')))
  })
})
