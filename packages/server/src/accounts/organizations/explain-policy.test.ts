import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { type ExplainedField, explainPolicy, type PolicyField } from '@holdfast/api/accounts/policies'
import type { OrganizationId } from '@holdfast/api/ids'
import { DEFAULT_POLICY, type PolicySettings, ROOT_POLICY } from '@holdfast/api/policy'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { DEMANDS, GRANTED_FROM_ABOVE, PERMISSIONS } from './policy-rules.ts'

const ROOT = 1 as OrganizationId
const FIELDS = Object.keys(DEFAULT_POLICY) as PolicyField[]

for (const stack of STACKS)
  describe(`a policy explained on ${stack.name}`, () => {
    const world = useWorld(stack)
    const explain = (who: Someone, organization_id: OrganizationId) =>
      who.call(explainPolicy, { organization_id })
    const byField = async (who: Someone, id: OrganizationId) =>
      Object.fromEntries(
        (await explain(who, id)).fields.map(({ field, ...rest }) => [field, rest]),
      ) as unknown as Record<PolicyField, Omit<ExplainedField, 'field'>>
    const set = (who: Someone, organization_id: OrganizationId, change: Partial<PolicySettings>) =>
      who.call(updateOrganizationPolicy, { organization_id, ...change })
    const named = async (id: OrganizationId) => {
      const { name } = await (await world.admin()).call(getOrganization, { organization_id: String(id) })
      return { id, name }
    }

    it('has every field, with its value and its default', async () => {
      const admin = await world.admin()
      const id = await world.organization({ browser_sign_in_days: 7 })
      const { type, version, fields } = await explain(admin, id)
      assert.equal(type, 'policy_explained')
      assert.match(version, /^[0-9a-f]{16}$/)
      assert.deepEqual(
        fields.map(({ field }) => field),
        FIELDS,
      )
      for (const { field, value, default: initial } of fields) {
        assert.equal(initial, DEFAULT_POLICY[field], field)
        assert.equal(value, field === 'browser_sign_in_days' ? 7 : initial, field)
      }
      for (const [field, { default: initial }] of Object.entries(await byField(admin, ROOT)))
        assert.equal(initial, ROOT_POLICY[field as PolicyField], field)
    })

    it('says where a value comes from', async () => {
      const id = await world.organization()
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      await set(boss, id, { device_brake: 'pause' })
      const fields = await byField(boss, id)
      const own = { own: true, may_change: true, by: null }
      assert.deepEqual(fields.device_brake, { value: 'pause', default: 'warn', ...own, why: 'here' })
      assert.deepEqual(fields.purge_deleted, { value: false, default: false, ...own, why: 'default' })
      const again = await explain(boss, id)
      await set(boss, id, { device_brake: 'warn' })
      const { version, fields: now } = await explain(boss, id)
      assert.equal(now.find(({ field }) => field === 'device_brake')?.why, 'default')
      assert.notEqual(version, again.version)
    })

    it('names who holds a value: the uppermost that does so without a break', async () => {
      const top = await world.organization({ user_rollback: true, secure_shares: true })
      const middle = await world.organization({ user_rollback: false, secure_shares: true }, top)
      const low = await world.organization({ user_rollback: false, secure_shares: true }, middle)
      const boss = await world.person({ organizationId: low, siteAdmin: true })
      const admin = await world.admin()
      const held = { own: false, may_change: false }
      for (const who of [boss, admin]) {
        const { user_rollback, secure_shares } = await byField(who, low)
        const missing = { value: false, default: false, ...held, why: 'not_granted' }
        assert.deepEqual(user_rollback, { ...missing, by: await named(middle) })
        const demanded = { value: true, default: false, ...held, why: 'required' }
        assert.deepEqual(secure_shares, { ...demanded, by: await named(top) })
      }
      const { user_rollback, secure_shares } = await byField(admin, middle)
      assert.deepEqual([user_rollback.why, user_rollback.may_change], ['default', true])
      assert.deepEqual([secure_shares.why, secure_shares.by], ['required', await named(top)])
    })

    it('leaves limits to those above', async () => {
      const admin = await world.admin()
      const id = await world.organization({ num_users_maximum: 5 })
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const below = await byField(boss, id)
      const above = await byField(admin, id)
      for (const field of GRANTED_FROM_ABOVE) {
        const { own, may_change, why, by } = below[field]
        assert.deepEqual([own, may_change, why, by], [false, false, 'above', await named(ROOT)], field)
        assert.deepEqual([above[field].own, above[field].may_change, above[field].by], [false, true, null])
      }
      assert.deepEqual([above.num_users_maximum.why, above.space_quota.why], ['here', 'default'])
      const site = await world.person({ siteAdmin: true })
      const { space_quota } = await byField(site, ROOT)
      assert.deepEqual([space_quota.may_change, space_quota.why, space_quota.by], [false, 'above', null])
      assert.equal((await byField(admin, ROOT)).space_quota.may_change, true)
    })

    it('keeps its word: what it says can be changed can be, and nothing else', async () => {
      const top = await world.organization({ secure_shares: true, webdav_enabled: false })
      const id = await world.organization({ secure_shares: true, webdav_enabled: false }, top)
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const fields = await byField(boss, id)
      for (const field of [...PERMISSIONS, ...DEMANDS, ...GRANTED_FROM_ABOVE]) {
        const { value, may_change } = fields[field]
        const other =
          typeof value === 'boolean'
            ? !value
            : field === 'create_orgs_until'
              ? '2030-01-01T00:00:00'
              : field === 'monthly_cost_currency'
                ? 'EUR'
                : 17
        // What would keep its administrator from trying the others.
        if (field === 'require_two_step_auth') continue
        const change = { [field]: other } as Partial<PolicySettings>
        if (may_change) await set(boss, id, change)
        else await assert.rejects(set(boss, id, change), /does not allow|requires|can change/, field)
      }
    })

    it('is for administrators', async () => {
      const id = await world.organization()
      const plain = await world.person({ organizationId: id })
      await assert.rejects(explain(plain, id), { code: 'forbidden' })
    })

    it('lets nobody overwrite what they have not seen', async () => {
      const admin = await world.admin()
      const id = await world.organization()
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const { version } = await explain(boss, id)
      await set(admin, id, { user_rollback: true })
      const late = boss.call(updateOrganizationPolicy, { organization_id: id, version, user_rollback: true })
      await assert.rejects(late, { status: 409, code: 'ver_conflict', message: /Load it again/ })
      const seen = await explain(boss, id)
      await boss.call(updateOrganizationPolicy, {
        organization_id: id,
        version: seen.version,
        user_lock_files: true,
      })
      // What is taken from above counts as well.
      const { version: before } = await explain(boss, id)
      await set(admin, ROOT, { user_lock_files: false })
      const after = boss.call(updateOrganizationPolicy, {
        organization_id: id,
        version: before,
        purge_deleted: true,
      })
      await assert.rejects(after, { code: 'ver_conflict' })
      await set(admin, ROOT, { user_lock_files: true })
    })
  })
