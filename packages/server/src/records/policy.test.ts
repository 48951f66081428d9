import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import { DEFAULT_POLICY, type PolicySettings } from '@holdfast/api/policy'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { DEMANDS, GRANTED_FROM_ABOVE, PERMISSIONS } from '../accounts/organizations/policy-rules.ts'
import { getFilePolicy } from './policy.ts'

type Field = keyof PolicySettings
const FIELDS = Object.keys(DEFAULT_POLICY) as Field[]

/** Some value that a field does not have by default. */
function another(field: Field): unknown {
  const value = DEFAULT_POLICY[field]
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (field === 'create_orgs_until') return '2030-01-02T03:04:05'
  if (field === 'monthly_cost_currency') return 'EUR'
  if (field === 'device_brake') return 'pause'
  return typeof value === 'string' ? '.one,.two' : 17
}

const all = (fields: readonly Field[], value: boolean): Partial<PolicySettings> =>
  Object.fromEntries(fields.map((field) => [field, value]))

for (const stack of STACKS)
  describe(`a policy on ${stack.name}`, () => {
    const world = useWorld(stack)
    const set = async (who: Someone, organization_id: OrganizationId, change: object) =>
      (await who.call(api.updateOrganizationPolicy, { organization_id, ...change })).policy
    const read = async (id: OrganizationId) =>
      (await (await world.admin()).call(api.getOrganization, { organization_id: String(id) })).policy

    it('does not keep any file out of a backup', async () => {
      const organization_id = await world.organization({ excluded_extensions: '.iso', max_file_size: 7 })
      const db = world.service.ctx.db.read
      for (const root_type of ['sync', 'share'] as const) {
        const policy = await getFilePolicy(db, { organization_id, root_type })
        assert.deepEqual([policy.excluded_extensions, policy.max_file_size], ['.iso', 7])
      }
      const policy = await getFilePolicy(db, { organization_id, root_type: 'backup' })
      assert.deepEqual([policy.excluded_extensions, policy.max_file_size], ['', Infinity])
      assert.equal(policy.space_quota, DEFAULT_POLICY.space_quota)
    })

    it('has its defaults, then what each field is set to', async () => {
      const admin = await world.admin()
      const { id, policy } = await admin.call(api.createOrganization, {
        organization_id: 1 as OrganizationId,
        name: 'Knots',
        email: 'office@example.test',
        slug: 'knots',
      })
      const { type, company_id, space_quota_formatted, ...settings } = policy
      assert.deepEqual([type, company_id, space_quota_formatted], ['policy', id, '2.00 TB'])
      assert.deepEqual(settings, DEFAULT_POLICY)
      for (const field of FIELDS)
        assert.deepEqual((await set(admin, id, { [field]: another(field) }))[field], another(field), field)
      const now = await read(id)
      for (const field of FIELDS) assert.deepEqual(now[field], another(field), field)
      for (const field of FIELDS.filter((name) => DEFAULT_POLICY[name] === null))
        assert.equal((await set(admin, id, { [field]: null }))[field], null, field)
    })

    it('lets the root organization store any file from the start, and all it makes the usual ones', async () => {
      const admin = await world.admin()
      const root = await read(1 as OrganizationId)
      assert.deepEqual(
        PERMISSIONS.filter((field) => !root[field]),
        [],
      )
      assert.deepEqual(
        [root.excluded_extensions, root.max_file_size, root.num_orgs_maximum],
        ['', 102_400, null],
      )
      await admin.upload('setup.exe', 'x')
      const below = await world.person({ organizationId: await world.organization() })
      await assert.rejects(below.upload('setup.exe', 'x'), { code: 'invalid_extension' })
    })

    it('allows nothing that the one above does not have', async () => {
      const admin = await world.admin()
      const top = await world.organization(all(PERMISSIONS, true))
      const middle = await world.organization(all(PERMISSIONS, true), top)
      const bottom = await world.organization(all(PERMISSIONS, true), middle)
      await set(admin, top, all(PERMISSIONS, false))
      const lost = await read(bottom)
      for (const field of PERMISSIONS) {
        assert.equal(lost[field], false, field)
        await assert.rejects(set(admin, middle, { [field]: true }), {
          code: 'policy_error',
          message: new RegExp(`does not allow ${field}`),
        })
      }
      await set(admin, top, all(PERMISSIONS, true))
      for (const field of PERMISSIONS) assert.equal((await read(middle))[field], false, 'nothing comes back')
      const born = await world.organization(all(PERMISSIONS, false))
      const child = await admin.call(api.createOrganization, {
        organization_id: born,
        name: 'Child',
        email: 'office@example.test',
        slug: 'child-of-little',
      })
      for (const field of PERMISSIONS) assert.equal(child.policy[field], false, field)
    })

    it('asks no less than the one above', async () => {
      const admin = await world.admin()
      const top = await world.organization()
      const bottom = await world.organization({}, await world.organization({}, top))
      await set(admin, top, all(DEMANDS, true))
      for (const field of DEMANDS) {
        assert.equal((await read(bottom))[field], true, field)
        await assert.rejects(set(admin, bottom, { [field]: false }), {
          code: 'policy_error',
          message: new RegExp(`requires ${field}`),
        })
      }
    })

    it('leaves its limits to those above, and the rest to its own administrators', async () => {
      const id = await world.organization()
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const plain = await world.person({ organizationId: id })
      for (const field of GRANTED_FROM_ABOVE)
        await assert.rejects(set(boss, id, { [field]: another(field) }), {
          code: 'forbidden',
          message: new RegExp(`can change ${field}`),
        })
      const below = await world.organization({}, id)
      for (const field of GRANTED_FROM_ABOVE)
        assert.deepEqual((await set(boss, below, { [field]: another(field) }))[field], another(field), field)
      const own = FIELDS.filter((field) => !GRANTED_FROM_ABOVE.includes(field))
      // The one that would keep its administrator from doing the next comes last.
      const ordered = [...own.filter((field) => field !== 'require_two_step_auth'), 'require_two_step_auth']
      for (const field of ordered as Field[])
        assert.deepEqual((await set(boss, id, { [field]: another(field) }))[field], another(field), field)
      await assert.rejects(set(plain, id, { user_rollback: false }), { code: 'forbidden' })
    })

    it('decides on the next file, and on what people are told that they may', async () => {
      const admin = await world.admin()
      const id = await world.organization({ excluded_extensions: '.iso' })
      const ann = await world.person({ organizationId: id })
      await assert.rejects(ann.upload('disk.ISO', 'x'), { code: 'invalid_extension' })
      await set(admin, id, { excluded_extensions: 'bak, .tar.gz' })
      await ann.upload('disk.iso', 'x')
      for (const name of ['old.bak', 'all.tar.gz'])
        await assert.rejects(ann.upload(name, 'x'), { code: 'invalid_extension' })
      await set(admin, id, { max_file_size: 0 })
      await assert.rejects(ann.upload('x.txt', 'x'), { code: 'policy_error' })
      assert.equal((await ann.call(getOwnPerson, {})).can_share, true)
      await set(admin, id, { user_create_shares: false })
      assert.equal((await ann.call(getOwnPerson, {})).can_share, false)
    })
  })
