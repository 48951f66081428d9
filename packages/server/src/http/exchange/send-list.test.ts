import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import Fastify from 'fastify'
import { sendList } from './send-list.ts'
import type { App, Reply, Request } from './server.ts'

const ITEM = Buffer.from(JSON.stringify('x'.repeat(60_000)))
const MANY = 10_000

/** A list that counts how much of it was read, and knows when nobody wants more. */
class Source {
  read = 0
  readonly ended: Promise<void>
  #end = () => {}
  readonly #batches: number
  readonly #failsAt: number

  constructor(batches: number, failsAt = Number.POSITIVE_INFINITY) {
    this.#batches = batches
    this.#failsAt = failsAt
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  async *batches(): AsyncGenerator<Buffer> {
    try {
      while (this.read < this.#batches) {
        if (this.read === this.#failsAt) throw new Error('the database is gone')
        this.read++
        yield ITEM
      }
    } finally {
      this.#end()
    }
  }
}

describe('an answer with a list', () => {
  const apps: App[] = []
  afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

  async function serve(source: Source, head: object = { type: 'folder' }): Promise<string> {
    const app = Fastify({ forceCloseConnections: true }) as unknown as App
    apps.push(app)
    app.get('/', (req, reply) =>
      sendList(req as Request, reply as Reply, { head, field: 'children', batches: source.batches() }),
    )
    await app.listen({ port: 0 })
    return `http://localhost:${(app.server.address() as AddressInfo).port}/`
  }

  const open = async (url: string): Promise<IncomingMessage> =>
    (await once(get(url, { agent: false }), 'response'))[0] as IncomingMessage

  for (const batches of [0, 1, 2, 3, 4, 20])
    it(`is JSON, of ${batches} batches`, async () => {
      for (const head of [{}, { type: 'folder', name: 'A "b"' }]) {
        const response = await fetch(await serve(new Source(batches), head))
        assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
        assert.deepEqual(await response.json(), {
          ...head,
          children: Array(batches).fill(JSON.parse(ITEM.toString())),
        })
      }
    })

  it('is an error where the first batches cannot be read', async () => {
    for (const failsAt of [0, 1, 2])
      assert.equal((await fetch(await serve(new Source(MANY, failsAt)))).status, 500)
  })

  it('breaks off where a later batch cannot be read', async () => {
    const response = await open(await serve(new Source(MANY, 5)))
    assert.equal(response.statusCode, 200)
    await assert.rejects(async () => {
      for await (const _ of response);
    }, /aborted/)
  })

  it('is read only as fast as it is taken, and no further once the client has left', async () => {
    const source = new Source(MANY)
    const response = await open(await serve(source))
    await once(response, 'readable')
    // Meanwhile someone else takes more than this one may be ahead.
    const taken = new Source(2000)
    for await (const _ of await open(await serve(taken)));
    assert.equal(taken.read, 2000)
    assert.ok(source.read < 1000, `${source.read} batches were read for nobody`)
    response.destroy()
    await source.ended
    assert.ok(source.read < 1000, `${source.read} batches were read for nobody`)
  })

  it('is not read for a HEAD', async () => {
    const source = new Source(MANY)
    const asking = request(await serve(source), { method: 'HEAD', agent: false }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    await source.ended
    assert.equal(response.statusCode, 200)
    assert.ok(source.read <= 3)
  })
})
