import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { deleteFile, type File, uploadToRoot } from '@holdfast/api/files/files'
import { bearer, type RawResponse, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { dispositionOf } from './download.ts'

const [SMALL] = STACKS as [Stack]
const MIB = 1024 * 1024

type Headers = Record<string, string>

/** What both descriptions below ask for. */
function downloader(world: { url: string }) {
  return (who: Someone, file: File, headers: Headers = {}, { method = 'GET', verb = 'download' } = {}) =>
    rawCall(world.url, {
      method,
      path: `/api/2/files/${file.root_id}/${file.id}/${verb}`,
      headers: { ...bearer(who), ...headers },
    })
}

describe('a download', () => {
  const world = useWorld(SMALL)
  const get = downloader(world)
  const TEXT = '0123456789'
  let ann: Someone
  let file: File
  let whole: RawResponse
  before(async () => {
    ann = await world.person()
    file = await ann.upload('digits.txt', TEXT)
    whole = await get(ann, file)
  })

  it('is the whole file, and says all about it', () => {
    assert.equal(whole.statusLine, 'HTTP/1.1 200 OK')
    assert.equal(whole.body.toString(), TEXT)
    assert.equal(whole.headers['content-length'], '10')
    assert.equal(whole.headers['content-type'], 'application/octet-stream')
    assert.equal(whole.headers['accept-ranges'], 'bytes')
    assert.equal(whole.headers['last-modified'], 'Thu, 15 Jan 2026 12:00:00 GMT')
    assert.match(whole.headers.etag ?? '', /^"[0-9a-f]{64}"$/)
    assert.equal(whole.headers['cache-control'], 'private, no-store')
    assert.equal(whole.headers['x-content-type-options'], 'nosniff')
    assert.match(whole.headers['content-security-policy'] ?? '', /default-src 'none'.*sandbox/)
    assert.equal(
      whole.headers['content-disposition'],
      `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`,
    )
  })

  const ranges: [range: string, bytes: string, contentRange: string][] = [
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-6', '456', 'bytes 4-6/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', TEXT, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=0-', TEXT, 'bytes 0-9/10'],
  ]
  for (const [range, bytes, contentRange] of ranges)
    it(`of ${range} is that part`, async () => {
      const response = await get(ann, file, { Range: range })
      assert.equal(response.statusLine, 'HTTP/1.1 206 Partial Content')
      assert.equal(response.body.toString(), bytes)
      assert.equal(response.headers['content-range'], contentRange)
      assert.equal(response.headers.etag, whole.headers.etag)
    })

  for (const range of ['bytes=10-', 'bytes=10-20', 'bytes=99999999999999999999-', 'bytes=-0'])
    it(`of ${range} is refused with the length there is`, async () => {
      const response = await get(ann, file, { Range: range })
      assert.equal(response.statusLine, 'HTTP/1.1 416 Range Not Satisfiable')
      assert.equal(response.headers['content-range'], 'bytes */10')
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      assert.deepEqual(response.json(), {
        error: 'range_not_satisfiable',
        error_description: 'The file has 10 bytes.',
      })
      assert.equal(response.headers['content-disposition'], undefined)
      assert.equal(response.headers.etag, undefined)
    })

  for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'nonsense'])
    it(`of ${range} is the whole file`, async () => {
      const response = await get(ann, file, { Range: range })
      assert.equal(response.status, 200)
      assert.equal(response.body.toString(), TEXT)
      assert.equal(response.headers['content-range'], undefined)
    })

  it('gives a range only of the version that If-Range names', async () => {
    const { etag = '', 'last-modified': modified = '' } = whole.headers
    const same = [etag, modified]
    const other = ['"other"', `W/${etag}`, 'Thu, 15 Jan 2026 11:59:59 GMT', 'Thu, 15 Jan 2026 12:00:01 GMT']
    for (const condition of same)
      assert.equal(
        (await get(ann, file, { Range: 'bytes=1-2', 'If-Range': condition })).status,
        206,
        condition,
      )
    for (const condition of other) {
      const response = await get(ann, file, { Range: 'bytes=1-2', 'If-Range': condition })
      assert.equal(response.status, 200, condition)
      assert.equal(response.body.toString(), TEXT)
    }
  })

  it('of a revision that is looked at may be kept by the browser, by who is signed in there', async () => {
    const verb = `revisions/${file.revision_id}/view`
    const { headers, body } = await get(ann, file, {}, { verb })
    assert.equal(body.toString(), TEXT)
    assert.equal(headers['cache-control'], 'private, max-age=86400, immutable')
    assert.equal(headers.vary, 'Cookie, Authorization')
    const missing = await get(ann, file, {}, { verb: 'revisions/999999/view' })
    assert.equal(missing.headers['cache-control'], 'no-store')
    const now = await get(ann, file, {}, { verb: 'view' })
    assert.equal(now.headers['cache-control'], 'private, no-store', 'of a file it changes')
  })

  it('is not repeated for whoever has it', async () => {
    const { etag = '' } = whole.headers
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(ann, file, { 'If-None-Match': tags })
      assert.equal(response.statusLine, 'HTTP/1.1 304 Not Modified', tags)
      assert.equal(response.headers.etag, etag)
      assert.equal(response.body.length, 0)
    }
    // Also before any range, as RFC 9110 orders them.
    assert.equal((await get(ann, file, { 'If-None-Match': etag, Range: 'bytes=0-1' })).status, 304)
    assert.equal((await get(ann, file, { 'If-None-Match': '"other"' })).status, 200)
  })

  it('is not repeated when nothing changed since', async () => {
    const since = (date: string, more: Headers = {}) => get(ann, file, { 'If-Modified-Since': date, ...more })
    assert.equal((await since('Thu, 15 Jan 2026 12:00:00 GMT')).status, 304)
    assert.equal((await since('Fri, 16 Jan 2026 12:00:00 GMT')).status, 304)
    assert.equal((await since('Thu, 15 Jan 2026 11:59:59 GMT')).status, 200)
    assert.equal((await since('not a date')).status, 200)
    // The tag is the better witness.
    assert.equal((await since('Fri, 16 Jan 2026 12:00:00 GMT', { 'If-None-Match': '"other"' })).status, 200)
  })

  it('has only its headers on HEAD', async () => {
    const varying = ['date', 'x-request-id', 'keep-alive']
    const fixed = ({ headers }: RawResponse) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.includes(name)))
    const head = await get(ann, file, {}, { method: 'HEAD' })
    assert.equal(head.status, 200)
    assert.deepEqual(fixed(head), fixed(whole))
    const part = await get(ann, file, { Range: 'bytes=2-4' }, { method: 'HEAD' })
    assert.equal(part.status, 206)
    assert.equal(part.headers['content-length'], '3')
    const beyond = await get(ann, file, { Range: 'bytes=10-' }, { method: 'HEAD' })
    assert.equal(beyond.status, 416)
    assert.equal(beyond.headers['content-range'], 'bytes */10')
  })

  it('has a tag that changes with the content only', async () => {
    const bob = await world.person()
    const same = await bob.upload('other name.md', TEXT)
    assert.equal((await get(bob, same)).headers.etag, whole.headers.etag)
    await bob.call(deleteFile, { root_id: bob.rootId, file_id: same.id })
    world.clock.advance({ days: 1 })
    const other = await bob.upload('digits.txt', '0123456780')
    assert.notEqual((await get(bob, other)).headers.etag, whole.headers.etag)
  })

  const names: [name: string, plain: string, encoded: string][] = [
    ['ümläut.txt', 'u_mla_ut.txt', '%C3%BCml%C3%A4ut.txt'],
    ['🦀 crab.txt', '__ crab.txt', '%F0%9F%A6%80%20crab.txt'],
    ['a;b=c.txt', 'a;b=c.txt', 'a%3Bb%3Dc.txt'],
    ["it's (1).txt", "it's (1).txt", 'it%27s%20%281%29.txt'],
    ['100%41.txt', '100_41.txt', '100%2541.txt'],
    ['a, b.txt', 'a, b.txt', 'a%2C%20b.txt'],
    ['日本.txt', '__.txt', '%E6%97%A5%E6%9C%AC.txt'],
  ]
  for (const [name, plain, encoded] of names)
    it(`names ${name} so that any client can save it`, async () => {
      const named = await ann.upload(name, 'x')
      const rest = `filename="${plain}"; filename*=UTF-8''${encoded}`
      assert.equal((await get(ann, named)).headers['content-disposition'], `attachment; ${rest}`)
      const viewed = await get(ann, named, {}, { verb: 'view' })
      assert.equal(viewed.headers['content-disposition'], `inline; ${rest}`)
      assert.equal(decodeURIComponent(encoded), named.name)
    })

  const views: [name: string, type: string, disposition: 'inline' | 'attachment'][] = [
    ['page.html', 'text/plain; charset=utf-8', 'inline'],
    ['PAGE.XHTML', 'text/plain; charset=utf-8', 'inline'],
    ['drawing.svg', 'text/plain; charset=utf-8', 'inline'],
    ['script.mjs', 'text/plain; charset=utf-8', 'inline'],
    ['program.wasm', 'application/octet-stream', 'attachment'],
    ['picture.PNG', 'image/png', 'inline'],
    ['paper.pdf', 'application/pdf', 'inline'],
    ['data.unknown', 'application/octet-stream', 'attachment'],
    ['no extension', 'application/octet-stream', 'attachment'],
    ['odd.constructor', 'application/octet-stream', 'attachment'],
    ['page.html.zip', 'application/octet-stream', 'attachment'],
  ]
  for (const [name, type, disposition] of views)
    it(`shows ${name} as ${type}`, async () => {
      // What the sender says of it counts for nothing.
      const bytes = new Blob(['<script>alert(1)</script>'], { type: 'text/html' })
      const sent = await ann.call(uploadToRoot, { root_id: ann.rootId, file: { name, bytes } })
      const shown = await get(ann, sent, {}, { verb: 'view' })
      assert.equal(shown.status, 200)
      assert.equal(shown.headers['content-type'], type)
      assert.match(shown.headers['content-disposition'] ?? '', new RegExp(`^${disposition}; `))
      assert.equal(shown.headers['x-content-type-options'], 'nosniff')
      assert.match(shown.headers['content-security-policy'] ?? '', /default-src 'none'.*; sandbox$/)
    })
})

describe('a name in a header', () => {
  const names: [name: string, plain: string, encoded: string][] = [
    ['a"b\\c.txt', 'a_b_c.txt', 'a_b_c.txt'],
    ['a\r\nSet-Cookie: b=c', 'a__Set-Cookie_ b=c', 'a__Set-Cookie_%20b%3Dc'],
    ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe', 'invoice_fdp.exe'],
    ['half \ud800 pair', 'half _ pair', 'half%20%EF%BF%BD%20pair'],
    ['\0\u2028\u0085', '___', '___'],
  ]
  for (const [name, plain, encoded] of names)
    it(`is safe when it is ${JSON.stringify(name)}`, () => {
      const expected = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
      assert.equal(dispositionOf('attachment', name), expected)
    })
})

for (const stack of STACKS)
  describe(`a download on ${stack.name}`, () => {
    const world = useWorld(stack)
    const get = downloader(world)

    it('of an empty file is empty, whatever part is asked for', async () => {
      const ann = await world.person()
      const file = await ann.upload('empty.txt', '')
      for (const headers of [{}, { Range: 'bytes=0-' }, { Range: 'bytes=-5' }]) {
        const response = await get(ann, file, headers)
        assert.equal(response.status, 200)
        assert.equal(response.headers['content-length'], '0')
        assert.equal(response.body.length, 0)
      }
      const head = await get(ann, file, {}, { method: 'HEAD' })
      assert.equal(head.headers['content-length'], '0')
    })

    it('of a large file has every byte in its place, and so has each of its ranges', async () => {
      const ann = await world.person()
      const bytes = randomBytes(12 * MIB)
      const file = await ann.upload('large.bin', new Uint8Array(bytes))
      assert.ok((await get(ann, file)).body.equals(bytes))
      const head = await get(ann, file, {}, { method: 'HEAD' })
      assert.equal(head.headers['content-length'], `${bytes.length}`)
      // Chunks are cut by content, from 256 KiB to a few MiB: these cross many borders, wherever they are.
      const ranges: [number, number][] = [
        [0, 3 * MIB],
        [1, 12 * MIB],
        [MIB - 1, MIB + 1],
        [2 * MIB + 77, 9 * MIB + 13],
        [12 * MIB - 1, 12 * MIB],
        ...Array.from({ length: 11 }, (_, n): [number, number] => [
          n * MIB + 500_000,
          (n + 1) * MIB + 500_000,
        ]),
      ]
      for (const [start, end] of ranges) {
        const response = await get(ann, file, { Range: `bytes=${start}-${end - 1}` })
        assert.equal(response.status, 206)
        assert.equal(response.headers['content-range'], `bytes ${start}-${end - 1}/${bytes.length}`)
        assert.ok(response.body.equals(bytes.subarray(start, end)), `${start}-${end}`)
      }
    })

    it('of a large file reads large pieces, however many small ones were read before', async () => {
      const ann = await world.person()
      const small = await ann.upload('small.bin', 'x')
      const large = await ann.upload('large.bin', new Uint8Array(randomBytes(4 * MIB)))
      for (let n = 0; n < 70; n++) await get(ann, small)
      const { blobs } = world.service.ctx
      const { get: read } = blobs
      const lengths: number[] = []
      blobs.get = (key, range, memory) => {
        lengths.push((range?.end ?? 0) - (range?.start ?? 0))
        return read.call(blobs, key, range, memory)
      }
      await get(ann, large)
      blobs.get = read
      assert.ok(Math.max(...lengths) > 256 * 1024, `${lengths}`)
    })
  })
