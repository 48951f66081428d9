import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { createFolderInRoot, downloadFile, listRootChildren } from '@holdfast/api/files/files'
import * as links from '@holdfast/api/sharing/links'
import { bearer, encodeRequest, openTls, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { TusCaller } from '@holdfast/server/testkit/content/tus'
import { afterRead } from '@holdfast/server/testkit/database/after-read'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { LogBook } from '@holdfast/server/testkit/servers/log-book'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld, type World } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]
const MIB = 1024 * 1024

/** What a file consists of cannot be read, this once, for a reason that nothing in the service knows. */
const failOnce = (world: World) =>
  afterRead(world.service.ctx.db.read, /revision_chunk/, async () => {
    throw new Error('Nobody foresaw this')
  })

describe('a failure that nobody foresaw', () => {
  const book = new LogBook()
  const world = useWorld(SMALL, { log: book.log })

  const failNextRead = () => failOnce(world)

  /** The blobs on the disk, in the order of their making. */
  async function blobs(): Promise<string[]> {
    const dir = path.join(world.place.dataDir, 'blobs')
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    const made = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })))
    return made.sort((a, b) => a.at - b.at).map(({ file }) => file)
  }

  it('is told without details, and logged with them, under one id', async () => {
    const ann = await world.person()
    const file = await ann.upload('lost.bin', new Uint8Array(randomBytes(200_000)))
    const url = `/api/2/files/${ann.rootId}/${file.id}/download`
    for (const range of [{}, { Range: 'bytes=5-10' }]) {
      failNextRead()
      const response = await rawCall(world.url, { path: url, headers: { ...bearer(ann), ...range } })
      assert.equal(response.statusLine, 'HTTP/1.1 500 Internal Server Error')
      const id = response.headers['x-request-id'] ?? ''
      assert.deepEqual(response.json(), {
        error: 'unknown',
        error_description: `Something went wrong on the server. Error ID: ${id}`,
      })
      const [line, ...others] = book.complaints().filter(({ reqId }) => reqId === id)
      assert.equal(others.length, 0)
      assert.match(line?.err?.stack ?? '', /Nobody foresaw this.*\n +at /)

      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
      assert.equal(response.headers['strict-transport-security'], 'max-age=31536000')
      assert.match(response.headers['content-security-policy'] ?? '', /^default-src 'none'/)
      assert.equal(response.headers['cache-control'], 'no-store')
      for (const name of ['etag', 'content-disposition', 'content-range', 'last-modified', 'accept-ranges'])
        assert.equal(response.headers[name], undefined, name)
    }
    assert.equal((await ann.call(listRootChildren, { root_id: ann.rootId })).total, 1)
  })

  it('in the middle of a download breaks it off, and is logged under its id', async () => {
    const ann = await world.person()
    const file = await ann.upload('half.bin', new Uint8Array(randomBytes(24 * MIB)))
    await rm((await blobs()).at(-1) ?? '')
    using connection = await openTls(world.url)
    const request = { path: `/api/2/files/${ann.rootId}/${file.id}/download`, headers: bearer(ann) }
    connection.send(encodeRequest(request))
    const sent = await connection.closed()
    assert.ok(sent.length < file.size, 'the download is complete')
    const id = /^x-request-id: (.+)$/m.exec(sent.subarray(0, 2000).toString('latin1'))?.[1]?.trim()
    const [line] = book.complaints().filter(({ reqId }) => reqId === id)
    assert.match(line?.err?.stack ?? '', /content_damaged/)
    assert.equal((await rawCall(world.url, { path: '/api/2/version' })).status, 200)
  })
})

describe('the log', () => {
  const book = new LogBook()
  const world = useWorld(SMALL, { log: book.log })

  it('has one line per request, and none of its secrets', async () => {
    const ann = await world.person()
    const secrets = [
      PASSWORD,
      'wrong secret',
      'correct+horse',
      'correct%20horse',
      'query-secret',
      'header-secret',
    ]
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const grant = 'grant_type=password&client_id=anchor'
    const token = async (query: string, body?: string) => {
      const request = { method: 'POST', path: `/oauth/token${query}`, headers: form }
      const response = await rawCall(world.url, body === undefined ? request : { ...request, body })
      const { access_token, refresh_token } = response.json()
      for (const secret of [access_token, refresh_token]) if (typeof secret === 'string') secrets.push(secret)
      return response.status
    }
    const { accessToken = '', refreshToken = '' } = ann.session ?? {}
    secrets.push(accessToken, refreshToken)
    const user = `username=${encodeURIComponent(ann.email)}`
    assert.equal(await token(`?${grant}&${user}&password=correct%20horse%20battery`), 200)
    assert.equal(await token('', `${grant}&${user}&password=correct+horse+battery`), 200)
    assert.equal(await token('', `${grant}&${user}&password=wrong secret`), 400)
    assert.equal(await token(`?grant_type=refresh_token&client_id=anchor&refresh_token=${refreshToken}`), 200)
    const paths = ['/api/2/person', '/nowhere', '/%ff', '/api/2/files/abc']
    for (const place of paths)
      await rawCall(world.url, {
        path: `${place}?token=query-secret`,
        headers: { ...bearer(ann), Cookie: 'header-secret' },
      })
    await rawCall(world.url, { path: '/api/2/person', headers: { Authorization: 'Bearer header-secret' } })
    using broken = await openTls(world.url)
    await broken.exchange({ path: '/api/2/version?query-secret', headers: { Connection: 'keep-alive' } })
    broken.send('GET /query-secret nonsense\r\nAuthorization: Bearer header-secret\r\n\r\n')
    await broken.closed()

    const requests = book.lines().filter(({ msg }) => msg === 'request')
    assert.equal(
      requests.filter((line) => line.path === '/oauth/token' && line.status === 200).length >= 3,
      true,
    )
    assert.ok(requests.some((line) => line.path === '/nowhere' && line.status === 404))
    assert.equal(new Set(requests.map(({ reqId }) => reqId)).size, requests.length)
    for (const secret of secrets) {
      assert.notEqual(secret, '')
      assert.equal(book.text.includes(secret), false, `the log holds ${secret}`)
    }
    assert.doesNotMatch(book.text, /bearer|authorization|cookie|\?|username=/i)
  })

  it('has nothing that opens a link, goes on with an upload or signs someone in', async () => {
    const { ann, at } = await sharer(world)
    const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Shared' })
    const file = await ann.call(links.shareFile, { ...at, subscribers: ['reader@example.test'] })
    const shared = await ann.call(links.shareFolder, { root_id: ann.rootId, folder_id: folder.id })
    const subscriber = file.subscribers?.[0]?.hash ?? ''
    const hashes = [file.hash, shared.hash, subscriber]
    const get = (path: string, method = 'GET') => fetch(world.url + path, { method, redirect: 'manual' })
    for (const hash of hashes)
      for (const path of ['', '/download', '/view', '/children', '/nothing', '/a/b', '%2F..', '//'])
        for (const door of [
          '/shares/file/',
          '/shares/folder/',
          '/api/2/sharelinks/',
          '/shares/',
          '/s/',
          '//',
        ])
          await get(`${door}${hash}${path}`)
    await get(`/api/2/sharelinks/${file.hash}`, 'PATCH')

    const tus = new TusCaller({ url: world.url, bearer: ann.bearer, rootId: ann.rootId })
    const upload = await tus.begin({ filename: 'parts.bin' }, 10)
    await tus.patch(upload, 0, new Uint8Array(5))
    for (const method of ['HEAD', 'DELETE', 'GET', 'PUT']) await tus.send(method, upload, {})
    await tus.send('HEAD', `${upload}/more`, {})

    const destination = `${world.service.ctx.publicUrl}/set/{token}`
    await world.post('/api/2/reset_password', { email: ann.email, destination })
    const [reset] = await world.sent(ann.email)
    const token = /\/set\/([\w-]+)/.exec(reset?.text ?? '')?.[1] ?? ''
    await get(`/set/${token}`)
    await enableTwoStep(world, ann, 'email')
    world.clock.advance({ seconds: 30 })
    await world.token({ grant_type: 'password', username: ann.email, password: PASSWORD })
    const code = await world.latestCode(ann.email)
    await get(`/api/2/person/${ann.email}`)

    const secrets = [...hashes, upload.split('/').at(-1) ?? '', token, code]
    for (const secret of secrets) {
      assert.ok(secret.length >= 6)
      assert.equal(book.text.includes(secret), false, `the log holds ${secret}`)
    }
    const paths = new Set(book.lines().map(({ path }) => path))
    for (const path of [
      '/shares/file/***',
      '/api/2/sharelinks/***/download',
      '/api/2/uploads/***',
      '/set/***',
    ])
      assert.ok(paths.has(path), path)
    assert.ok(!paths.has(`/api/2/person/${ann.email}`))
  })

  it('says nothing of errors when a client goes away', async () => {
    const ann = await world.person()
    const before = book.complaints().length
    const file = await ann.upload('long.bin', new Uint8Array(8 * MIB))
    using download = await openTls(world.url)
    const path = `/api/2/files/${ann.rootId}/${file.id}/download`
    download.send(encodeRequest({ path, headers: bearer(ann) }))
    await new Promise((resolve) => download.socket.once('data', resolve))
    download.reset()
    using upload = await openTls(world.url)
    const headers = {
      ...bearer(ann),
      Expect: '100-continue',
      'Content-Type': 'multipart/form-data; boundary=b',
    }
    const request = { method: 'POST', path: `/api/2/files/${ann.rootId}/upload` }
    upload.send(encodeRequest({ ...request, headers: { ...headers, 'Content-Length': '5000' } }))
    await upload.receive()
    upload.reset()
    // Once this is answered, the server has noticed both.
    for (let n = 0; n < 5; n++) await ann.call(listRootChildren, { root_id: ann.rootId })
    assert.deepEqual(book.complaints().slice(before), [])
  })

  it('has no secrets of requests that fail unexpectedly', async () => {
    const ann = await world.person()
    const file = await ann.upload('lost.bin', new Uint8Array(randomBytes(200_000)))
    const before = book.complaints().length
    failOnce(world)
    await assert.rejects(ann.open(downloadFile, { root_id: ann.rootId, file_id: file.id }), { status: 500 })
    const request = `/api/2/files/${ann.rootId}/${file.id}/download?token=query-secret`
    failOnce(world)
    assert.equal((await rawCall(world.url, { path: request, headers: bearer(ann) })).status, 500)
    assert.equal(book.complaints().length - before, 2)
    assert.equal(book.text.includes('query-secret'), false)
    assert.equal(book.text.includes(ann.session?.accessToken ?? ''), false)
  })
})
