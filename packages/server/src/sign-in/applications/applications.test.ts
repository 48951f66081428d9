import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/applications'
import type { OrganizationId } from '@holdfast/api/ids'
import type { GrantType } from '@holdfast/api/oauth'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/world'

const CALLBACK = 'https://app.example.test/callback'
const SETTINGS = {
  name: 'Reports',
  grant_types: ['password', 'refresh_token'] satisfies GrantType[],
}

for (const stack of STACKS)
  describe(`applications on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function company() {
      const organization_id = await world.organization()
      return {
        organization_id,
        boss: await world.person({ organizationId: organization_id, siteAdmin: true }),
      }
    }
    const register = (boss: Someone, organization_id: OrganizationId, settings = {}) =>
      boss.call(api.createApplication, { organization_id, ...SETTINGS, ...settings })

    describe('are registered', () => {
      it('with a secret that is shown once', async () => {
        const { organization_id, boss } = await company()
        const made = await boss.call(api.createApplication, {
          organization_id,
          name: '  Reports ',
          description: 'Monthly figures',
          grant_types: ['authorization_code', 'refresh_token', 'refresh_token'],
          redirect_uris: [CALLBACK, 'myapp:/callback'],
        })
        const { client_secret, ...application } = made
        assert.match(made.client_id, /^[0-9a-f]{32}$/)
        assert.match(client_secret, /^[\w-]{43}$/)
        assert.deepEqual(application, {
          type: 'application',
          id: made.id,
          company_id: organization_id,
          name: 'Reports',
          description: 'Monthly figures',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [CALLBACK, 'myapp:/callback'],
          client_id: made.client_id,
          created: made.created,
        })
        const path = { organization_id, application_id: made.id }
        assert.deepEqual(await boss.call(api.getApplication, path), application)
        assert.deepEqual(await boss.call(api.listApplications, { organization_id }), {
          offset: 0,
          total: 1,
          results: [application],
        })
      })

      it('and listed a hundred at a time, those of one organization only', async () => {
        const { organization_id, boss } = await company()
        const other = await company()
        await register(other.boss, other.organization_id)
        for (let n = 0; n < 101; n++) await register(boss, organization_id, { name: `App ${n}` })
        const first = await boss.call(api.listApplications, { organization_id })
        assert.deepEqual([first.total, first.results.length], [101, 100])
        const second = await boss.call(api.listApplications, { organization_id, offset: 100 })
        assert.deepEqual([second.offset, second.total], [100, 101])
        assert.deepEqual(
          [...first.results, ...second.results].map(({ name }) => name),
          Array.from({ length: 101 }, (_, n) => `App ${n}`),
        )
      })

      it('with redirect addresses that cannot leak a code', async () => {
        const { organization_id, boss } = await company()
        const redirect = (uri: string) =>
          register(boss, organization_id, { grant_types: ['authorization_code'], redirect_uris: [uri] })
        for (const uri of [
          'not an address',
          '/callback',
          'http://app.example.test/callback',
          'http://localhost.evil.test/callback',
          'http://127.0.0.1.evil.test/',
          `${CALLBACK}#fragment`,
          `${CALLBACK}#`,
          'https://user@app.example.test/',
          'https://user:secret@app.example.test/',
          'https://@app.example.test/',
          'https://app.example.test\\@evil.test/',
          'https:app.example.test/callback',
          'https:/app.example.test/callback',
          'https:///app.example.test/callback',
          'https://app.example.test/call\nback',
          'https://app.example.test/call back',
          'javascript:alert(1)',
          'data:text/html,hello',
          'file:///etc/passwd',
          'blob:https://app.example.test/1',
        ])
          await assert.rejects(
            redirect(uri),
            { status: 400, code: 'invalid_request', message: /redirect_uris/ },
            uri,
          )
        for (const uri of [
          CALLBACK,
          `${CALLBACK}?tenant=1`,
          'http://localhost:3000/callback',
          'http://127.0.0.1/callback',
          'http://[::1]:9/callback',
          'com.example.app:/oauth',
          'myapp://callback',
        ])
          assert.deepEqual((await redirect(uri)).redirect_uris, [uri])
      })

      it('with all that their grants need', async () => {
        const { organization_id, boss } = await company()
        const cases: [settings: object, message: RegExp][] = [
          [{ name: '' }, /Missing required parameter: name/],
          [{ name: '   ' }, /Missing required parameter: name/],
          [{ name: 'x'.repeat(101) }, /Invalid value for parameter: name/],
          [{ grant_types: [] }, /Missing required parameter: grant_types/],
          [{ grant_types: ['client_credentials'] }, /Invalid value for parameter: grant_types/],
          [{ grant_types: ['authorization_code'] }, /Missing required parameter: redirect_uris/],
        ]
        for (const [settings, message] of cases)
          await assert.rejects(register(boss, organization_id, settings), {
            code: 'invalid_request',
            message,
          })
      })
    })

    describe('are managed', () => {
      it('by changing some of their settings', async () => {
        const { organization_id, boss } = await company()
        const { id } = await register(boss, organization_id, { description: 'Old' })
        const path = { organization_id, application_id: id }
        const renamed = await boss.call(api.updateApplication, { ...path, name: 'Invoices' })
        assert.deepEqual([renamed.name, renamed.description], ['Invoices', 'Old'])
        assert.deepEqual(renamed.grant_types, SETTINGS.grant_types)
        const grant_types: GrantType[] = ['authorization_code']
        await assert.rejects(boss.call(api.updateApplication, { ...path, grant_types }), {
          message: /redirect_uris/,
        })
        const changed = await boss.call(api.updateApplication, {
          ...path,
          grant_types,
          redirect_uris: [CALLBACK],
        })
        assert.deepEqual([changed.grant_types, changed.redirect_uris], [grant_types, [CALLBACK]])
        assert.deepEqual(await boss.call(api.getApplication, path), changed)
      })

      it('by administrators of their organization or above, nobody else', async () => {
        const { organization_id, boss } = await company()
        const { id: application_id } = await register(boss, organization_id)
        const { boss: sibling, organization_id: elsewhere } = await company()
        const plain = await world.person({ organizationId: organization_id })
        const below = await world.organization({}, organization_id)
        const path = { organization_id, application_id }
        const calls = (who: Someone) => [
          () => register(who, organization_id),
          () => who.call(api.listApplications, { organization_id }),
          () => who.call(api.getApplication, path),
          () => who.call(api.updateApplication, { ...path, name: 'Mine' }),
          () => who.call(api.rotateApplicationSecret, path),
          () => who.call(api.deleteApplication, path),
        ]
        const belowBoss = await world.person({ organizationId: below, siteAdmin: true })
        for (const who of [plain, sibling, belowBoss])
          for (const call of calls(who)) await assert.rejects(call(), { status: 403, code: 'forbidden' })
        await register(boss, below)
        for (const call of calls(await world.admin())) await call()
        for (const wrong of [
          { organization_id: elsewhere, application_id },
          { organization_id: 999_999 as OrganizationId, application_id },
        ])
          for (const op of [
            api.getApplication,
            api.updateApplication,
            api.rotateApplicationSecret,
            api.deleteApplication,
          ])
            await assert.rejects((await world.admin()).call(op, wrong), { status: 404, code: 'not_found' })
      })
    })
  })
