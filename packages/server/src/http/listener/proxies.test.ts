import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { getMachineStatus } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { openTls } from '@holdfast/server/testkit/content/raw-http'
import { Device, signInDevice } from '@holdfast/server/testkit/people/device'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { LogBook } from '@holdfast/server/testkit/servers/log-book'
import { startNginx } from '@holdfast/server/testkit/servers/nginx'
import { type RunningProxy, startProxy } from '@holdfast/server/testkit/servers/proxy-process'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const PAGE = path.resolve(import.meta.dirname, '../../../../../docs/operations.md')
const PINGS_APART_S = 30

/** What differs here from what the page shows: addresses, files, and how long a test can wait. */
interface Here {
  dir: string
  port: number
  backend: string
  /** Another server beside it, which is not there. */
  dead: string
}

interface Documented {
  name: string
  /** The language of its block on the page. */
  language: string
  checksHealth: boolean
  /** Every one of them must be found. */
  swaps(here: Here): readonly (readonly [RegExp, string])[]
  start(settings: string, here: Here): Promise<RunningProxy>
}

const certFile = () => environment('TESTKIT_TLS_CERT')
const keyFile = () => environment('TESTKIT_TLS_KEY')

const NGINX: Documented = {
  name: 'nginx',
  language: 'nginx',
  checksHealth: false,
  swaps: ({ port, backend, dead }) => [
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/ssl_certificate {5}\S+;/, `ssl_certificate ${certFile()};`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${keyFile()};`],
    [/server 127\.0\.0\.1:8443( .*);/, `server ${dead}$1;\n  server ${backend}$1;`],
  ],
  start: (settings, { dir, port }) => startNginx(dir, () => settings, { port }),
}

const HAPROXY: Documented = {
  name: 'HAProxy',
  language: 'haproxy',
  checksHealth: true,
  swaps: ({ dir, port, backend, dead }) => [
    [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${dir}/both.pem`],
    [/server one 127\.0\.0\.1:8443 (.*)/, `server one ${backend} $1\n  server two ${dead} $1`],
    [/ inter 2s/g, ' inter 100ms'],
  ],
  async start(settings, { dir, port }) {
    const pems = await Promise.all([certFile(), keyFile()].map((file) => readFile(file, 'utf8')))
    await writeFile(path.join(dir, 'both.pem'), pems.join('\n'))
    const config = path.join(dir, 'haproxy.cfg')
    await writeFile(config, `global\n  maxconn 1000\n${settings}`)
    return startProxy({ program: '/usr/sbin/haproxy', args: ['-db', '-f', config], dir, port })
  },
}

const CADDY: Documented = {
  name: 'Caddy',
  language: 'caddyfile',
  checksHealth: true,
  swaps: ({ port, backend, dead }) => [
    [/^files\.example\.org \{/m, `https://localhost:${port} {\n  tls ${certFile()} ${keyFile()}`],
    [/to 127\.0\.0\.1:8443/, `to ${backend} ${dead}`],
    [/health_interval 2s/, 'health_interval 100ms'],
    [/lb_try_duration 5s/, 'lb_try_duration 200ms'],
  ],
  async start(settings, { dir, port }) {
    const config = path.join(dir, 'Caddyfile')
    await writeFile(config, `{\n  admin off\n  auto_https disable_redirects\n}\n${settings}`)
    const args = ['run', '--adapter', 'caddyfile', '--config', config]
    return startProxy({ program: '/usr/bin/caddy', args, dir, port })
  },
}

/** The configuration that the page shows, for other addresses. */
async function shown({ language, swaps }: Documented, here: Here): Promise<string> {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(await readFile(PAGE, 'utf8'))
  return swaps(here).reduce((text, [from, to]) => {
    assert.match(text, from)
    return text.replace(from, to)
  }, block?.[1] ?? '')
}

describe('a service behind a proxy that is set up as the page shows', () => {
  const book = new LogBook()
  const world = useWorld(STACKS[0] as Stack, { log: book.log, config: { trustProxy: ['127.0.0.1'] } })

  for (const proxy of [NGINX, HAPROXY, CADDY])
    describe(proxy.name, () => {
      let settings = ''
      let running: RunningProxy
      let url: string

      before(async () => {
        const [dir, port, dead] = [await makeTempDir(), await freePort(), await freePort()]
        const here = {
          dir,
          port,
          backend: `127.0.0.1:${new URL(world.url).port}`,
          dead: `127.0.0.1:${dead}`,
        }
        settings = await shown(proxy, here)
        running = await proxy.start(settings, here)
        url = `https://localhost:${port}`
      })
      after(() => running.stop())

      const version = async (): Promise<number> => (await fetch(`${url}/api/2/version`)).status

      /** Ann, who only knows the proxy. The server that is not there has been noticed before she comes. */
      async function annBehindIt(): Promise<Someone> {
        await until(async () => (await version()) === 200)
        const { email } = await world.person()
        const ann = new Someone(url, email)
        await ann.signIn(email, PASSWORD)
        return ann
      }

      if (proxy.checksHealth)
        it('gives a server that is not ready no requests until it is', async () => {
          await until(async () => (await version()) === 200)
          world.service.ctx.readiness.stopping = true
          await until(async () => (await version()) === 503)
          world.service.ctx.readiness.stopping = false
          await until(async () => (await version()) === 200)
        })

      it('carries files up and down whole, whichever server it tries first', async () => {
        const ann = await annBehindIt()
        const bytes = new Uint8Array(1024 * 1024).map((_, at) => at % 251)
        for (const name of ['one.bin', 'two.bin', 'three.bin']) {
          const { id } = await ann.upload(name, bytes)
          assert.ok(Buffer.from(bytes).equals(await ann.download(id)), name)
        }
      })

      it('keeps the line of a device', async () => {
        const ann = await annBehindIt()
        const { headers } = await signInDevice(world, ann)
        const device = await Device.open(url, headers, '127.0.0.3')
        const { machine_id } = await device.hello()
        const status = { subscriptions: [], synced: true, transfers: [] }
        device.answers = () => ({ ok: true, data: status })
        const asked = await ann.call(getMachineStatus, { machine_id: machine_id as MachineId })
        assert.deepEqual(asked.results, { ...status, leaving: [] })
        const opened = book.lines().find(({ path, machine }) => path === '/agent/1' && machine === machine_id)
        assert.deepEqual([opened?.status, opened?.person, opened?.ip], [101, ann.id, '127.0.0.3'])
        for (const [, seconds] of settings.matchAll(/(?:proxy_read_timeout|timeout tunnel) (\d+)s/g))
          assert.ok(Number(seconds) > 2 * PINGS_APART_S, 'longer than two pings are apart')
        device.cut()
        const plain = world.url.replace('https:', 'http:').replace('localhost', '127.0.0.1')
        await assert.rejects(
          Device.open(plain, headers),
          { status: 400 },
          'only a proxy may say that there is TLS',
        )
        await assert.rejects(Device.open(url, {}), { status: 401 })
        await until(() => book.lines().some(({ path, status }) => path === '/agent/1' && status === 401))
      })

      it('tells the address of the client, whatever the client says about it', async () => {
        await until(async () => (await version()) === 200)
        for (const headers of [
          {},
          { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' },
        ] as Record<string, string>[]) {
          using client = await openTls(url, '127.0.0.2')
          const { status, headers: answered } = await client.exchange({ path: '/api/2/version', headers })
          assert.equal(status, 200)
          const own = () => book.lines().find(({ reqId }) => reqId === answered['x-request-id'])
          await until(() => own() !== undefined)
          assert.equal(own()?.ip, '127.0.0.2')
        }
      })
    })
})
