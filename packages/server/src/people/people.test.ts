import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getFile, getRoot } from '@holdfast/api/files'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import {
  disableOrganization,
  listOrganizationMachines,
  listOrganizationRoots,
} from '@holdfast/api/organizations'
import * as api from '@holdfast/api/people'
import { resetTwoStep } from '@holdfast/api/two-step'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/world'

const ROOT = 1 as OrganizationId

for (const stack of STACKS)
  describe(`persons on ${stack.name}`, () => {
    const world = useWorld(stack)
    let made = 0
    const fresh = () => `new${++made}@example.test`

    /** An organization with an administrator. */
    async function company(policy = {}, parent = ROOT) {
      const id = await world.organization(policy, parent)
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    }
    const create = (boss: Someone, company_id: OrganizationId, given: object = {}) =>
      boss.call(api.createPerson, {
        company_id,
        email: fresh(),
        first_name: 'Ann',
        last_name: 'Lee',
        password: PASSWORD,
        ...given,
      })

    it('are created with a sync root and sign in', async () => {
      const { id, boss } = await company()
      const email = 'Ann.Lee@Example.test'
      const ann = await create(boss, id, { email })
      assert.deepEqual(
        [ann.email, ann.username, ann.display_name, ann.company_id, ann.site_admin, ann.space_quota],
        [email, email, 'Ann Lee', id, false, null],
      )
      assert.equal(ann.roots.length, 1)
      assert.equal(ann.root_id, ann.roots[0]?.id)
      const herself = await world.signIn('ann.lee@example.TEST')
      assert.equal(herself.id, ann.id)
      assert.equal((await herself.call(getRoot, { root_id: herself.rootId })).root_type, 'sync')
    })

    it('are created with every field doing what it says', async () => {
      const { id, boss } = await company()
      const ann = await create(boss, id, {
        webdav: true,
        space_quota: 5000,
        mobile_phone: '+49 170 1234567',
        site_admin: true,
        create_root: false,
        pw_expires: 6,
        send_welcome_email: true,
        timezone: 'Europe/Berlin',
      })
      assert.deepEqual(
        [ann.webdav, ann.space_quota, ann.mobile_phone, ann.site_admin, ann.root_id, ann.roots, ann.timezone],
        [true, 5000, '+49 170 1234567', true, null, [], 'Europe/Berlin'],
      )
      const [mail] = await world.sent(ann.email)
      assert.match(mail?.text ?? '', /An account was made for you/)
      const herself = await world.signIn(ann.email)
      world.clock.advance({ hours: 6 })
      const again = await world.signIn(ann.email)
      await assert.rejects(again.call(api.listOrganizationPersons, { organization_id: id }), {
        code: 'forbidden',
        message: /new password/,
      })
      assert.ok(herself)
    })

    it('set their own password by a mailed link', async () => {
      const { id, boss } = await company()
      const ann = await create(boss, id, { password: undefined, generate_password: true })
      const text = (await world.sent(ann.email)).at(-1)?.text ?? ''
      const link = new URL(/https:\S+\/account\/password\?token=\S+/.exec(text)?.[0] ?? assert.fail(text))
      const page = await fetch(world.url + link.pathname + link.search)
      assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer'])
      assert.match(await page.text(), /Choose a password/)
      const send = (password: string) =>
        fetch(world.url + link.pathname, {
          method: 'POST',
          body: new URLSearchParams({ token: link.searchParams.get('token') ?? '', password }),
        })
      const tooShort = await send('short')
      assert.equal(tooShort.status, 400)
      assert.match(await tooShort.text(), /at least 8 characters/)
      assert.equal((await send('a phrase of my own')).status, 200)
      assert.equal((await send('another phrase here')).status, 410, 'the link works once')
      assert.equal((await world.signIn(ann.email, 'a phrase of my own')).id, ann.id)
    })

    it('name what is missing or wrong', async () => {
      const { id, boss } = await company()
      const wrong: [object, RegExp][] = [
        [{ password: undefined }, /Missing required parameter: password/],
        [{ password: 'short' }, /password/],
        [{ email: 'nobody' }, /email/],
        [{ first_name: ' ' }, /first_name/],
        [{ mobile_phone: 'call me' }, /mobile_phone/],
        [{ timezone: 'Moon' }, /timezone/],
        [{ pw_expires: 0 }, /pw_expires/],
        [{ dept_shares: [boss.rootId] }, /dept_shares/],
        [{ group_ids: [999] }, /group_ids/],
      ]
      for (const [given, message] of wrong)
        await assert.rejects(create(boss, id, given), { status: 400, message }, JSON.stringify(given))
      await assert.rejects(create(boss, id, { email: boss.email.toUpperCase() }), {
        code: 'name_conflict',
        message: /email/,
      })
    })

    it('are only as many as the policy says, at once too', async () => {
      const { id, boss } = await company({ num_users_maximum: 3 })
      const tries = await Promise.allSettled([1, 2, 3, 4].map(() => create(boss, id)))
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 2)
      await assert.rejects(create(boss, id), { code: 'user_limit_exceeded', message: /num_users_maximum/ })
    })

    it('are created by administrators whose policy allows it, who give no more than they have', async () => {
      const { id, boss } = await company()
      const plain = await world.person({ organizationId: id })
      await assert.rejects(create(plain, id), { code: 'forbidden' })
      await assert.rejects(create(boss, ROOT), { code: 'forbidden' })
      await assert.rejects(create(boss, id, { system_admin: true }), { code: 'forbidden' })
      const admin = await world.admin()
      await assert.rejects(create(admin, id, { system_admin: true }), { code: 'invalid_request' })
      const second = await create(admin, ROOT, { system_admin: true })
      assert.deepEqual([second.system_admin, second.site_admin], [true, true])
      const shut = await company({ admin_create_users: false })
      await assert.rejects(create(shut.boss, shut.id), { code: 'forbidden', message: /admin_create_users/ })
    })

    it('are read by id and address, by themselves and their administrators', async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const stranger = await world.person({ organizationId: (await company()).id })
      const read = (someone: Someone, ref: string | number) =>
        someone.call(api.getPerson, { person_id: String(ref) })
      for (const someone of [boss, ann, await world.admin()])
        for (const ref of [ann.id, ann.email, ann.email.toUpperCase()])
          assert.equal((await read(someone, ref)).id, ann.id)
      await assert.rejects(read(stranger, ann.id), { code: 'forbidden' })
      await assert.rejects(read(ann, boss.id), { code: 'forbidden' })
      for (const ref of [ann.email, 'nobody@example.test', 999_999])
        await assert.rejects(read(stranger, ref), { code: 'not_found' })
      const raw = await world.request(`/api/2/person/${ann.email}`, { headers: ann.bearer })
      assert.equal(raw.body.id, ann.id, 'an @ needs no escape')
    })

    it('change what is theirs, and nothing else', async () => {
      const { id } = await company()
      const ann = await world.person({ organizationId: id })
      const changed = await ann.call(api.updatePerson, {
        person_id: ann.id,
        first_name: 'Anna',
        timezone: 'Asia/Tokyo',
        quota_80: true,
      })
      assert.deepEqual(
        [changed.first_name, changed.last_name.length > 0, changed.timezone],
        ['Anna', true, 'Asia/Tokyo'],
      )
      for (const beyond of [
        { site_admin: true },
        { space_quota: 1e12 },
        { email: fresh() },
        { active: true },
        { webdav: true },
        { pw_force_reset: false },
      ])
        await assert.rejects(ann.call(api.updatePerson, { person_id: ann.id, ...beyond }), {
          code: 'forbidden',
        })
    })

    it('are changed by their administrators', async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const update = (change: object) => boss.call(api.updatePerson, { person_id: ann.id, ...change })
      const email = fresh()
      const changed = await update({ email, space_quota: 77, site_admin: true, mobile_phone: '0170 123' })
      assert.deepEqual(
        [changed.email, changed.space_quota, changed.site_admin, changed.mobile_phone],
        [email, 77, true, '0170 123'],
      )
      const back = await update({ space_quota: null, site_admin: false, mobile_phone: null })
      assert.deepEqual([back.space_quota, back.site_admin, back.mobile_phone], [null, false, null])
      await assert.rejects(update({ email: boss.email }), { code: 'name_conflict' })
      await update({ active: false })
      assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).error, 'access_denied')
      await update({ active: true, pw_force_reset: true })
      const again = await world.signIn(email)
      await assert.rejects(again.call(api.getPerson, { person_id: email }), { message: /new password/ })
    })

    it('are counted once as administrators, though several make them one at once', async () => {
      const { id, boss } = await company()
      const people = [await world.person({ organizationId: id }), await world.person({ organizationId: id })]
      for (const site_admin of [true, false])
        await Promise.all(
          [...people, ...people, ...people, ...people].map((person) =>
            boss.call(api.updatePerson, { person_id: person.id, site_admin }),
          ),
        )
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are kept from administrators above by privacy mode, where keys are concerned', async () => {
      const admin = await world.admin()
      const { id, boss } = await company()
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('organization').set({ privacy_mode: 1 }).where('id', '=', id).execute(),
      )
      const ann = await world.person({ organizationId: id })
      const update = (who: Someone, change: object) =>
        who.call(api.updatePerson, { person_id: ann.id, ...change })
      await update(admin, { space_quota: 100 })
      for (const key of [
        { password: 'another phrase here' },
        { email: fresh() },
        { generate_password: true },
      ])
        await assert.rejects(update(admin, key), { code: 'forbidden' })
      await assert.rejects(admin.call(resetTwoStep, { person_id: ann.id }), { code: 'forbidden' })
      await boss.call(resetTwoStep, { person_id: ann.id })
      await assert.rejects(update(admin, { site_admin: true }), { code: 'forbidden' })
      await assert.rejects(create(admin, id, { site_admin: true }), { code: 'forbidden' })
      await create(admin, id)
      await create(boss, id, { site_admin: true })
      await update(boss, { password: 'another phrase here' })
      await ann.upload('x.txt', 'x').catch(() => undefined)
      await assert.rejects(admin.call(getRoot, { root_id: ann.rootId }), { code: 'forbidden' })
      assert.equal((await boss.call(getRoot, { root_id: ann.rootId })).id, ann.rootId)
    })

    it('let administrators look at files where the policy allows it, and not write', async () => {
      const { id, boss } = await company()
      const ann = await world.person({ organizationId: id })
      const file = await ann.upload('plan.txt', 'secret')
      const read = await boss.call(getRoot, { root_id: ann.rootId, include_permissions: true })
      assert.deepEqual(read.permissions, ['FILE_VIEW', 'FILE_READ', 'FILE_MANAGE'])
      const got = await world.request(`/api/2/files/${ann.rootId}/${file.id}/delete`, {
        method: 'POST',
        headers: boss.bearer,
      })
      assert.equal(got.error, 'forbidden')
      const shut = await company({ admin_browse_files: false })
      const bob = await world.person({ organizationId: shut.id })
      await assert.rejects(shut.boss.call(getRoot, { root_id: bob.rootId }), { code: 'forbidden' })
      await assert.rejects((await world.admin()).call(getRoot, { root_id: bob.rootId }), {
        code: 'forbidden',
      })
    })

    it('include a system administrator always', async () => {
      const admin = await world.admin()
      const others = (await admin.call(api.listOrganizationPersons, { organization_id: ROOT })).results
      for (const { id, system_admin } of others)
        if (system_admin && id !== admin.id)
          await admin.call(api.updatePerson, { person_id: id, system_admin: false })
      for (const change of [{ system_admin: false }, { active: false }])
        await assert.rejects(admin.call(api.updatePerson, { person_id: admin.id, ...change }), {
          code: 'policy_error',
        })
      for (let n = 0; n < 5; n++) {
        const { id, email } = await create(admin, ROOT, { system_admin: true })
        const other = await world.signIn(email)
        const takeFrom = (who: Someone, person_id: PersonId) =>
          who.call(api.updatePerson, { person_id, system_admin: false })
        const tries = await Promise.allSettled([takeFrom(admin, id), takeFrom(other, admin.id)])
        assert.ok(
          tries.some(({ status }) => status === 'rejected'),
          'one is left',
        )
        const left = await world.service.ctx.db.read
          .selectFrom('person')
          .select('id')
          .where('system_admin', '=', 1)
          .execute()
        assert.equal(left.length, 1)
        if (left[0]?.id === admin.id) continue
        await other.call(api.updatePerson, { person_id: admin.id, system_admin: true })
        await admin.call(api.updatePerson, { person_id: id, system_admin: false })
      }
    })

    it('leave with what they are told to take', async () => {
      const { id, boss } = await company()
      const [keeps, loses] = [
        await world.person({ organizationId: id }),
        await world.person({ organizationId: id }),
      ]
      for (const someone of [keeps, loses]) await someone.upload('a.txt', 'content of a file')
      await boss.call(api.deletePerson, { person_id: keeps.id })
      await boss.call(api.deletePerson, { person_id: loses.id, remove_user_files: true })
      for (const { id: gone, email } of [keeps, loses]) {
        for (const ref of [String(gone), email])
          await assert.rejects(boss.call(api.getPerson, { person_id: ref }), { code: 'not_found' })
        await assert.rejects(world.signIn(email), { code: 'invalid_grant' })
      }
      assert.equal((await world.request('/api/2/person', { headers: keeps.bearer })).error, 'access_denied')
      assert.equal((await boss.call(getRoot, { root_id: keeps.rootId })).children?.length, 1)
      await assert.rejects(boss.call(getRoot, { root_id: loses.rootId }), { code: 'root_deleted' })
      await world.runJobs()
      const roots = await boss.call(listOrganizationRoots, { organization_id: id })
      assert.deepEqual(
        roots.results.map((root) => root.id),
        [boss.rootId, keeps.rootId],
      )
      assert.equal((await boss.call(listOrganizationMachines, { organization_id: id })).total, 1)
      const namesake = await create(boss, id, { email: keeps.email })
      assert.notEqual(namesake.id, keeps.id)
      assert.deepEqual([namesake.space_usage, namesake.roots.length], [0, 1])
      await assert.rejects(boss.call(api.deletePerson, { person_id: boss.id }), { code: 'forbidden' })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('take along what they added to team shares, if told so', async () => {
      const { id, boss } = await company()
      const [ann, bob] = [
        await world.person({ organizationId: id }),
        await world.person({ organizationId: id }),
      ]
      const mine = await ann.upload('mine.txt', 'of Ann')
      const share = ann.rootId
      await world.service.ctx.db.write(async (tx) => {
        await tx.updateTable('root').set({ root_type: 'share' }).where('id', '=', share).execute()
        await tx.updateTable('organization').set({ shares_count: 1 }).where('id', '=', id).execute()
      })
      await boss.call(api.deletePerson, { person_id: bob.id, remove_dept_files: true })
      await world.runJobs()
      const isDeleted = async () =>
        (await boss.call(getFile, { root_id: share, file_id: mine.id })).is_deleted
      assert.equal(await isDeleted(), false)
      await boss.call(api.deletePerson, { person_id: ann.id, remove_dept_files: true })
      await world.runJobs()
      assert.equal(await isDeleted(), true)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('get one sync root and no second', async () => {
      const { id, boss } = await company()
      const { id: ann } = await create(boss, id, { create_root: false })
      const ask = () => boss.call(api.createPersonRoot, { person_id: ann, webdav: true })
      const roots = await Promise.all([ask(), ask(), ask()])
      assert.equal(new Set(roots.map((root) => root.id)).size, 1)
      const person = await boss.call(api.getPerson, { person_id: String(ann) })
      assert.deepEqual([person.root_id, person.webdav], [roots[0]?.id, true])
    })

    it('are listed a hundred at a time with an exact total', async () => {
      const id = await world.organization()
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      await world.service.ctx.db.write(async (tx) => {
        const { createPerson } = await import('./create-person.ts')
        for (let n = 0; n < 219; n++)
          await createPerson(
            tx,
            'site',
            { organization_id: id, email: fresh(), first_name: 'P', last_name: `${n}`, password_hash: null },
            0,
          )
      })
      const seen: PersonId[] = []
      for (const offset of [0, 100, 200, 300]) {
        const page = await boss.call(api.listOrganizationPersons, { organization_id: id, offset })
        assert.deepEqual([page.total, page.offset], [220, offset])
        seen.push(...page.results.map((person) => person.id))
      }
      assert.equal(seen.length, 220)
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      )
      await assert.rejects(
        (await world.person({ organizationId: id })).call(api.listOrganizationPersons, {
          organization_id: id,
        }),
        { code: 'forbidden' },
      )
    })

    it('hear of their quota once for each share of it', async () => {
      const { id, boss } = await company()
      const { email, id: ann } = await create(boss, id, { space_quota: 1000, quota_50: true, quota_90: true })
      const herself = await world.signIn(email)
      const mails = async () =>
        (await world.sent(email)).map(({ text }) => /(\d+) % are used/.exec(text)?.[1]).filter(Boolean)
      const bytes = (length: number) => Buffer.alloc(length, `${Math.random()}`)
      await herself.upload('a', bytes(400))
      assert.deepEqual(await mails(), [])
      await herself.upload('b', bytes(150))
      await herself.upload('c', bytes(100))
      assert.deepEqual(await mails(), ['50'])
      await herself.upload('d', bytes(300))
      assert.deepEqual(await mails(), ['50', '90'])
      await assert.rejects(herself.upload('e', bytes(300)), { code: 'policy_error' })
      await boss.call(api.updatePerson, { person_id: ann, space_quota: 10_000 })
      await herself.upload('f', bytes(100))
      await boss.call(api.updatePerson, { person_id: ann, space_quota: 1500 })
      await herself.upload('g', bytes(10))
      assert.deepEqual(await mails(), ['50', '90', '50'])
    })

    it('follow the fate of their organization', async () => {
      const { id, boss } = await company()
      await (await world.admin()).call(disableOrganization, { organization_id: id })
      await assert.rejects(boss.call(api.getOwnPerson, {}), { code: 'forbidden' })
    })
  })
