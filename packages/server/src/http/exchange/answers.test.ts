import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, getRoot } from '@holdfast/api/files/files'
import { shareFolder } from '@holdfast/api/sharing/links'
import { bearer, type RawRequest, type RawResponse, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [SMALL] = STACKS as [Stack]

describe('every answer', () => {
  const world = useWorld(SMALL)
  const call = (request: RawRequest): Promise<RawResponse> => rawCall(world.url, request)

  it('has a standard reason phrase', async () => {
    const ann = await world.person()
    const { hash } = await ann.call(getRoot, { root_id: ann.rootId })
    const lines = [
      [{ path: '/api/2/version' }, 'HTTP/1.1 200 OK'],
      [
        { path: `/api/2/files/${ann.rootId}?hash=${hash}`, headers: bearer(ann) },
        'HTTP/1.1 304 Not Modified',
      ],
      [{ path: '/oauth/token', method: 'POST' }, 'HTTP/1.1 400 Bad Request'],
      [{ path: '/api/2/person' }, 'HTTP/1.1 401 Unauthorized'],
      [{ path: '/nowhere' }, 'HTTP/1.1 404 Not Found'],
      [{ path: '/oauth/token' }, 'HTTP/1.1 405 Method Not Allowed'],
    ] as const
    for (const [request, line] of lines) assert.equal((await call(request)).statusLine, line)
  })

  it('has a request id of its own', async () => {
    const ids = new Set<string | undefined>()
    for (const path of ['/api/2/version', '/api/2/version', '/nowhere', '/api/2/person', '/oauth/token'])
      ids.add((await call({ path })).headers['x-request-id'])
    assert.equal(ids.size, 5)
    for (const id of ids) assert.match(id ?? '', /^[\w-]{8}-\w+$/)
  })

  it('takes no request id from the caller', async () => {
    const { headers } = await call({ path: '/api/2/version', headers: { 'X-Request-Id': 'forged' } })
    assert.notEqual(headers['x-request-id'], 'forged')
  })

  it('has the security headers', async () => {
    for (const path of ['/api/2/version', '/nowhere', '/api/2/person', '/oauth/token', '/api/2/person/%ff']) {
      const { headers } = await call({ path, headers: { Origin: 'https://elsewhere.test' } })
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', path)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.match(headers['x-robots-tag'] ?? '', /noindex/)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      const toOthers = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(toOthers, [], 'no other site may read it')
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers.server, undefined)
    }
  })

  it('says what a path allows when the method is wrong', async () => {
    const wrong = [
      ['DELETE', '/api/2/version', 'GET, HEAD'],
      ['GET', '/oauth/token', 'POST'],
      ['PUT', '/api/2/files/1/2', 'GET, HEAD'],
      ['OPTIONS', '/api/2/files/1/create_folder', 'POST'],
      ['POST', '/api/2/version/', 'GET, HEAD'],
      ['PROPFIND', '/api/2/version', 'GET, HEAD'],
      ['TRACE', '/api/2/version', 'GET, HEAD'],
      ['PURGE', '/api/2/version', 'GET, HEAD'],
      ['PUT', '/api/2/person/ann@example.test', 'GET, HEAD'],
      ['DELETE', '/oauth/authorize', 'GET, HEAD, POST'],
      ['PUT', '/account/password', 'GET, HEAD, POST'],
      ['POST', '/', 'GET, HEAD'],
      ['DELETE', '/favicon.ico', 'GET, HEAD'],
    ] as const
    for (const [method, path, allow] of wrong) {
      const response = await call({ method, path })
      assert.equal(response.status, 405, `${method} ${path}: ${response.body}`)
      assert.equal(response.headers.allow, allow)
      assert.equal(response.json().error, 'method_not_allowed')
    }
  })

  it('is JSON where nothing is', async () => {
    for (const path of ['/nowhere', '/api/2/files/x/y', '/api/2/%2e%2e/secret', '/api/2/files/1/2/3/4']) {
      const response = await call({ path })
      assert.equal(response.status, 404, path)
      assert.deepEqual(response.json(), {
        error: 'not_found',
        error_description: 'Not found. Check the address and the IDs in it.',
      })
    }
    assert.equal((await call({ method: 'POST', path: '/nowhere', body: '{' })).status, 404)
    assert.equal((await call({ method: 'OPTIONS', path: '*' })).status, 404)
  })

  it('names what is missing, and through a link nothing beyond it', async () => {
    const ann = await world.person()
    const at = { root_id: ann.rootId }
    const shared = await ann.call(createFolderInRoot, { ...at, name: 'shared' })
    const outside = await ann.upload('outside.txt', 'x')
    const { hash } = await ann.call(shareFolder, { ...at, folder_id: shared.id })
    const missing = [
      [`files/${ann.rootId}/folder/987654`, `folder 987654 in root ${ann.rootId}`],
      [`files/${ann.rootId}/${shared.id}`, `file ${shared.id} in root ${ann.rootId}`],
      [`files/${ann.rootId}/${outside.id}/revisions/9876`, `revision 9876 of file ${outside.id}`],
      ['files/987654', 'root 987654'],
      ['sharelinks/987654', 'share link 987654'],
      ['person/987654', 'person 987654'],
      ['person/nobody@example.test', 'person with this email address'],
      [`sharelinks/${hash}/files/${outside.id}`, `file ${outside.id} in this share link`],
      [`sharelinks/${hash}/files/987654`, 'file 987654 in this share link'],
      [`sharelinks/${hash}/files/folder/${outside.id}`, `folder ${outside.id} in this share link`],
    ]
    for (const [path, what] of missing) {
      const response = await call({ path: `/api/2/${path}`, headers: bearer(ann) })
      assert.equal(response.status, 404, path)
      assert.equal(response.json().error_description, `There is no ${what}.`)
    }
  })

  it('routes a raw @ in a path like any other character', async () => {
    const ann = await world.person()
    const response = await call({ path: '/api/2/person/u@x.test', headers: bearer(ann) })
    assert.equal(response.status, 404)
    assert.equal(response.json().error, 'not_found')
  })

  it('refuses a path that cannot be decoded', async () => {
    const ann = await world.person()
    for (const path of ['/api/2/person/%ff', '/api/2/files/%c3%28/children', '/%', '/api/2/%zz']) {
      const response = await call({ path, headers: bearer(ann) })
      assert.equal(response.status, 400, path)
      assert.equal(response.json().error, 'invalid_request')
    }
    assert.equal((await call({ path: '/api/2/version' })).status, 200)
  })

  it('stands by an id too long to be one', async () => {
    const ann = await world.person()
    for (const digits of [17, 600]) {
      const response = await call({ path: `/api/2/files/${'9'.repeat(digits)}`, headers: bearer(ann) })
      assert.ok(response.status === 400 || response.status === 404, response.statusLine)
      assert.equal(typeof response.json().error, 'string')
    }
  })

  it('has no body but its length on HEAD', async () => {
    const ann = await world.person()
    const headers = bearer(ann)
    for (const path of [
      '/api/2/version',
      '/api/2/person',
      `/api/2/files/${ann.rootId}`,
      '/nowhere',
      '/oauth/token',
    ]) {
      const get = await call({ path, headers })
      const head = await call({ method: 'HEAD', path, headers })
      assert.equal(head.status, get.status, path)
      assert.equal(head.headers['content-length'], `${get.body.length}`, path)
      assert.equal(head.headers['content-type'], get.headers['content-type'])
    }
  })

  it('tells nothing of the inside when it refuses', async () => {
    const ann = await world.person()
    const headers = { ...bearer(ann), 'Content-Type': 'application/json' }
    const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Docs' })
    const requests: RawRequest[] = [
      { path: '/nowhere' },
      { path: '/%' },
      { path: '/api/2/person', headers: { Authorization: 'Bearer wrong' } },
      { path: '/api/2/files/999999', headers },
      { method: 'POST', path: `/api/2/files/${ann.rootId}/create_folder`, headers, body: '{"name":' },
      { method: 'POST', path: `/api/2/files/${ann.rootId}/create_folder`, headers, body: '{"name":"docs"}' },
      { method: 'POST', path: `/api/2/files/${ann.rootId}/upload`, headers, body: '{}' },
      { path: `/api/2/files/${ann.rootId}/${folder.id}`, headers },
      { path: `/api/2/files/${ann.rootId}/children?page_size=x`, headers },
    ]
    for (const request of requests) {
      const response = await call(request)
      assert.ok(response.status >= 400 && response.status < 500, `${request.path} ${response.statusLine}`)
      const { error, error_description, error_reason, conflict, ...more } = response.json()
      assert.deepEqual(more, {})
      // Those who may see the item that has the name learn about it.
      assert.equal(conflict !== undefined, error === 'name_conflict')
      assert.doesNotMatch(
        response.body.toString(),
        /node_modules|\.ts\b|\.js\b|\bat \/|\/tmp|sqlite|SELECT|FST_/i,
      )
    }
  })
})
