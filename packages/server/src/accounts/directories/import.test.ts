import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/auth-sources'
import { createGuest } from '@holdfast/api/accounts/guests'
import { getPerson, listOrganizationPersons, updatePerson } from '@holdfast/api/accounts/people'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import {
  connectionTo,
  groupDn,
  groupLdif,
  passwordOf,
  personDn,
  personLdif,
  useSlapd,
} from '@holdfast/server/testkit/servers/slapd'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const uid = (n: number) => `user${n}`
const mailOf = (name: string) => `${name}@directory.test`
const remove = (dn: string) => [`dn: ${dn}`, 'changetype: delete', ''].join('\n')
const set = (dn: string, attribute: string, value: string) =>
  [`dn: ${dn}`, 'changetype: modify', `replace: ${attribute}`, `${attribute}: ${value}`, ''].join('\n')
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => uid(from + n))
const NOTHING = { created: 0, updated: 0, disabled: 0, skipped: 0 }

for (const stack of STACKS)
  describe(`import from a directory on ${stack.name}`, () => {
    const world = useWorld(stack)
    // More than are asked for at once, on one stack; of more than a hundred, an answer shows only the first.
    const many = stack === STACKS[0] ? rounds(1050, 1500) : rounds(120, 300)
    const slapd = useSlapd(
      ...range(0, many).map((name) => personLdif({ uid: name })),
      // An address that the administrator of the installation has, in capitals.
      personLdif({ uid: 'mallory', mail: 'ADMIN@localhost' }),
      personLdif({ uid: 'twin', mail: mailOf(uid(0)) }),
      groupLdif('Everyone', range(0, many).map(personDn)),
      groupLdif('Sales', [personDn(uid(1)), groupDn('Field'), 'uid=nobody,dc=elsewhere']),
      groupLdif('Field', [personDn(uid(2)), groupDn('Inner')]),
      groupLdif('Inner', [personDn(uid(3)), groupDn('Sales')]),
    )
    let started: Promise<Awaited<ReturnType<typeof connect>>> | undefined
    const directory = () => (started ??= connect())

    async function connect() {
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      const admin = await world.admin()
      const source = { organization_id, ...connectionTo(slapd()) }
      const { id: auth_source_id } = await admin.call(api.createAuthSource, source)
      return { boss, admin, organization_id, path: { organization_id, auth_source_id } }
    }
    const run = async (who: Someone, more = {}) =>
      who.call(api.importAuthSource, { ...(await directory()).path, preview: false, ...more })
    const counts = ({ rows: _, unchanged: __, ...rest }: api.ImportResult['persons' | 'groups']) => rest
    const total = async () => {
      const { boss, organization_id } = await directory()
      return (await boss.call(listOrganizationPersons, { organization_id })).total
    }
    const canSignIn = async (name: string) =>
      (await world.token({ grant_type: 'password', username: mailOf(name), password: passwordOf(name) }))
        .status === 200

    /** Names of the members of each group of the directory, persons by their address. */
    async function members(): Promise<Record<string, string[]>> {
      const db = world.service.ctx.db.read
      const groups = await db.selectFrom('person_group').selectAll().where('deleted_at', 'is', null).execute()
      const result: Record<string, string[]> = {}
      for (const { id, name } of groups) {
        const persons = await db
          .selectFrom('group_person as m')
          .innerJoin('person as p', 'p.id', 'm.person_id')
          .select('p.email')
          .where('m.group_id', '=', id)
          .execute()
        const nested = await db
          .selectFrom('group_group as m')
          .innerJoin('person_group as g', 'g.id', 'm.member_group_id')
          .select('g.name')
          .where('m.group_id', '=', id)
          .execute()
        result[name] = [...persons.map(({ email }) => email), ...nested.map((group) => group.name)].sort()
      }
      return result
    }

    it('shows first what it would do, and does nothing', async () => {
      const { boss, path, organization_id } = await directory()
      const shown = await boss.call(api.importAuthSource, path)
      assert.deepEqual([shown.preview, shown.needs_force], [true, false])
      assert.deepEqual(counts(shown.persons), { created: many, updated: 0, disabled: 0, skipped: 2 })
      assert.equal(shown.persons.rows.length, 100)
      assert.deepEqual(counts(shown.groups), { created: 4, updated: 0, disabled: 0, skipped: 1 })
      assert.equal(await total(), 1)
      assert.deepEqual(await members(), {})
      const source = await boss.call(api.getAuthSource, { ...path, organization_id })
      assert.equal(source.last_import, null)
    })

    it('makes accounts and groups, and leaves accounts of others alone', async () => {
      const { boss, admin, path } = await directory()
      const done = await run(boss)
      assert.deepEqual(counts(done.persons), { created: many, updated: 0, disabled: 0, skipped: 2 })
      assert.deepEqual(counts(done.groups), { created: 4, updated: 0, disabled: 0, skipped: 1 })
      assert.equal(await total(), many + 1)
      const local = await admin.call(getPerson, { person_id: String(admin.id) })
      assert.deepEqual(
        [local.email, local.first_name === 'Pat', local.system_admin],
        ['admin@localhost', false, true],
      )
      assert.equal(
        (
          await world.token({
            grant_type: 'password',
            username: 'admin@localhost',
            password: passwordOf('mallory'),
          })
        ).error,
        'invalid_grant',
      )
      const last = uid(many - 1)
      const one = await world.signIn(mailOf(last), passwordOf(last))
      const person = await one.call(getPerson, { person_id: String(one.id) })
      assert.deepEqual([person.site_admin, person.system_admin], [false, false])
      const groups = await members()
      assert.equal(groups.Everyone?.length, many)
      const nested = { Sales: groups.Sales, Field: groups.Field, Inner: groups.Inner }
      const links = Object.values(nested).flatMap((names) => names?.filter((name) => name in nested) ?? [])
      assert.equal(links.length, 2, 'a circle of three keeps two links')
      assert.ok(groups.Field?.includes(mailOf(uid(2))))
      const { last_import } = await boss.call(api.getAuthSource, path)
      assert.deepEqual([last_import?.status, last_import?.persons?.created], ['ok', many])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('gives the reasons for what it skips', async () => {
      const { boss, path } = await directory()
      const { persons, groups } = await boss.call(api.importAuthSource, path)
      const reasons = new Map(persons.rows.map((row) => [row.email, row.reason ?? '']))
      assert.match(reasons.get('ADMIN@localhost') ?? '', /not from this directory/)
      assert.match(reasons.get(mailOf(uid(0))) ?? '', /another account from this directory/)
      assert.match(groups.rows.find(({ action }) => action === 'skip')?.reason ?? '', /contain itself/)
    })

    it('changes nothing when nothing has changed', async () => {
      const { boss } = await directory()
      const before = await members()
      const { persons, groups } = await run(boss)
      assert.deepEqual(counts(persons), { ...NOTHING, skipped: 2 })
      assert.deepEqual(counts(groups), { ...NOTHING, skipped: 1 })
      assert.deepEqual([persons.unchanged, groups.unchanged], [many, 4])
      assert.deepEqual(await members(), before)
    })

    it('follows entries that were renamed, removed and added', async () => {
      const { boss, organization_id } = await directory()
      const gone = await world.signIn(mailOf(uid(5)), passwordOf(uid(5)))
      await slapd().modify(
        [
          set(personDn(uid(4)), 'sn', 'Married'),
          [
            `dn: ${personDn(uid(6))}`,
            'changetype: modrdn',
            'newrdn: uid=renamed',
            'deleteoldrdn: 1',
            '',
          ].join('\n'),
          set(personDn(uid(7)), 'mail', 'new-address@directory.test'),
          remove(personDn(uid(5))),
          remove(groupDn('Sales')),
        ].join('\n'),
      )
      await slapd().modify([personLdif({ uid: 'late' }), groupLdif('Late', [personDn('late')])].join('\n'))
      const { persons, groups } = await run(boss)
      assert.deepEqual(
        counts(persons),
        { created: 1, updated: 3, disabled: 1, skipped: 2 },
        JSON.stringify(persons),
      )
      assert.equal(groups.created, 1)
      assert.equal(groups.disabled, 1)
      const named = await boss.call(getPerson, { person_id: mailOf(uid(4)) })
      assert.equal(named.email_verified, false, 'a directory proves nothing')
      assert.equal(named.last_name, 'Married')
      assert.equal((await world.request('/api/2/person', { headers: gone.bearer })).status, 401)
      assert.equal(await canSignIn(uid(5)), false)
      assert.equal(await canSignIn('late'), true)
      assert.equal(
        (
          await world.token({
            grant_type: 'password',
            username: 'new-address@directory.test',
            password: passwordOf(uid(7)),
          })
        ).status,
        200,
      )
      const after = await members()
      assert.deepEqual(after.Late, [mailOf('late')])
      assert.equal(after.Sales, undefined)
      assert.ok(!after.Everyone?.includes(mailOf(uid(5))) && !after.Everyone?.includes(mailOf(uid(6))))
      assert.equal(await total(), many + 2, 'nobody was deleted')
      assert.ok(organization_id)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('enables again whom it disabled, and nobody else', async () => {
      const { boss } = await directory()
      const byHand = await boss.call(getPerson, { person_id: mailOf(uid(8)) })
      await boss.call(updatePerson, { person_id: byHand.id, active: false })
      const out = '(&(objectClass=inetOrgPerson)(mail=*)(!(uid=user9)))'
      const { path, admin } = await directory()
      await admin.call(api.updateAuthSource, { ...path, user_filter: out })
      assert.equal((await run(boss)).persons.disabled, 1)
      assert.equal(await canSignIn(uid(9)), false)
      await admin.call(api.updateAuthSource, {
        ...path,
        user_filter: '(&(objectClass=inetOrgPerson)(mail=*))',
      })
      const { persons } = await run(boss)
      assert.deepEqual([persons.updated, persons.disabled], [1, 0])
      assert.equal(await canSignIn(uid(9)), true)
      assert.equal(await canSignIn(uid(8)), false)
    })

    it('stops before it disables many, unless it is told to', async () => {
      const { boss, admin, path } = await directory()
      await admin.call(api.updateAuthSource, { ...path, user_filter: '(uid=user1*)' })
      const shown = await boss.call(api.importAuthSource, path)
      assert.equal(shown.needs_force, true)
      const before = await total()
      await assert.rejects(run(boss), { status: 409, code: 'policy_error' })
      assert.equal(await canSignIn(uid(2)), true)
      assert.equal((await boss.call(api.getAuthSource, path)).last_import?.status, 'stopped')
      const done = await run(boss, { force: true })
      assert.equal(done.persons.disabled, shown.persons.disabled)
      assert.equal(await canSignIn(uid(2)), false)
      assert.equal(await total(), before)
      await admin.call(api.updateAuthSource, {
        ...path,
        user_filter: '(&(objectClass=inetOrgPerson)(mail=*))',
      })
      assert.equal((await run(boss)).persons.updated, shown.persons.disabled)
      assert.equal(await canSignIn(uid(2)), true)
    })

    it('comes round by itself, and keeps what it did or why it stopped', async () => {
      const { boss, admin, path } = await directory()
      await boss.call(api.updateAuthSource, { ...path, import_hours: 6 })
      await slapd().modify(set(personDn(uid(10)), 'sn', 'Scheduled'))
      world.clock.advance({ hours: 5 })
      await world.runJobs()
      assert.notEqual((await admin.call(getPerson, { person_id: mailOf(uid(10)) })).last_name, 'Scheduled')
      world.clock.advance({ hours: 1, minutes: 15 })
      await world.runJobs()
      assert.equal((await admin.call(getPerson, { person_id: mailOf(uid(10)) })).last_name, 'Scheduled')
      const after = await admin.call(api.getAuthSource, path)
      assert.deepEqual([after.last_import?.status, after.last_import?.persons?.updated], ['ok', 1])
      assert.ok((after.next_import ?? '') > (after.last_import?.finished ?? ''))
      await admin.call(api.updateAuthSource, { ...path, user_filter: '(uid=user1)' })
      world.clock.advance({ hours: 7 })
      await world.runJobs()
      const stopped = (await admin.call(api.getAuthSource, path)).last_import
      assert.equal(stopped?.status, 'stopped')
      assert.match(stopped?.error ?? '', /force/)
      assert.equal(await canSignIn(uid(2)), true)
      await admin.call(api.updateAuthSource, { ...path, import_hours: null })
      assert.equal((await admin.call(api.getAuthSource, path)).next_import, null)
    })

    it('makes no more accounts than the policy allows, nor any that it does not allow to make', async () => {
      const admin = await world.admin()
      const organization_id = await world.organization({ num_users_maximum: 2 })
      await slapd().modify(['x1', 'x2', 'x3', 'x4'].map((name) => personLdif({ uid: name })).join('\n'))
      const source = { organization_id, ...connectionTo(slapd()), user_filter: '(uid=x*)' }
      const { id: auth_source_id } = await admin.call(api.createAuthSource, source)
      const path = { organization_id, auth_source_id }
      const { persons } = await admin.call(api.importAuthSource, { ...path, preview: false })
      assert.deepEqual([persons.created, persons.skipped], [2, 2], JSON.stringify(persons))
      assert.match(persons.rows.find(({ action }) => action === 'skip')?.reason ?? '', /user_limit_exceeded/)
      await world.changeOrganization(organization_id, {
        policy: JSON.stringify({ ...DEFAULT_POLICY, admin_create_users: false }),
      })
      await assert.rejects(admin.call(api.importAuthSource, { ...path, preview: false }), { status: 403 })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('takes no address of a guest elsewhere who has signed in', async () => {
      const admin = await world.admin()
      const elsewhere = await world.organization()
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      await slapd().modify(['y1', 'y2'].map((name) => personLdif({ uid: name })).join('\n'))
      for (const name of ['y1', 'y2'])
        await admin.call(createGuest, {
          company_id: elsewhere,
          email: mailOf(name),
          first_name: 'Gus',
          last_name: 'Guest',
          password: PASSWORD,
        })
      await world.client().signIn(mailOf('y1'), PASSWORD)
      const source = { organization_id, ...connectionTo(slapd()), user_filter: '(uid=y*)' }
      const { id: auth_source_id } = await admin.call(api.createAuthSource, { ...source, import_hours: 1 })
      const path = { organization_id, auth_source_id }
      for (const preview of [true, false]) {
        const { persons } = await boss.call(api.importAuthSource, { ...path, preview })
        assert.deepEqual([persons.created, persons.skipped], [1, 1], JSON.stringify(persons))
        assert.equal(persons.rows.find(({ action }) => action === 'skip')?.email, mailOf('y1'))
      }
      // The clock is nobody's administrator.
      world.clock.advance({ hours: 2 })
      await world.runJobs()
      const { last_import } = await boss.call(api.getAuthSource, path)
      assert.deepEqual([last_import?.status, last_import?.persons?.skipped], ['ok', 1])
    })
  })
