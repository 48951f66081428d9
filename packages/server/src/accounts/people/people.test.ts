import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { disableOrganization } from '@holdfast/api/accounts/organizations'
import * as api from '@holdfast/api/accounts/people'
import { getRoot } from '@holdfast/api/files/files'
import type { PersonId } from '@holdfast/api/ids'
import { DEFAULT_POLICY } from '@holdfast/api/policy'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`persons on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company, create, fresh } = useCompanies(world)

    it('are created with a sync root and sign in', async () => {
      const { id, boss } = await company()
      const email = 'Ann.Lee@Example.test'
      const ann = await create(boss, id, { email })
      assert.deepEqual(
        [ann.email, ann.username, ann.display_name, ann.company_id, ann.site_admin, ann.space_quota],
        [email, email, 'Ann Lee', id, false, DEFAULT_POLICY.space_quota],
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
      assert.match(mail?.text ?? '', /You have a new account/)
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
      const browser = new FormBrowser()
      const shown = await browser.open(world.url + link.pathname + link.search)
      assert.deepEqual([shown.status, shown.headers.get('referrer-policy')], [200, 'no-referrer'])
      assert.match(shown.text, /Choose a password/)
      const send = (password: string) => browser.submit(shown, 'choose', { password })
      const tooShort = await send('short')
      assert.equal(tooShort.status, 400)
      assert.match(tooShort.text, /at least 8 characters/)
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
        { active: false },
        { webdav: false },
        { pw_force_reset: true },
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
      assert.deepEqual([back.site_admin, back.mobile_phone], [false, null])
      await assert.rejects(update({ email: boss.email }), { code: 'name_conflict' })
      await update({ active: false })
      assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).error, 'access_denied')
      await update({ active: true, pw_force_reset: true })
      const again = await world.signIn(email)
      await assert.rejects(again.call(api.getPerson, { person_id: email }), { message: /new password/ })
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
        (await world.sent(email)).map(({ text }) => /\((\d+)%\)/.exec(text)?.[1]).filter(Boolean)
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
