import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { getMachineStatus } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { Device, signInDevice } from '@holdfast/server/testkit/people/device'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { startNginx } from '@holdfast/server/testkit/servers/nginx'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const PAGE = path.resolve(import.meta.dirname, '../../../../../docs/operations.md')

/** The configuration that the page shows, for other addresses. */
async function shown(port: number, backend: string): Promise<string> {
  const [, block = ''] = /```nginx\n(server \{.*?)```/s.exec(await readFile(PAGE, 'utf8')) ?? []
  const swaps: [RegExp, string][] = [
    [/listen 443 ssl/g, `listen 127.0.0.1:${port} ssl`],
    [/ssl_certificate {5}\S+;/g, `ssl_certificate ${environment('TESTKIT_TLS_CERT')};`],
    [/ssl_certificate_key \S+;/g, `ssl_certificate_key ${environment('TESTKIT_TLS_KEY')};`],
    [/http:\/\/127\.0\.0\.1:8443/g, backend],
  ]
  return swaps.reduce((text, [from, to]) => {
    assert.match(text, from)
    return text.replace(from, to)
  }, block)
}

describe('the line to a device behind nginx', () => {
  const world = useWorld(STACKS[0] as Stack, { config: { trustProxy: ['127.0.0.1'] } })

  it('is carried by the configuration that the page shows, and so are requests', async (test) => {
    const plain = world.url.replace('https:', 'http:').replace('localhost', '127.0.0.1')
    const settings = await shown(0, plain)
    const nginx = await startNginx(await makeTempDir(), (port) =>
      settings.replace(/127\.0\.0\.1:0 /, `127.0.0.1:${port} `),
    )
    test.after(() => nginx.stop())
    const { email } = await world.person()
    const url = `https://localhost:${nginx.port}`
    const ann = new Someone(url, email)
    await ann.signIn(email, PASSWORD)
    const { headers } = await signInDevice(world, ann)
    const device = await Device.open(url, headers)
    const { machine_id } = await device.hello()
    const status = { subscriptions: [], synced: true, transfers: [] }
    device.answers = () => ({ ok: true, data: status })
    const asked = await ann.call(getMachineStatus, { machine_id: machine_id as MachineId })
    assert.deepEqual(asked.results, { ...status, leaving: [] })
    for (const [, seconds] of settings.matchAll(/proxy_read_timeout (\d+)s/g))
      assert.ok(Number(seconds) > 60, 'longer than two pings are apart')
    await assert.rejects(
      Device.open(plain, headers),
      { status: 400 },
      'only a proxy may say that there is TLS',
    )
    device.cut()
  })
})
