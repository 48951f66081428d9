import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { openPlain, openTls } from '@holdfast/server/testkit/content/raw-http'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Answer, PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

/** What an answer says, as clients compare it. */
const said = ({ status, body }: Answer) => [status, body.error, body.error_description]

/*
 * The texts that the specification words exactly, or that existing clients compare letter by letter. They stay as they are,
 * whatever the rest of our texts says.
 */
for (const stack of STACKS)
  describe(`texts that clients compare, on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = (username: string, password: string, auth_code = '') =>
      world.token({ grant_type: 'password', username, password, auth_code })
    const fromBrowser = (email: string, password: string, auth_code = '') =>
      world.post('/api/2/session/create', { email, password, auth_code })
    const get = (who: Someone, path: string) => world.request(path, { headers: who.bearer })

    it('name a missing parameter, wherever parameters come from', async () => {
      const ann = await world.person()
      const missing = (name: string) => [400, 'invalid_request', `Missing required parameter: ${name}`]
      const folder = `/api/2/files/${ann.rootId}/create_folder`
      const headers = { ...ann.bearer, 'content-type': 'application/json' }
      assert.deepEqual(said(await get(ann, `/api/2/files/${ann.rootId}/search`)), missing('q'))
      assert.deepEqual(said(await world.post(folder, {}, ann.bearer)), missing('name'))
      assert.deepEqual(said(await world.post(folder, { name: '' }, ann.bearer)), missing('name'))
      assert.deepEqual(
        said(await world.request(folder, { method: 'POST', headers, body: '{"name":null}' })),
        missing('name'),
      )
      assert.deepEqual(said(await world.post('/api/2/reset_password', {})), missing('email'))
      assert.deepEqual(said(await world.token({})), missing('grant_type'))
      assert.deepEqual(said(await world.token({ grant_type: 'password' })), missing('username'))
    })

    it('name a parameter whose value is invalid, with the reason beside it', async () => {
      const ann = await world.person()
      const invalid = (name: string) => [400, 'invalid_request', `Invalid value for parameter: ${name}`]
      const files = `/api/2/files/${ann.rootId}`
      const answers: [string, Answer][] = [
        ['page_size', await get(ann, `${files}/children?page_size=101`)],
        ['page', await get(ann, `${files}/children?page=0`)],
        ['sort_by', await get(ann, `${files}/children?sort_by=colour`)],
        ['include_children', await get(ann, `${files}?include_children=perhaps`)],
        ['offset', await get(await world.admin(), '/api/2/organization/1/persons?offset=-1')],
        ['duration', await world.post(`${files}/lock`, { duration: 'soon' }, ann.bearer)],
      ]
      for (const [name, answer] of answers) {
        assert.deepEqual(said(answer), invalid(name))
        assert.match(String(answer.body.error_reason), /^expected/)
      }
      const { status, body } = await world.post('/api/2/reset_password', {
        email: ann.email,
        destination: 'https://elsewhere.test/{token}',
      })
      assert.deepEqual([status, body.error_description], [400, invalid('destination')[2]])
    })

    it('refuse credentials in one way, whatever is wrong with them', async () => {
      const ann = await world.person()
      const refused = [400, 'invalid_grant', 'Invalid credentials given.']
      assert.deepEqual(said(await signIn(ann.email, 'wrong')), refused)
      assert.deepEqual(said(await signIn('nobody@example.test', PASSWORD)), refused)
      assert.deepEqual(said(await fromBrowser(ann.email, 'wrong')), refused)
    })

    it('refuse a wrong code', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'authenticator')
      const refused = [401, 'invalid_totp', 'Invalid authentication code.']
      assert.deepEqual(said(await signIn(ann.email, PASSWORD, '000000')), refused)
      assert.deepEqual(said(await fromBrowser(ann.email, PASSWORD, '000000')), refused)
    })

    it('say that an account is locked', async () => {
      const ann = await world.person()
      for (let n = 0; n < 5; n++) await signIn(ann.email, 'wrong')
      const locked = [
        403,
        'account_locked',
        'Account temporarily locked due to repeated failed login attempts.',
      ]
      assert.deepEqual(said(await signIn(ann.email, PASSWORD)), locked)
      assert.deepEqual(said(await fromBrowser(ann.email, PASSWORD)), locked)
    })

    it('state what the specification wants the description to state', async () => {
      const [ann, admin] = [await world.person(), await world.admin()]
      const share = await admin.call(createShare, { organization_id: 1 as OrganizationId, name: 'Plans' })
      await world.post(`/api/2/organization/1/share/${share.id}/delete`, {}, admin.bearer)
      const files = `/api/2/files/${ann.rootId}`
      const file = await ann.upload('plan.txt', 'plan')
      const about = async (answer: Promise<Answer>, code: string, words: RegExp) => {
        const { body } = await answer
        assert.equal(body.error, code)
        assert.match(String(body.error_description), words)
      }
      await about(
        get(ann, `${files}/modified_since?since=today`),
        'invalid_datetime_format',
        /YYYY-MM-DDTHH:MM:SS$/,
      )
      const expires = { expires: '2027-1-1' }
      await about(
        world.post(`${files}/${file.id}/share`, expires, ann.bearer),
        'invalid_date_format',
        /YYYY-MM-DD$/,
      )
      await about(world.post(`${files}/upload`, {}, ann.bearer), 'no_file_received', /file is missing/)
      await about(get(admin, `/api/2/files/${share.id}`), 'root_deleted', /root was deleted/)
      using plain = await openPlain(world.url)
      const { error, error_description } = (await plain.exchange({ path: '/api/2/version' })).json()
      assert.deepEqual([error, error_description], ['insecure_transport', 'HTTPS is required.'])
    })

    it('confirm what has nothing to answer', async () => {
      const ann = await world.person()
      const { status, body } = await world.post(`/api/2/files/${ann.rootId}/lock`, {}, ann.bearer)
      assert.deepEqual([status, body], [200, { status: 'ok' }])
    })

    it('have the standard phrase of an unchanged answer', async () => {
      const ann = await world.person()
      const path = `/api/2/files/${ann.rootId}`
      const { hash } = (await get(ann, path)).body
      using connection = await openTls(world.url)
      const unchanged = await connection.exchange({ path: `${path}?hash=${hash}`, headers: ann.bearer })
      assert.equal(unchanged.statusLine, 'HTTP/1.1 304 Not Modified')
    })
  })
