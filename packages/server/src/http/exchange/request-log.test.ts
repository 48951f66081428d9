import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import * as links from '@holdfast/api/sharing/links'
import { bearer, openTls, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { signInDevice } from '@holdfast/server/testkit/people/device'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { LogBook, type LogLine } from '@holdfast/server/testkit/servers/log-book'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]
const [DEBUG, INFO] = [20, 30]
const VERSION = '/api/2/version'
/** What heads may take beside a body. */
const HEADS = 3000

function assertAbout(actual: unknown, bytes: number): void {
  assert.ok(Number(actual) >= bytes && Number(actual) < bytes + HEADS, `${actual} is not about ${bytes}`)
}

describe('the line of a request', () => {
  const book = new LogBook()
  const world = useWorld(SMALL, { log: book.log })
  /** The one that fits; it is written when the answer is sent to its end. */
  const line = (fits: (line: LogLine) => boolean): Promise<LogLine> =>
    untilFound(async () => book.lines().find((each) => each.msg === 'request' && fits(each)))

  it('tells who asked, from where, and how many bytes went each way', async () => {
    const ann = await world.person()
    const bytes = new Uint8Array(200_000).fill(7)
    const { id } = await ann.upload('plan.txt', bytes)
    await ann.download(id)
    const up = await line(({ path }) => path === `/api/2/files/${ann.rootId}/upload`)
    const down = await line(({ path }) => path === `/api/2/files/${ann.rootId}/${id}/download`)
    for (const { organization, person, guest, link, ip, level } of [up, down])
      assert.deepEqual(
        { organization, person, guest, link, ip, level },
        { organization: 1, person: ann.id, guest: undefined, link: undefined, ip: '127.0.0.1', level: INFO },
      )
    assertAbout(up.received, bytes.length)
    assertAbout(up.sent, 0)
    assertAbout(down.received, 0)
    assertAbout(down.sent, bytes.length)
    assert.doesNotMatch(JSON.stringify([up, down]), /example\.test|Pat|Doe|plan\.txt/)
  })

  it('counts the bytes of each request on a connection apart', async () => {
    const ann = await world.person()
    using connection = await openTls(world.url)
    const body = 'x'.repeat(50_000)
    const ids: (string | undefined)[] = []
    for (const request of [{ path: VERSION }, { path: VERSION, body }, { path: VERSION }])
      ids.push((await connection.exchange({ ...request, headers: bearer(ann) })).headers['x-request-id'])
    const [first, second, third] = await Promise.all(ids.map((id) => line(({ reqId }) => reqId === id)))
    assertAbout(first?.received, 0)
    assertAbout(second?.received, body.length)
    assertAbout(third?.received, 0)
    assert.equal(first?.sent, third?.sent)
  })

  it('names the device of who asks', async () => {
    const ann = await world.person()
    const { headers } = await signInDevice(world, ann)
    const { headers: answered } = await rawCall(world.url, { path: getOwnPerson.path, headers })
    const told = await line(({ reqId }) => reqId === answered['x-request-id'])
    assert.equal(told.person, ann.id)
    assert.ok(Number(told.machine) > 0)
  })

  it('names the link that was come through, on its page and by the API, and never by what opens it', async () => {
    const { ann, at, organizationId } = await sharer(world)
    const { id, hash = '' } = await ann.call(links.shareFile, at)
    for (const path of [`/shares/file/${hash}/`, `/api/2/sharelinks/${hash}/download`]) {
      const { status, headers } = await rawCall(world.url, { path })
      assert.equal(status, 200, path)
      const told = await line(({ reqId }) => reqId === headers['x-request-id'])
      assert.deepEqual([told.link, told.organization, told.person], [id, organizationId, undefined], path)
      assert.ok(!JSON.stringify(told).includes(String(hash)))
    }
  })

  it('is at debug for health checks', async () => {
    for (const path of ['/healthz', '/readyz', VERSION]) {
      const { headers } = await rawCall(world.url, { path })
      const told = await line(({ reqId }) => reqId === headers['x-request-id'])
      assert.equal(told.level, path === VERSION ? INFO : DEBUG, path)
      assert.equal(told.person, undefined)
    }
  })
})

for (const [logAddresses, ip] of [
  ['short', '127.0.0.0/24'],
  ['none', undefined],
] as const)
  describe(`a log with HOLDFAST_LOG_ADDRESSES=${logAddresses}`, () => {
    const book = new LogBook()
    const world = useWorld(SMALL, { log: book.log, config: { logAddresses } })

    it('shows no whole address of a client', async () => {
      const { headers } = await rawCall(world.url, { path: VERSION })
      const told = await untilFound(async () =>
        book.lines().find(({ reqId }) => reqId === headers['x-request-id']),
      )
      assert.equal(told.ip, ip)
      assert.ok(!book.text.includes('127.0.0.1'))
    })
  })
