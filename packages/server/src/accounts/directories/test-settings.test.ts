import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testAuthSourceSettings } from '@holdfast/api/accounts/auth-source-test'
import * as api from '@holdfast/api/accounts/auth-sources'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import {
  BIND_PASSWORD,
  connectionTo,
  groupLdif,
  PEOPLE,
  personDn,
  personLdif,
  useSlapd,
} from '@holdfast/server/testkit/servers/slapd'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { makeSelfSignedCertificate } from '../../platform/tls/self-signed.ts'

type Given = Partial<Omit<ParamsOf<typeof testAuthSourceSettings>, 'organization_id'>>

for (const stack of STACKS)
  describe(`settings of a directory that are tested on ${stack.name}`, () => {
    const world = useWorld(stack)
    const slapd = useSlapd(
      personLdif({ uid: 'ann' }),
      personLdif({ uid: 'ben', mail: 'nowhere' }),
      groupLdif('staff', [personDn('ann')]),
    )

    async function organization() {
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      return { organization_id, boss, admin: await world.admin() }
    }
    const test = (who: Someone, organization_id: OrganizationId, given: Given = {}) =>
      who.call(testAuthSourceSettings, { organization_id, ...connectionTo(slapd()), ...given })
    /** The steps with how they went, and the last one’s reason. */
    async function outcome(answer: ReturnType<typeof test>) {
      const { ok, results } = await answer
      assert.doesNotMatch(JSON.stringify(results), new RegExp(BIND_PASSWORD))
      assert.equal(
        ok,
        results.every((one) => one.ok),
      )
      return [
        results.map(({ step, ok }) => (ok ? step : `no ${step}`)).join(' '),
        results.at(-1)?.reason_code,
      ]
    }

    it('tell what the filters find, and how many an import would skip', async () => {
      const { organization_id, admin } = await organization()
      const { ok, results } = await test(admin, organization_id)
      assert.equal(ok, true)
      assert.deepEqual(
        results.map(({ step }) => step),
        ['host', 'connection', 'credentials', 'base_dn', 'filters'],
      )
      const { persons, groups, persons_incomplete } = results.at(-1) ?? assert.fail()
      assert.deepEqual([persons, persons_incomplete, groups], [2, 1, 1])
      assert.equal((await admin.call(api.listAuthSources, { organization_id })).total, 0, 'nothing is saved')
    })

    it('are tried as far as they are known', async () => {
      const { organization_id, admin } = await organization()
      const { host, port, login, password } = connectionTo(slapd())
      const { certificate: ca_certificate, tlsPort } = slapd()
      const alone = (given: Given) =>
        outcome(admin.call(testAuthSourceSettings, { organization_id, host, port, ...given }))
      assert.deepEqual(await alone({}), ['host connection', null])
      assert.deepEqual(await alone({ login, password }), ['host connection credentials', null])
      for (const secure of [
        { ssl: true, port: tlsPort },
        { start_tls: true },
        { ssl: true, port: tlsPort, host: 'localhost' },
      ])
        assert.deepEqual(await alone({ ...secure, ca_certificate }), ['host connection certificate', null])
      await assert.rejects(alone({ login }), { code: 'invalid_request', message: /password/ })
    })

    it('say at which step what is wrong', async () => {
      const { organization_id, admin } = await organization()
      const { tlsPort } = slapd()
      const other = makeSelfSignedCertificate({ hosts: ['localhost'], now: Date.now(), days: 1 }).cert
      for (const [given, expected] of [
        [{ host: 'ldap://x' }, ['no host', 'host_invalid']],
        [{ host: 'no-such-host.invalid' }, ['no host', 'host_unknown']],
        [{ host: '169.254.169.254' }, ['no host', 'address_not_allowed']],
        [{ host: '10.0.0.1' }, ['host no connection', 'not_encrypted']],
        [{ port: 1 }, ['host no connection', 'closed']],
        [{ ssl: true }, ['host no connection', 'no_tls']],
        [{ ca_certificate: 'no certificate' }, ['no certificate', 'certificate_invalid']],
        [{ ssl: true, port: tlsPort }, ['host connection no certificate', 'certificate_untrusted']],
        [{ start_tls: true }, ['host connection no certificate', 'certificate_untrusted']],
        [
          { ssl: true, port: tlsPort, ca_certificate: other },
          ['host connection no certificate', 'certificate_untrusted'],
        ],
        [{ login: 'reader' }, ['host connection no credentials', 'login_invalid']],
        [{ password: 'wrong' }, ['host connection no credentials', 'wrong_password']],
        [{ login: `uid=nobody,${PEOPLE}` }, ['host connection no credentials', 'wrong_password']],
        [{ base_dn: 'example' }, ['host connection credentials no base_dn', 'base_dn_invalid']],
        [{ base_dn: 'dc=elsewhere' }, ['host connection credentials no base_dn', 'base_dn_missing']],
        [
          { user_filter: '(mail=*' },
          ['host connection credentials base_dn no filters', 'user_filter_invalid'],
        ],
        [
          { group_filter: 'cn=*' },
          ['host connection credentials base_dn no filters', 'group_filter_invalid'],
        ],
        [{ mail_attribute: 'a b' }, ['host connection credentials base_dn no filters', 'attribute_invalid']],
      ] as const)
        assert.deepEqual(await outcome(test(admin, organization_id, given)), expected, JSON.stringify(given))
    })

    it('do not lead administrators of an organization to the server itself, nor to other ports', async () => {
      const { organization_id, boss } = await organization()
      assert.deepEqual(await outcome(test(boss, organization_id)), ['no connection', 'port_not_allowed'])
      for (const host of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1'])
        assert.deepEqual(await outcome(test(boss, organization_id, { host, port: 389 })), [
          'no host',
          'own_machine',
        ])
    })

    it('are for those who could connect the directory', async () => {
      const { organization_id, boss, admin } = await organization()
      const plain = await world.person({ organizationId: organization_id })
      const foreign = (await organization()).boss
      for (const who of [plain, foreign])
        await assert.rejects(test(who, organization_id), { status: 403, code: 'forbidden' })
      const nowhere = 999_999 as OrganizationId
      await assert.rejects(test(admin, nowhere), { status: 404, code: 'not_found' })
      await world.changeOrganization(organization_id, { privacy_mode: 1 })
      await assert.rejects(test(admin, organization_id), { status: 403, code: 'forbidden' })
      await world.changeOrganization(organization_id, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, ad_enabled: false }),
      })
      await assert.rejects(test(boss, organization_id), { status: 409, code: 'policy_error' })
    })

    it('use the password that is kept at the same server only', async () => {
      const { organization_id, admin } = await organization()
      const connected = connectionTo(slapd())
      const { id: auth_source_id } = await admin.call(api.createAuthSource, { organization_id, ...connected })
      const { password: _, ...rest } = connected
      const again = (given: Given = {}) =>
        admin.call(testAuthSourceSettings, { organization_id, auth_source_id, ...rest, ...given })
      assert.equal((await again()).ok, true)
      assert.deepEqual(await outcome(again({ password: 'wrong' })), [
        'host connection no credentials',
        'wrong_password',
      ])
      const { certificate: ca_certificate, tlsPort } = slapd()
      for (const elsewhere of [
        { host: 'localhost' },
        { port: tlsPort },
        { start_tls: true },
        { ca_certificate },
      ])
        await assert.rejects(again(elsewhere), { code: 'invalid_request', message: /password/ })
      const other = await organization()
      const theirs = { organization_id: other.organization_id, auth_source_id, ...rest }
      await assert.rejects(other.boss.call(testAuthSourceSettings, theirs), { code: 'not_found' })
      const none = { ...theirs, organization_id, auth_source_id: 999_999 as AuthSourceId }
      await assert.rejects(admin.call(testAuthSourceSettings, none), { code: 'not_found' })
    })
  })
