import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { type FileSharelink, shareFile } from '@holdfast/api/sharing/links'
import { createApplication } from '@holdfast/api/sign-in/applications'
import {
  openTls,
  type RawRequest,
  type RawResponse,
  rawCall,
} from '@holdfast/server/testkit/content/raw-http'
import { addAccounts } from '@holdfast/server/testkit/people/accounts'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const LATIN = { 'Content-Type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const TOKEN_FIELDS = ['access_token', 'expires_in', 'token_type', 'scope', 'guid', 'refresh_token']
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
type Body = Record<string, unknown>

/** As Java's URLEncoder writes a form in Latin 1. */
const latinForm = (fields: Record<string, string | number>): string =>
  Object.entries(fields)
    .map(([name, value]) =>
      [name, String(value)]
        .map((text) =>
          text.replace(/[^\w.*-]/g, (sign) =>
            sign === ' ' ? '+' : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
          ),
        )
        .join('='),
    )
    .join('&')

/** Success as these clients know it: exactly 200 with its phrase, and a JSON object. */
function taken(response: RawResponse): Body {
  assert.equal(response.statusLine, 'HTTP/1.1 200 OK', response.body.toString())
  assert.match(response.headers['content-type'] ?? '', /^application\/json/)
  const body = response.json()
  assert.ok(typeof body === 'object' && !Array.isArray(body))
  return body
}

function tokenIn(response: RawResponse) {
  const body = taken(response)
  assert.deepEqual(Object.keys(body), TOKEN_FIELDS)
  const { token_type, scope, guid, access_token, refresh_token, expires_in } = body as Record<string, string>
  assert.deepEqual([token_type, scope, typeof expires_in], ['Bearer', 'full', 'number'])
  assert.match(guid ?? '', GUID)
  return {
    guid,
    access: access_token ?? '',
    refresh: refresh_token ?? '',
    auth: { Authorization: `Bearer ${access_token}` },
  }
}

for (const stack of STACKS)
  describe(`programs in use today on ${stack.name}`, () => {
    const world = useWorld(stack, { firstId: 5_000_000_000 })
    const call = (request: RawRequest): Promise<RawResponse> => rawCall(world.url, request)
    const get = (path: string, headers: Record<string, string>, body?: string) =>
      call({ path, headers, ...(body !== undefined && { body }) })
    const post = (path: string, headers: Record<string, string>, body?: string) =>
      call({ method: 'POST', path, headers, ...(body !== undefined && { body }) })

    /** As .NET sends it: the body only once the server has asked for it. */
    async function postWhenAsked(path: string, headers: Record<string, string>, body: string) {
      using connection = await openTls(world.url)
      const length = String(Buffer.byteLength(body))
      const asking = { ...headers, 'Content-Length': length, Expect: '100-continue' }
      const interim = await connection.exchange({ method: 'POST', path, headers: asking })
      assert.equal(interim.statusLine, 'HTTP/1.1 100 Continue')
      connection.send(body)
      return await connection.receive()
    }

    async function company(): Promise<{ id: OrganizationId; boss: Someone }> {
      const id = await world.organization()
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    }

    it('in Java make an organization with its people and groups, and end it', async () => {
      const credentials = { grant_type: 'password', client_id: 'anchor', password: PASSWORD }
      const form = latinForm({ ...credentials, username: 'admin@localhost' })
      const { auth } = tokenIn(await post('/oauth/token', LATIN, form))
      const send = async (path: string, fields: Record<string, string | number>) =>
        taken(await post(`/api/2/${path}`, { ...LATIN, ...auth }, latinForm(fields)))
      const organization = await send('organization/1/organizations/create', {
        name: 'Smith, Jones and Söhne',
        email: 'info@smith.info',
        hostname: 'smith.info',
        slug: 'Smith, Jones and Sons',
      })
      const { id, name, slug, hostname, parent_id } = organization
      assert.deepEqual([parent_id, hostname, slug], [1, 'smith.info', 'smith-jones-and-sons'])
      assert.equal(name, 'Smith, Jones and Söhne')
      const company_id = Number(id)
      const person = await send('person/create', {
        company_id,
        email: 'rene@smith.info',
        first_name: 'René',
        last_name: 'Smith',
        password: 'many grey elephants',
        site_admin: 'true',
        system_admin: 'false',
      })
      assert.deepEqual([person.first_name, person.site_admin, person.system_admin], ['René', true, false])
      assert.deepEqual(taken(await get('/api/2/person/rene@smith.info', auth)), person)
      const group = await send('group/create', { company_id, name: 'Sales & Co' })
      assert.deepEqual([group.name, group.active], ['Sales & Co', true])
      const deleted = await post(`/api/2/group/${group.id}/delete`, { ...auth, 'Content-Length': '0' })
      assert.deepEqual(taken(deleted), { status: 'ok' })
      const left = taken(await get(`/api/2/group/${group.id}`, auth))
      assert.deepEqual(left, { ...group, active: false })
      assert.deepEqual(taken(await post(`/api/2/organization/${id}/delete`, auth)), { status: 'ok' })
      const gone = await get(`/api/2/organization/${id}`, auth)
      assert.deepEqual([gone.statusLine, gone.json().error], ['HTTP/1.1 404 Not Found', 'not_found'])
    })

    it('in PowerShell sign in, read lists to their end and add people', async () => {
      const { id, boss } = await company()
      await addAccounts(world, id, 150)
      const form = `grant_type=password&client_id=anchor&username=${boss.email}&password=${encodeURIComponent(PASSWORD)}&auth_code=&dns_name=WS-0815`
      const { auth } = tokenIn(await postWhenAsked('/oauth/token', FORM, form))
      const seen: unknown[] = []
      let total = Number.POSITIVE_INFINITY
      for (let offset = 0; offset < total; offset += 100) {
        const page = taken(await get(`/api/2/organization/${id}/persons?offset=${offset}`, auth))
        assert.equal(page.offset, offset)
        total = Number(page.total)
        seen.push(...(page.results as Body[]).map((person) => person.id))
      }
      assert.deepEqual([total, seen.length, new Set(seen).size], [151, 151, 151])
      await boss.upload('report.csv', 'a;b')
      const folder = `/api/2/files/${boss.rootId}/folder/0?include_children=true&hash=`
      const root = taken(await get(folder, auth))
      assert.deepEqual(
        (root.children as Body[]).map((child) => child.name),
        ['report.csv'],
      )
      assert.match(String(root.hash), /^[0-9a-f]{40}$/)
      const known = await get(`${folder}${root.hash}`, auth)
      assert.deepEqual([known.statusLine, known.body.length], ['HTTP/1.1 304 Not Modified', 0])
      const groups = [
        await boss.call(createGroup, { company_id: id, name: 'One' }),
        await boss.call(createGroup, { company_id: id, name: 'Two' }),
      ]
      const ids = groups.map((group) => `&group_ids=${group.id}`).join('')
      const values = `company_id=${id}&email=mary.o'hara@smith-${id}.test&first_name=Mary Ann&last_name=O'Hara (Büro)`
      const flags = 'generate_password=True&create_root=True&site_admin=False&webdav=FALSE&space_quota='
      const added = await postWhenAsked(
        '/api/2/person/create',
        { ...FORM, ...auth },
        `${values}&${flags}${ids}`,
      )
      const person = taken(added)
      assert.deepEqual(
        [person.email, person.first_name, person.last_name, person.site_admin],
        [`mary.o'hara@smith-${id}.test`, 'Mary Ann', "O'Hara (Büro)", false],
      )
      assert.equal(typeof person.root_id, 'number')
      for (const group of groups) {
        const { members } = await boss.call(getGroupMembers, { group_id: group.id })
        assert.deepEqual(members, [person.id as PersonId])
      }
    })

    it('in PowerShell renew their token without a guid, and end both', async () => {
      const { email } = await world.person()
      const form = `grant_type=password&client_id=anchor&username=${email}&password=${PASSWORD}&auth_code=&dns_name=WS-0815`
      const first = tokenIn(await post('/oauth/token', FORM, form))
      const renewal = `grant_type=refresh_token&client_id=anchor&refresh_token=${first.refresh}`
      const second = tokenIn(await post('/oauth/token', FORM, renewal))
      assert.equal(second.guid, first.guid)
      assert.notEqual(second.access, first.access)
      for (const [token, hint] of [
        [second.access, 'access_token'],
        [second.refresh, 'refresh_token'],
      ])
        taken(await post('/oauth/revoke', FORM, `client_id=anchor&token=${token}&token_type_hint=${hint}`))
      const refused = await get('/api/2/person', second.auth)
      assert.deepEqual(
        [refused.statusLine, refused.json().error],
        ['HTTP/1.1 401 Unauthorized', 'access_denied'],
      )
      const again = `grant_type=refresh_token&client_id=anchor&refresh_token=${second.refresh}`
      assert.equal((await post('/oauth/token', FORM, again)).json().error, 'invalid_grant')
    })

    it('in Python sign in by parts, and send parts with whatever they ask', async () => {
      const { id, boss } = await company()
      const { client_id, client_secret } = await boss.call(createApplication, {
        organization_id: id,
        name: 'Links',
        grant_types: ['password'],
      })
      const boundary = 'wL36Yn8afVp8Ag7AmP8qZ0SA4n1v9T'
      const headers = { 'Content-type': `multipart/form-data; boundary=${boundary}` }
      const parts = (fields: Record<string, string>): string[] =>
        Object.entries(fields).flatMap(([name, value]) => [
          `--${boundary}`,
          `Content-Disposition: form-data; name=${name};`,
          'Content-Type: text/plain',
          '',
          value,
        ])
      const credentials = { username: boss.email, password: PASSWORD, client_id, client_secret }
      const body = [...parts({ grant_type: 'password', ...credentials }), `--${boundary}--`, ''].join('\r\n')
      const { auth } = tokenIn(await post('/oauth/token', headers, body))
      const person = taken(await get(`/api/2/person/${boss.email}`, { ...headers, ...auth }, body))
      assert.equal(person.id, boss.id)
      // The closing boundary on the line of a value, and a header that became a part.
      const broken = `${parts({ 'Authorization : Bearer': auth.Authorization }).join('\r\n')}--${boundary}--`
      const list = taken(await get(`/api/2/organization/${id}/persons`, { ...headers, ...auth }, broken))
      assert.deepEqual([list.total, (list.results as Body[])[0]?.id], [1, boss.id])

      const { id: file_id } = await boss.upload('plan.txt', 'x')
      for (let n = 0; n < 2; n++) await boss.call(shareFile, { root_id: boss.rootId, file_id })
      const links = async () => {
        const page = taken(await get(`/api/2/person/${boss.id}/sharelinks`, { ...headers, ...auth }, broken))
        return page.results as { id: number; login_required: boolean }[]
      }
      const closing = [...parts({ login_required: 'true' }), `--${boundary}--`, ''].join('\r\n')
      for (const link of await links()) {
        assert.equal(link.login_required, false)
        const path = `/api/2/sharelinks/${link.id}`
        taken(await call({ method: 'PUT', path, headers: { ...headers, ...auth }, body: closing }))
      }
      assert.deepEqual(
        (await links()).map(({ login_required }) => login_required),
        [true, true],
      )
      for (const link of await links()) {
        const path = `/api/2/sharelinks/${link.id}`
        taken(await call({ method: 'DELETE', path, headers: { ...headers, ...auth }, body: broken }))
      }
      assert.deepEqual(await links(), [])
    })

    it('in PowerShell share a file, and in a browser read its link by the cookie', async () => {
      const ann = await world.person()
      const { id } = await ann.upload('plan.txt', 'x')
      const form = 'subscribers=one@example.test,two@example.test&download_limit=0&login_required=True'
      const path = `/api/2/files/${ann.rootId}/${id}/share`
      const link = taken(await post(path, { ...FORM, ...ann.bearer }, form)) as unknown as FileSharelink
      assert.deepEqual([link.download_limit, link.login_required, link.subscribers?.length], [null, true, 2])
      const signIn = await post(
        '/api/2/session/create',
        FORM,
        latinForm({ email: ann.email, password: PASSWORD }),
      )
      const [cookie = ''] = (signIn.headers['set-cookie'] ?? '').split(';')
      const seen = taken(
        await get(`/api/2/sharelinks/${link.hash}?include_subscribers=true`, { Cookie: cookie }),
      )
      assert.deepEqual([seen.id, (seen.subscribers as Body[]).length], [link.id, 2])
    })

    it('in C# sign in by an address alone, and file a document', async () => {
      const { email, rootId } = await world.person()
      const query = `grant_type=password&client_id=anchor&username=${email}&password=${encodeURIComponent(PASSWORD)}`
      const { auth } = tokenIn(await post(`/oauth/token?${query}`, { 'Content-Length': '0' }))
      const files = `/api/2/files/${rootId}`
      const made = await postWhenAsked(`${files}/create_folder`, { ...FORM, ...auth }, 'name=Incoming+Mail')
      const inbox = `${files}/folder/${taken(made).id}`
      assert.deepEqual(taken(await get(`${inbox}/children?include_deleted=false`, auth)).results, [])
      taken(await postWhenAsked(`${inbox}/create_folder`, { ...FORM, ...auth }, 'name=2026'))
      const type = { 'Content-Type': 'multipart/form-data; boundary="0f8fad5b-d9cb"' }
      const disposition = "form-data; name=file; filename=scan.pdf; filename*=utf-8''scan.pdf"
      const part = `--0f8fad5b-d9cb\r\nContent-Disposition: ${disposition}\r\n\r\n%PDF-1.7\r\n--0f8fad5b-d9cb--\r\n`
      const file = taken(await postWhenAsked(`${inbox}/upload`, { ...type, ...auth }, part))
      assert.deepEqual([file.name, file.size], ['scan.pdf', 8])
      const children = taken(await get(`${inbox}/children?include_deleted=false`, auth)).results as Body[]
      assert.deepEqual(
        children.map(({ type, name }) => [type, name]),
        [
          ['folder', '2026'],
          ['file', 'scan.pdf'],
        ],
      )
      const deleted = await postWhenAsked(`${files}/${file.id}/delete`, { ...FORM, ...auth }, 'action=delete')
      assert.deepEqual(taken(deleted), { status: 'ok' })
      const left = taken(await get(`${inbox}/children?include_deleted=false`, auth))
      assert.deepEqual([left.total, (left.results as Body[])[0]?.name], [1, '2026'])
    })
  })
