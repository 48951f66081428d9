import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUILT_IN_CLIENT } from '@holdfast/api/sign-in/oauth'
import { bearer, type RawRequest, type RawResponse, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { NOT_UTF8 } from './form.ts'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' }
const TOKEN = { method: 'POST', path: '/oauth/token' }
const MIB = 1024 * 1024

const part = (disposition: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

for (const stack of USUAL_STACKS)
  describe(`parameters on ${stack.name}`, () => {
    const world = useWorld(stack)
    const call = (request: RawRequest): Promise<RawResponse> => rawCall(world.url, request)
    const credentials = (username: string) => ({
      grant_type: 'password',
      client_id: BUILT_IN_CLIENT,
      username,
      password: PASSWORD,
    })
    const createFolder = (who: Someone, request: Omit<RawRequest, 'path'>, query = '') =>
      call({
        method: 'POST',
        ...request,
        path: `/api/2/files/${who.rootId}/create_folder${query}`,
        headers: { ...bearer(who), ...request.headers },
      })

    async function assertSignsIn(request: RawRequest): Promise<void> {
      const response = await call(request)
      assert.equal(response.status, 200, response.body.toString())
      const fields = ['access_token', 'expires_in', 'guid', 'refresh_token', 'scope', 'token_type']
      assert.deepEqual(Object.keys(response.json()).sort(), fields)
    }

    function assertRefused(response: RawResponse, error: string, description?: string): void {
      assert.equal(response.status, 400, `${response.statusLine} ${response.body}`)
      assert.equal(response.json().error, error)
      if (description !== undefined) assert.equal(response.json().error_description, description)
    }

    it('of a token come in the query, with no body at all', async () => {
      const { email } = await world.person()
      const query = new URLSearchParams(credentials(email))
      await assertSignsIn({ method: 'POST', path: `/oauth/token?${query}` })
      await assertSignsIn({ method: 'POST', path: `/oauth/token?${query}`, body: '' })
      await assertSignsIn({ method: 'POST', path: `/oauth/token?${query}`, headers: FORM, body: '' })
    })

    it('of a token come urlencoded, as JSON or in parts', async () => {
      const { email } = await world.person()
      const values = credentials(email)
      await assertSignsIn({ ...TOKEN, headers: FORM, body: new URLSearchParams(values).toString() })
      await assertSignsIn({ ...TOKEN, headers: JSON_TYPE, body: JSON.stringify(values) })
      const parts = Object.entries(values).map(([name, value]) => part(`name="${name}"`, value))
      await assertSignsIn({ ...TOKEN, headers: MULTIPART, body: `${parts.join('')}--b--\r\n` })
    })

    it('of a token come in parts with bare names and a semicolon too many', async () => {
      const { email } = await world.person()
      const boundary = 'wL36Yn8afVp8Ag7AmP8qZ0SA4n1v9T'
      const lines = Object.entries(credentials(email)).flatMap(([name, value]) => [
        `--${boundary}`,
        `Content-Disposition: form-data; name=${name};`,
        'Content-Type: text/plain',
        '',
        value,
      ])
      const body = [...lines, `--${boundary}--`, ''].join('\r\n')
      const headers = { 'Content-type': `multipart/form-data; boundary=${boundary}` }
      await assertSignsIn({ ...TOKEN, headers, body })
    })

    it('of a token come unescaped, with an empty code', async () => {
      const { email } = await world.person()
      const body = `grant_type=password&client_id=anchor&username=${email}&password=${PASSWORD}&auth_code=&dns_name=50% off`
      assert.match(body, /correct horse.*@|@.*correct horse/)
      await assertSignsIn({ ...TOKEN, headers: FORM, body })
    })

    it('come in the charset that the content type names', async () => {
      const ann = await world.person()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' }
      const escaped = await createFolder(ann, { headers, body: 'name=caf%E9' })
      assert.equal(escaped.json().name, 'café')
      const raw = await createFolder(ann, { headers, body: latin1('name=gar\xe7on') })
      assert.equal(raw.json().name, 'garçon')
      const utf8 = { 'Content-Type': 'application/x-www-form-urlencoded; charset="UTF-8"' }
      assert.equal((await createFolder(ann, { headers: utf8, body: 'name=na%C3%AFf' })).json().name, 'naïf')
      assert.equal((await createFolder(ann, { headers: FORM, body: 'name=über' })).json().name, 'über')
      assert.equal((await createFolder(ann, {}, '?name=%C3%B6l')).json().name, 'öl')
    })

    it('come from query and body together, and from the body where both have them', async () => {
      const { email } = await world.person()
      const { grant_type, client_id, ...rest } = credentials(email)
      const query = new URLSearchParams({ grant_type, client_id, password: 'wrong' })
      await assertSignsIn({
        method: 'POST',
        path: `/oauth/token?${query}`,
        headers: FORM,
        body: `${new URLSearchParams(rest)}`,
      })
      // An empty one is absent, so the other counts.
      const body = 'password='
      const path = `/oauth/token?${new URLSearchParams(credentials(email))}`
      await assertSignsIn({ method: 'POST', path, headers: FORM, body })
    })

    it('of the path cannot be given otherwise', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const response = await createFolder(
        ann,
        { headers: FORM, body: `name=Mine&root_id=${bob.rootId}` },
        `?root_id=${bob.rootId}`,
      )
      assert.equal(response.json().root_id, ann.rootId)
    })

    it('in malformed parts are refused where they count, and ignored where none do', async () => {
      const ann = await world.person()
      const headers = { ...bearer(ann), ...MULTIPART }
      // No line end before the closing boundary, and a part that was meant for a header.
      const body = '--b\r\nContent-Disposition: form-data; name=Authorization : Bearer;\r\n\r\nx--b--'
      assertRefused(await createFolder(ann, { headers, body }, '?name=Docs'), 'invalid_request')
      assertRefused(await createFolder(ann, { headers, body: 'nonsense' }), 'invalid_request')
      assertRefused(
        await createFolder(ann, { headers: { 'Content-Type': 'multipart/form-data' }, body }),
        'invalid_request',
      )
      const get = await call({ path: `/api/2/files/${ann.rootId}`, headers, body })
      assert.equal(get.status, 200)
      assert.equal(get.json().id, ann.rootId)
      const deleted = await call({ method: 'DELETE', path: `/api/2/files/${ann.rootId}`, headers, body })
      assert.equal(deleted.status, 405)
    })

    it('beside an upload as C# sends it are understood', async () => {
      const ann = await world.person()
      const path = `/api/2/files/${ann.rootId}/upload`
      const headers = { ...bearer(ann), ...MULTIPART }
      const body = `${part("name=file; filename=x.txt; filename*=utf-8''%C3%A9t%C3%A9.txt", 'hello')}--b--\r\n`
      const response = await call({ method: 'POST', path, headers, body })
      assert.equal(response.status, 200, response.body.toString())
      assert.equal(response.json().name, 'été.txt')
      assert.equal(response.json().size, 5)
    })

    it('of a form in which no file was chosen are no file', async () => {
      const ann = await world.person()
      const headers = { ...bearer(ann), ...MULTIPART }
      const path = `/api/2/files/${ann.rootId}/upload`
      for (const field of [
        'name="file"; filename=""',
        'name=file; filename=',
        'name=other; filename=x.txt',
      ]) {
        const response = await call({ method: 'POST', path, headers, body: `${part(field, '')}--b--\r\n` })
        assertRefused(response, 'no_file_received')
      }
    })

    it('that are no valid UTF-8 are refused', async () => {
      const ann = await world.person()
      const invalid = '\xc3\x28'
      const refused = [
        await createFolder(ann, {}, '?name=%c3%28'),
        await createFolder(ann, {}, '?name=öl'),
        await createFolder(ann, { headers: FORM, body: 'name=%c3%28' }),
        await createFolder(ann, { headers: FORM, body: latin1(`name=${invalid}`) }),
        await createFolder(ann, { headers: FORM, body: latin1(`${invalid}=x&name=y`) }),
        await createFolder(ann, { headers: JSON_TYPE, body: latin1(`{"name":"${invalid}"}`) }),
        await createFolder(ann, { headers: MULTIPART, body: latin1(`${part('name=name', invalid)}--b--`) }),
        await createFolder(ann, { headers: MULTIPART, body: latin1(`${part(`name=${invalid}`, 'x')}--b--`) }),
      ]
      for (const response of refused) assertRefused(response, 'invalid_request')
      assert.deepEqual(
        refused.map((response) => response.json().error_reason),
        [NOT_UTF8, undefined, NOT_UTF8, NOT_UTF8, undefined, undefined, NOT_UTF8, undefined],
        'a value is named by its parameter',
      )
      const half = await createFolder(ann, { headers: JSON_TYPE, body: '{"name":"\\ud800"}' })
      assertRefused(half, 'invalid_name')
      const path = `/api/2/files/${ann.rootId}/upload`
      const body = latin1(`${part(`name=file; filename="${invalid}"`, 'x')}--b--`)
      assertRefused(
        await call({ method: 'POST', path, headers: { ...bearer(ann), ...MULTIPART }, body }),
        'invalid_request',
      )
    })

    it('that hold a NUL are refused', async () => {
      const ann = await world.person()
      assertRefused(await createFolder(ann, { headers: FORM, body: 'name=a%00b' }), 'invalid_name')
      assertRefused(
        await createFolder(ann, { headers: JSON_TYPE, body: '{"name":"a\\u0000b"}' }),
        'invalid_name',
      )
      const path = `/api/2/files/${ann.rootId}/upload`
      const headers = { ...bearer(ann), ...MULTIPART }
      for (const name of ['filename="a\0b"', "filename=x; filename*=utf-8''a%00b"]) {
        const body = `${part(`name=file; ${name}`, 'x')}--b--`
        assertRefused(await call({ method: 'POST', path, headers, body }), 'invalid_name')
      }
      const query = 'grant_type=password&client_id=anchor&password=x&username=%00'
      const description = 'Invalid value for parameter: username'
      assertRefused(
        await call({ method: 'POST', path: `/oauth/token?${query}` }),
        'invalid_request',
        description,
      )
    })

    it('of more than a megabyte are refused', async () => {
      const ann = await world.person()
      const long = 'x'.repeat(MIB)
      const bodies: [Record<string, string>, string][] = [
        [FORM, `name=Docs&filler=${long}`],
        [JSON_TYPE, `{"name":"Docs","filler":"${long}"}`],
        [MULTIPART, `${part('name=name', 'Docs')}${part('name=filler', long)}--b--`],
        [{}, long.repeat(2)],
      ]
      for (const [headers, body] of bodies)
        assertRefused(
          await createFolder(ann, { headers, body }),
          'invalid_request',
          'The parameters are too large.',
        )
    })

    it('of more than ten thousand are refused', async () => {
      const description = 'There are too many parameters.'
      for (const body of ['a&'.repeat(10_001), '&'.repeat(10_001)])
        assertRefused(await call({ ...TOKEN, headers: FORM, body }), 'invalid_request', description)
      const body = 'a&'.repeat(9_999)
      assertRefused(
        await call({ ...TOKEN, headers: FORM, body }),
        'invalid_request',
        'Missing required parameter: grant_type',
      )
    })

    it('in JSON must be one object', async () => {
      const ann = await world.person()
      for (const body of ['[1]', '7', '"name"', 'null', 'true', '{"name":', '{name:1}', '\0'])
        assertRefused(await createFolder(ann, { headers: JSON_TYPE, body }), 'invalid_request')
      const body = '\ufeff{"name":"Marked"}'
      assert.equal((await createFolder(ann, { headers: JSON_TYPE, body })).json().name, 'Marked')
    })

    it('in an encoding that nobody knows are refused', async () => {
      const ann = await world.person()
      for (const type of ['text/xml', 'nonsense', 'application/octet-stream'])
        assertRefused(
          await createFolder(ann, { headers: { 'Content-Type': type }, body: 'name=x' }),
          'invalid_request',
        )
      assertRefused(await createFolder(ann, { body: 'name=x' }), 'invalid_request')
    })
  })
