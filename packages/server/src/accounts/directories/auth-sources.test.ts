import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/auth-sources'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import {
  BIND_PASSWORD,
  connectionTo,
  groupLdif,
  personDn,
  personLdif,
  useSlapd,
} from '@holdfast/server/testkit/servers/slapd'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { batches } from '../../platform/db/batches.ts'

const REMOTE = {
  host: 'ldap.example.org',
  ssl: true,
  login: 'cn=reader,dc=example,dc=org',
  password: 'a secret of the directory',
  base_dn: 'dc=example,dc=org',
}

for (const stack of STACKS)
  describe(`directory servers on ${stack.name}`, () => {
    const world = useWorld(stack)
    const slapd = useSlapd(
      personLdif({ uid: 'ann' }),
      personLdif({ uid: 'ben' }),
      groupLdif('staff', [personDn('ann')]),
    )

    async function organization() {
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      return { organization_id, boss }
    }
    async function connected(more = {}) {
      const { organization_id, boss } = await organization()
      const admin = await world.admin()
      const made = await admin.call(api.createAuthSource, {
        organization_id,
        ...connectionTo(slapd()),
        ...more,
      })
      return { organization_id, boss, admin, path: { organization_id, auth_source_id: made.id } }
    }
    const refusal = (status: number, code: string, text: RegExp) => (error: unknown) => {
      const { message, ...rest } = error as { status: number; code: string; message: string }
      assert.deepEqual([rest.status, rest.code], [status, code], message)
      assert.match(message, text)
      return true
    }

    it('are connected, shown, changed and disconnected, and never show their password', async () => {
      const { organization_id, boss } = await organization()
      const made = await boss.call(api.createAuthSource, {
        organization_id,
        ...REMOTE,
        nickname: 'Head office',
      })
      assert.equal(made.port, 636)
      assert.equal(made.company_id, organization_id)
      assert.equal(made.protocol, 3)
      assert.deepEqual([made.last_import, made.next_import, made.import_hours], [null, null, null])
      assert.equal(made.user_filter, '(&(objectClass=inetOrgPerson)(mail=*))')
      const path = { organization_id, auth_source_id: made.id }
      assert.deepEqual(await boss.call(api.getAuthSource, path), made)
      const changed = await boss.call(api.updateAuthSource, { ...path, nickname: null, import_hours: 24 })
      assert.deepEqual([changed.nickname, changed.import_hours], [null, 24])
      assert.equal(changed.next_import, '2026-01-16T12:00:00')
      const list = await boss.call(api.listAuthSources, { organization_id })
      assert.deepEqual(list, { offset: 0, total: 1, results: [changed] })
      for (const answer of [made, changed, list])
        assert.doesNotMatch(JSON.stringify(answer), new RegExp(REMOTE.password))
      assert.deepEqual(await boss.call(api.deleteAuthSource, path), { status: 'ok' })
      await assert.rejects(boss.call(api.getAuthSource, path), { code: 'not_found' })
      assert.equal((await boss.call(api.listAuthSources, { organization_id })).total, 0)
    })

    it('let go of all their accounts when they are disconnected, however many those are', async () => {
      const { organization_id, boss } = await organization()
      const { id: auth_source_id } = await boss.call(api.createAuthSource, { organization_id, ...REMOTE })
      const { db } = world.service.ctx
      await db.write(async (tx) => {
        const { id: _, ...like } = await tx
          .selectFrom('person')
          .selectAll()
          .where('id', '=', boss.id)
          .executeTakeFirstOrThrow()
        const rows = Array.from({ length: 1001 }, (_, n) => ({
          ...{ ...like, auth_source_id, directory_id: `${n}`, email_key: `${auth_source_id} ${n}` },
          // Deleted ones, too.
          deleted_at: n % 2 === 0 ? null : 1,
        }))
        for (const batch of batches(rows)) await tx.insertInto('person').values(batch).execute()
      })
      await boss.call(api.deleteAuthSource, { organization_id, auth_source_id })
      const left = await db.read
        .selectFrom('person')
        .select('id')
        .where('auth_source_id', '=', auth_source_id)
        .execute()
      assert.deepEqual(left, [])
    })

    it('are for administrators of their organization', async () => {
      const { organization_id, boss } = await organization()
      const { id: auth_source_id } = await boss.call(api.createAuthSource, { organization_id, ...REMOTE })
      const path = { organization_id, auth_source_id }
      const plain = await world.person({ organizationId: organization_id })
      const foreign = (await organization()).boss
      for (const who of [plain, foreign])
        for (const call of [
          () => who.call(api.listAuthSources, { organization_id }),
          () => who.call(api.createAuthSource, { organization_id, ...REMOTE }),
          () => who.call(api.getAuthSource, path),
          () => who.call(api.updateAuthSource, { ...path, nickname: 'x' }),
          () => who.call(api.deleteAuthSource, path),
          () => who.call(api.testAuthSource, path),
          () => who.call(api.importAuthSource, path),
        ])
          await assert.rejects(call(), { status: 403, code: 'forbidden' })
      const own = foreign.call(api.getAuthSource, {
        ...path,
        organization_id: (await organization()).organization_id,
      })
      await assert.rejects(own, { code: 'forbidden' })
      const missing = { organization_id, auth_source_id: 999999 as AuthSourceId }
      await assert.rejects(boss.call(api.getAuthSource, missing), { status: 404, code: 'not_found' })
      const nowhere = { organization_id: 999999 as OrganizationId, auth_source_id }
      await assert.rejects(boss.call(api.getAuthSource, nowhere), { code: 'not_found' })
      const other = await organization()
      const elsewhere = { organization_id: other.organization_id, auth_source_id }
      await assert.rejects(other.boss.call(api.getAuthSource, elsewhere), { code: 'not_found' })
    })

    it('are kept from those above by privacy mode, since they decide which passwords count', async () => {
      const { organization_id, boss } = await organization()
      const { id } = await boss.call(api.createAuthSource, { organization_id, ...REMOTE })
      await world.changeOrganization(organization_id, { privacy_mode: 1 })
      const admin = await world.admin()
      const path = { organization_id, auth_source_id: id }
      await assert.rejects(admin.call(api.updateAuthSource, { ...path, nickname: 'x' }), {
        code: 'forbidden',
      })
      await assert.rejects(admin.call(api.deleteAuthSource, path), { code: 'forbidden' })
      assert.equal((await boss.call(api.updateAuthSource, { ...path, nickname: 'x' })).nickname, 'x')
    })

    it('need a policy that allows them', async () => {
      const { organization_id, boss } = await organization()
      const { id: auth_source_id } = await boss.call(api.createAuthSource, {
        organization_id,
        ...REMOTE,
        nickname: 'x',
      })
      await world.changeOrganization(organization_id, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, ad_enabled: false }),
      })
      const path = { organization_id, auth_source_id }
      for (const call of [
        () => boss.call(api.createAuthSource, { organization_id, ...REMOTE }),
        () => boss.call(api.getAuthSource, path),
        () => boss.call(api.updateAuthSource, { ...path, nickname: 'y' }),
        () => boss.call(api.deleteAuthSource, path),
        () => boss.call(api.testAuthSource, path),
        () => boss.call(api.importAuthSource, path),
      ])
        await assert.rejects(call(), refusal(409, 'policy_error', /ad_enabled/))
      const { results } = await boss.call(api.listAuthSources, { organization_id })
      assert.deepEqual(
        results.map(({ id }) => id),
        [auth_source_id],
        'they can be looked at',
      )
      const asked = boss.call(api.listAuthSourceNicknames, { organization_id: String(organization_id) })
      await assert.rejects(asked, { status: 404, code: 'not_found' })
    })

    it('tell their nicknames to anyone who is signed in, by id, slug or host name', async () => {
      const { organization_id, boss } = await organization()
      const stranger = await world.person()
      const names = (text: string) => stranger.call(api.listAuthSourceNicknames, { organization_id: text })
      const id = String(organization_id)
      await assert.rejects(names(id), { status: 404, code: 'not_found' })
      await boss.call(api.createAuthSource, { organization_id, ...REMOTE })
      assert.deepEqual(await names(id), { results: [] })
      await boss.call(api.createAuthSource, { organization_id, ...REMOTE, nickname: 'Head office' })
      await boss.call(api.createAuthSource, { organization_id, ...REMOTE, nickname: 'Branch' })
      const hostname = `files${organization_id}.example.org`
      await world.changeOrganization(organization_id, { hostname })
      const slug = `organization-${/\d+/.exec(boss.email)?.[0]}`
      for (const text of [id, hostname, hostname.toUpperCase()])
        assert.deepEqual(await names(text), { results: ['Head office', 'Branch'] }, text)
      const bySlug = await world.service.ctx.db.read
        .selectFrom('organization')
        .select('slug')
        .where('id', '=', organization_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(await names(bySlug.slug), { results: ['Head office', 'Branch'] }, slug)
      for (const text of ['999999', 'no-such-slug', 'nowhere.example.org', '99999999999999999999'])
        await assert.rejects(names(text), { code: 'not_found' }, text)
      const anonymous = await world.request(`/api/2/organization/${id}/auth_sources/nicknames`)
      assert.equal(anonymous.status, 401)
    })

    it('are refused with settings that could not work or would not be safe', async () => {
      const { organization_id, boss } = await organization()
      for (const [change, name] of [
        [{ host: 'ldap://x' }, 'host'],
        [{ host: '2130706433' }, 'host'],
        [{ port: 22 }, 'port'],
        [{ start_tls: true }, 'start_tls'],
        [{ login: 'EXTERNAL' }, 'login'],
        [{ base_dn: 'example' }, 'base_dn'],
        [{ user_filter: '(mail=*' }, 'user_filter'],
        [{ user_filter: 'mail=*' }, 'user_filter'],
        [{ group_filter: '(((' }, 'group_filter'],
        [{ mail_attribute: 'mail)(x=*' }, 'mail_attribute'],
        [{ id_attribute: 'a b' }, 'id_attribute'],
        [{ ca_certificate: 'no certificate' }, 'ca_certificate'],
        [{ import_hours: 0 }, 'import_hours'],
      ] as const) {
        const attempt = boss.call(api.createAuthSource, { organization_id, ...REMOTE, ...change })
        await assert.rejects(attempt, refusal(400, 'invalid_request', new RegExp(`parameter: ${name}`)))
      }
    })

    it('are not looked for where no directory can be', async () => {
      const { organization_id, boss } = await organization()
      for (const [host, why] of [
        ['169.254.169.254', /address is not allowed/],
        ['::ffff:169.254.169.254', /address is not allowed/],
        ['127.0.0.1', /Only a system administrator/],
        ['localhost', /Only a system administrator/],
      ] as const) {
        const { id } = await boss.call(api.createAuthSource, { organization_id, ...REMOTE, host })
        const test = boss.call(api.testAuthSource, { organization_id, auth_source_id: id })
        await assert.rejects(test, refusal(400, 'invalid_request', why), host)
      }
      const plain = { ...REMOTE, ssl: false, host: '192.0.2.1' }
      const { id } = await boss.call(api.createAuthSource, { organization_id, ...plain })
      const test = boss.call(api.testAuthSource, { organization_id, auth_source_id: id })
      await assert.rejects(test, refusal(400, 'invalid_request', /ssl or start_tls/))
    })

    it('ask for the password again with a new place, so that it is not sent to another', async () => {
      const { organization_id, boss } = await organization()
      const { id: auth_source_id } = await boss.call(api.createAuthSource, { organization_id, ...REMOTE })
      const path = { organization_id, auth_source_id }
      for (const change of [{ host: 'evil.example.org' }, { port: 389 }, { ssl: false }])
        await assert.rejects(
          boss.call(api.updateAuthSource, { ...path, ...change }),
          refusal(400, 'invalid_request', /Missing required parameter: password/),
        )
      const moved = { ...path, host: 'new.example.org', password: 'x' }
      assert.equal((await boss.call(api.updateAuthSource, moved)).host, 'new.example.org')
    })

    it('are tried out: plain on the server itself, by StartTLS and by TLS', async () => {
      const { certificate: ca_certificate, tlsPort } = slapd()
      const found = { status: 'ok', persons: 2, groups: 1 }
      for (const more of [
        {},
        { start_tls: true, ca_certificate },
        { ssl: true, port: tlsPort, ca_certificate },
        { ssl: true, port: tlsPort, ca_certificate, host: 'localhost' },
      ]) {
        const { boss, path } = await connected(more)
        assert.deepEqual(await boss.call(api.testAuthSource, path), found)
      }
    })

    it('say what fails', async () => {
      const { tlsPort } = slapd()
      for (const [more, status, code, text] of [
        [{ ssl: true, port: tlsPort }, 400, 'invalid_request', /\(certificate\): It is not trusted/],
        [{ start_tls: true }, 400, 'invalid_request', /\(certificate\): It is not trusted/],
        [{ password: 'wrong' }, 400, 'invalid_request', /\(credentials\)/],
        [{ base_dn: 'dc=elsewhere' }, 400, 'invalid_request', /\(base_dn\)/],
        [{ port: 1 }, 503, 'temporarily_unavailable', /\(connection\)/],
        [{ ssl: true }, 503, 'temporarily_unavailable', /\(connection\)/],
        [{ host: 'no-such-host.invalid' }, 503, 'temporarily_unavailable', /\(connection\)/],
      ] as const) {
        const { boss, path } = await connected(more)
        const attempt = boss.call(api.testAuthSource, path)
        await assert.rejects(attempt, (error: Error) => {
          assert.doesNotMatch(error.message, new RegExp(BIND_PASSWORD))
          return refusal(status, code, text)(error)
        })
      }
    })
  })
