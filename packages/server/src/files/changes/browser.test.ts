import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

/** What the page keeps: names of changed items, and how often it was greeted. */
interface Kept {
  names: string[]
  hellos: number
  source: EventSource
}
declare const window: { kept: Kept }

/** A way to a server that can be cut. */
async function openWire(to: string) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).once('close', () => sockets.delete(one) && other.destroy())
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => server.close(),
  }
}

describe('events in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()
  let wire: Awaited<ReturnType<typeof openWire>>
  before(async () => {
    wire = await openWire(world.url)
  })
  after(() => {
    wire.cut()
    wire.close()
  })

  it('reach an EventSource by the session cookie, which goes on by itself after a cut', async () => {
    const ann = await world.person()
    // The pages of the service let scripts connect to nothing; a page of the web app will say otherwise.
    const context = await (await openBrowser()).newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${wire.url}/api/2/version`)
    await page.evaluate(
      async ({ email, password }) => {
        await fetch('/api/2/session/create', {
          method: 'POST',
          body: new URLSearchParams({ email, password }),
        })
        const source = new EventSource('/api/2/events')
        window.kept = { names: [], hellos: 0, source }
        source.addEventListener('hello', () => window.kept.hellos++)
        source.addEventListener('change', (event) =>
          window.kept.names.push(JSON.parse((event as MessageEvent).data).name),
        )
      },
      { email: ann.email, password: PASSWORD },
    )
    const until = (names: string[], hellos: number) =>
      page.waitForFunction(
        ([wanted, count]) => window.kept.names.length >= wanted.length && window.kept.hellos >= count,
        [names, hellos] as const,
      )
    await until([], 1)
    await ann.upload('one.txt', '1')
    await until(['one.txt'], 1)
    wire.cut()
    await ann.upload('two.txt', '2')
    await until(['one.txt', 'two.txt'], 2)
    await ann.upload('three.txt', '3')
    await until(['one.txt', 'two.txt', 'three.txt'], 2)
    const names = await page.evaluate(() => window.kept.names)
    assert.deepEqual(names, ['one.txt', 'two.txt', 'three.txt'])
    await context.close()
  })
})
