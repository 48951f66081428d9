import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/organizations'
import { DEFAULT_EXCLUDED_EXTENSIONS, DEFAULT_LOCKED_EXTENSIONS } from '@holdfast/api/extensions'
import type { OrganizationId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const ROOT = 1 as OrganizationId

for (const stack of STACKS)
  describe(`organizations on ${stack.name}`, () => {
    const world = useWorld(stack)
    let made = 0

    async function create(given: object = {}, parent = ROOT) {
      const admin = await world.admin()
      const n = ++made
      return admin.call(api.createOrganization, {
        organization_id: parent,
        name: `Company ${n}`,
        email: `office@company${n}.test`,
        slug: `company-${n}`,
        ...given,
      })
    }

    it('are created with every default', async () => {
      const created = await create({ name: 'Smith', slug: 'Smith, Jones and Sons', hostname: 'Smith.info' })
      const { id, policy, created: at, email, ...rest } = created
      assert.match(at, /^\d{4}-\d\d-\d\dT/)
      assert.match(email, /@/)
      assert.deepEqual(rest, {
        type: 'organization',
        parent_id: 1,
        name: 'Smith',
        slug: 'smith-jones-and-sons',
        description: '',
        hostname: 'smith.info',
        throttled: false,
        active: true,
        trial_until: null,
        privacy_mode: false,
        email_server_id: null,
        plan_id: null,
        default_encryption: null,
        bandwidth_throttle: null,
        throttle_exception_throttle: null,
        throttle_exception_start: null,
        throttle_exception_end: null,
        throttle_exception_days: null,
        throttle_exception_dow: [],
        subscription_uuid: null,
        share_disclaimer: null,
        email_templates: false,
        locale: 'en_US',
        timezone: 'UTC',
        i18n: { type: 'organization_i18n', id, locale: 'en_US', timezone: 'UTC' },
      })
      assert.equal(policy.company_id, id)
      assert.equal(policy.excluded_extensions, DEFAULT_EXCLUDED_EXTENSIONS)
      assert.equal(policy.locked_extensions, DEFAULT_LOCKED_EXTENSIONS)
      const some = {
        space_quota: 2199023255552,
        max_file_size: 300,
        num_orgs_maximum: 10,
        num_users_maximum: null,
        trial_length_days: 30,
        deactivate_token_frequency: 30,
        change_password_frequency: null,
        purge_deleted_frequency: null,
        user_create_shares: true,
        user_lock_files: false,
        secure_shares: false,
        webdav_enabled: true,
        service_plans_enabled: false,
      }
      for (const [field, value] of Object.entries(some))
        assert.deepEqual(policy[field as keyof typeof policy], value, field)
    })

    it('are created with every field given', async () => {
      const given = {
        description: 'Ropes',
        trial_until: '2030-01-02T03:04:05',
        share_disclaimer: 'For your eyes only',
        space_quota: 1000,
        max_file_size: 7,
        excluded_extensions: '.exe, DLL',
        trim_revisions: true,
        trim_revisions_x: 12,
        require_two_step_auth: true,
        num_users_maximum: 3,
        bandwidth_throttle: 100,
        throttle_exception_dow: [1, 2],
        throttle_exception_start: '08:00',
        timezone: 'Europe/Berlin',
        plan_id: 4,
      }
      const { policy, ...organization } = await create(given)
      const answer = { ...policy, ...organization }
      for (const [field, value] of Object.entries({ ...given, excluded_extensions: '.exe,.DLL' }))
        assert.deepEqual(answer[field as keyof typeof answer], value, field)
      assert.equal(policy.space_quota_formatted, '1000 B')
    })

    it('get a trial of the length their parent says', async () => {
      const parent = await create({ trial_length_days: 10 })
      const child = await create({ trial: true }, parent.id)
      const end = world.clock.now() + 10 * 86_400_000
      assert.equal(child.trial_until, new Date(end).toISOString().slice(0, 19))
    })

    it('have a slug, a hostname and a licence key of their own', async () => {
      const first = await create({ slug: 'Ropes & Knots', hostname: 'ropes.test' })
      const admin = await world.admin()
      const key = 'key-of-the-first'
      await admin.call(api.setOrganizationLicense, { organization_id: first.id, license_key: key })
      await assert.rejects(create({ slug: 'ropes-knots' }), { code: 'name_conflict', message: /slug/ })
      await assert.rejects(create({ hostname: 'ROPES.test' }), { code: 'name_conflict', message: /hostname/ })
      const second = await create()
      await assert.rejects(
        admin.call(api.updateOrganization, { organization_id: second.id, slug: 'ropes knots' }),
        { code: 'name_conflict' },
      )
      await assert.rejects(
        admin.call(api.setOrganizationLicense, { organization_id: second.id, license_key: key }),
        { code: 'name_conflict', message: /license_key/ },
      )
    })

    it('are found by any text as a licence key, by digits unless those are an id', async () => {
      const admin = await world.admin()
      const { id: organization_id } = await create()
      const find = (key: string) => admin.call(api.getOrganization, { organization_id: key })
      for (const license_key of ['a/b?c#d%20 é ', '../x', 'ä'.repeat(500), '9'.repeat(20), '987654321']) {
        await admin.call(api.setOrganizationLicense, { organization_id, license_key })
        assert.equal((await find(license_key)).id, organization_id, license_key)
      }
      await admin.call(api.setOrganizationLicense, { organization_id, license_key: '1' })
      assert.equal((await find('1')).id, 1)
    })

    it('refuse what makes no sense', async () => {
      const wrong: [object, RegExp][] = [
        [{ email: 'nobody' }, /email/],
        [{ slug: '!!!' }, /slug/],
        [{ hostname: '-x' }, /hostname/],
        [{ hostname: 'a b' }, /hostname/],
        [{ trial_until: 'soon' }, /YYYY-MM-DDTHH:MM:SS/],
        [{ timezone: 'Moon' }, /timezone/],
        [{ throttle_exception_start: '25:00' }, /throttle_exception_start/],
        [{ excluded_extensions: 'a b' }, /excluded_extensions/],
        [{ monthly_cost_currency: 'euro' }, /monthly_cost_currency/],
        [{ space_quota: -1 }, /space_quota/],
        [{ name: '   ' }, /name/],
      ]
      for (const [given, message] of wrong) await assert.rejects(create(given), { status: 400, message })
    })

    it('are read by id and by licence key, by their own people too', async () => {
      const { id } = await create()
      const ann = await world.person({ organizationId: id })
      const stranger = await world.person({ organizationId: (await create()).id })
      const admin = await world.admin()
      await admin.call(api.setOrganizationLicense, { organization_id: id, license_key: 'HOLD-1' })
      for (const someone of [admin, ann])
        for (const ref of [String(id), 'HOLD-1'])
          assert.equal((await someone.call(api.getOrganization, { organization_id: ref })).id, id)
      await assert.rejects(stranger.call(api.getOrganization, { organization_id: String(id) }), {
        code: 'forbidden',
      })
      for (const ref of ['HOLD-1', 'HOLD-2', '999999'])
        await assert.rejects(stranger.call(api.getOrganization, { organization_id: ref }), {
          code: 'not_found',
        })
    })

    it('change what is given and keep the rest', async () => {
      const { id } = await create({
        description: 'one',
        trial_until: '2030-01-01T00:00:00',
        hostname: 'h1.test',
      })
      const admin = await world.admin()
      const changed = await admin.call(api.updateOrganization, {
        organization_id: id,
        name: 'New',
        share_disclaimer: 'x',
        trial_until: null,
        hostname: null,
        throttle_exception_dow: [0],
      })
      assert.deepEqual(
        [changed.name, changed.description, changed.share_disclaimer, changed.trial_until, changed.hostname],
        ['New', 'one', 'x', null, null],
      )
      const again = await admin.call(api.updateOrganization, { organization_id: id, description: 'two' })
      assert.deepEqual([again.share_disclaimer, again.throttle_exception_dow], ['x', [0]])
    })

    it('cannot leave privacy mode', async () => {
      const { id } = await create({ privacy_mode: true })
      const admin = await world.admin()
      const call = (privacy_mode: boolean) =>
        admin.call(api.updateOrganization, { organization_id: id, privacy_mode })
      await assert.rejects(call(false), { code: 'policy_error' })
      assert.equal((await call(true)).privacy_mode, true)
    })

    it('take changes of policies above and below at the same time', async () => {
      const { id } = await create()
      const child = await create({}, id)
      const admin = await world.admin()
      const set = async (organization_id: OrganizationId, change: object) => {
        const { policy } = await admin.call(api.updateOrganizationPolicy, { organization_id, ...change })
        assert.partialDeepStrictEqual(policy, change)
      }
      const changes = [true, false].flatMap((secure_shares) =>
        Array.from({ length: 6 }, (_, n) => [
          set(id, { user_trim_revisions: n % 2 === 0 }),
          set(id, { secure_shares }),
          set(child.id, { deactivate_token_frequency: n + 1 }),
        ]).flat(),
      )
      await Promise.all(changes)
    })

    it('have as many below them as their policy says', async () => {
      const { id } = await create({ num_orgs_maximum: 2 })
      const tries = await Promise.allSettled([1, 2, 3, 4].map(() => create({}, id)))
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 2)
      await assert.rejects(create({}, id), { code: 'policy_error', message: /num_orgs_maximum/ })
      const until = new Date(world.clock.now()).toISOString().slice(0, 19)
      const late = await create({ create_orgs_until: until })
      await assert.rejects(create({}, late.id), { code: 'policy_error', message: /create_orgs_until/ })
    })

    it('are shut and opened from above only, and decide their own limits never', async () => {
      const { id } = await create()
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const own = { organization_id: id }
      await boss.call(api.updateOrganization, { ...own, name: 'Ours' })
      await boss.call(api.updateOrganizationPolicy, { ...own, secure_shares: true })
      for (const refused of [
        () => boss.call(api.disableOrganization, own),
        () => boss.call(api.deleteOrganization, own),
        () => boss.call(api.setOrganizationLicense, { ...own, license_key: 'mine' }),
        () => boss.call(api.updateOrganization, { ...own, trial_until: '2090-01-01T00:00:00' }),
        () => boss.call(api.updateOrganization, { ...own, active: false }),
        () => boss.call(api.updateOrganizationPolicy, { ...own, space_quota: 1e15 }),
        () =>
          boss.call(api.updateOrganizationPolicy, { ...own, num_users_maximum: null, max_file_size: 1e6 }),
      ])
        await assert.rejects(refused(), { code: 'forbidden' })
      const admin = await world.admin()
      await admin.call(api.disableOrganization, own)
      await assert.rejects(boss.call(api.getOrganization, { organization_id: String(id) }), {
        code: 'forbidden',
      })
      await admin.call(api.enableOrganization, own)
      assert.equal((await boss.call(api.getOrganization, { organization_id: String(id) })).active, true)
      for (const op of [api.disableOrganization, api.deleteOrganization])
        await assert.rejects(admin.call(op, { organization_id: ROOT }), { code: 'forbidden' })
    })

    it('are listed a hundred at a time with an exact total', async () => {
      const { id } = await create({ num_orgs_maximum: 1000 })
      await Promise.all(Array.from({ length: 230 }, () => world.organization({}, id)))
      await world.organization({}, await world.organization({}, id))
      const admin = await world.admin()
      const seen = new Set<number>()
      for (const [offset, count] of [
        [0, 100],
        [100, 100],
        [200, 31],
        [300, 0],
      ] as const) {
        const page = await admin.call(api.listChildOrganizations, { organization_id: id, offset })
        assert.deepEqual([page.total, page.offset, page.results.length], [231, offset, count])
        for (const child of page.results) seen.add(child.id)
      }
      assert.equal(seen.size, 231)
    })

    it('end their trial with a licence, and stop when that ends', async () => {
      const { id } = await create({ trial_until: '2020-01-01T00:00:00' })
      const admin = await world.admin()
      const own = { organization_id: id }
      assert.equal(
        (await admin.call(api.setOrganizationLicense, { ...own, license_key: 'any' })).trial_until,
        null,
      )
      const ann = await world.person({ organizationId: id })
      const lastDay = new Date(world.clock.now() + 2 * 86_400_000).toISOString().slice(0, 10)
      const key = await world.issueLicense(lastDay)
      await admin.call(api.setOrganizationLicense, { ...own, license_key: key })
      for (const forged of [
        key.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
        key.replace(/^HF1-\d/, 'HF1-3'),
      ])
        await assert.rejects(admin.call(api.setOrganizationLicense, { ...own, license_key: forged }), {
          code: 'invalid_request',
        })
      await ann.call(api.getOrganization, { organization_id: String(id) })
      world.clock.advance({ days: 4 })
      const refused = await world.signIn(ann.email).catch((error) => error)
      assert.equal(refused.code, 'license_expired')
    })
  })
