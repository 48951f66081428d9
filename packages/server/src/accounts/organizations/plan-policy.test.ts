import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAuthSource } from '@holdfast/api/accounts/auth-sources'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { explainPolicy, type PolicyField, planPolicy } from '@holdfast/api/accounts/policies'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import { deleteFile } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { shareFile } from '@holdfast/api/sharing/links'
import { dumpTables } from '@holdfast/server/testkit/database/dump'
import { makeCrowd } from '@holdfast/server/testkit/people/crowds'
import { fileServer } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { PERMISSIONS } from './policy-rules.ts'

for (const stack of STACKS)
  describe(`a change of a policy foreseen on ${stack.name}`, () => {
    const world = useWorld(stack)
    type Change = Partial<PolicySettings>
    const plan = async (who: Someone, organization_id: OrganizationId, change: Change) =>
      (await who.call(planPolicy, { organization_id, ...change })).changes
    const effectOf = async (id: OrganizationId, change: Change, field = Object.keys(change)[0]) => {
      const changes = await plan(await world.admin(), id, change)
      return changes.find((one) => one.field === field)?.effect
    }
    const counted = (kind: string, count: number) => ({ kind, count, at_least: false })

    it('says what changes here and in how many below, and changes nothing', async () => {
      const admin = await world.admin()
      const top = await world.organization({ user_rollback: true, webdav_enabled: true })
      const with_ = await world.organization({ user_rollback: true }, top)
      await world.organization({ user_rollback: true, webdav_enabled: false }, with_)
      await world.organization({ user_rollback: false }, top)
      const change: Change = {
        user_rollback: false,
        webdav_enabled: false,
        browser_sign_in_days: 7,
        ad_enabled: true,
      }
      const before = await dumpTables(world.service.ctx.db.read)
      const changes = await plan(admin, top, change)
      const named = changes.map(({ effect: _, ...one }) => one)
      assert.deepEqual(named, [
        { field: 'browser_sign_in_days', from: 90, to: 7, organizations_below: 0 },
        { field: 'user_rollback', from: true, to: false, organizations_below: 2 },
        { field: 'webdav_enabled', from: true, to: false, organizations_below: 2 },
      ])
      assert.deepEqual(await dumpTables(world.service.ctx.db.read), before)
      const { version } = await admin.call(explainPolicy, { organization_id: top })
      assert.equal((await admin.call(planPolicy, { organization_id: top, ...change })).version, version)
      assert.deepEqual(await plan(admin, top, { ad_enabled: true }), [])
    })

    it('refuses what the change itself would refuse', async () => {
      const top = await world.organization({
        ...Object.fromEntries(PERMISSIONS.map((field) => [field, false])),
        secure_shares: true,
      })
      const id = await world.organization({ secure_shares: true, user_rollback: false }, top)
      const boss = await world.person({ organizationId: id, siteAdmin: true })
      const plain = await world.person({ organizationId: id })
      for (const [who, change] of [
        [boss, { user_rollback: true }],
        [boss, { secure_shares: false }],
        [boss, { space_quota: 5 }],
        [boss, { excluded_extensions: 'a b' }],
        [plain, { user_rollback: false }],
      ] as const) {
        const said = (promise: Promise<unknown>) =>
          promise.then(
            () => assert.fail('let through'),
            ({ code, message }: { code: string; message: string }) => [code, message],
          )
        const given = { organization_id: id, ...change }
        assert.deepEqual(
          await said(who.call(planPolicy, given)),
          await said(who.call(updateOrganizationPolicy, given)),
        )
      }
    })

    it('counts the public links that stop working, here and below', async () => {
      const top = await world.organization()
      const below = await world.organization({}, top)
      const secure = await world.organization({ secure_shares: true }, top)
      for (const id of [top, below, secure]) {
        const ann = await world.person({ organizationId: id })
        const share = async (given: object) => {
          const file = await ann.upload(`${Object.keys(given)[0]}.txt`, 'x')
          return ann.call(shareFile, { root_id: ann.rootId, file_id: file.id, ...given })
        }
        await share({ download_limit: 0 })
        await share({ password: PASSWORD })
        await share({ login_required: true })
        await share({ expires: '2026-01-16' })
      }
      const count = (field: 'secure_shares') => effectOf(top, { [field]: true })
      assert.deepEqual(await count('secure_shares'), counted('public_links', 6))
      world.clock.advance({ days: 2 })
      assert.deepEqual(await count('secure_shares'), counted('public_links', 4))
      await (await world.admin()).call(updateOrganizationPolicy, {
        organization_id: top,
        secure_shares: true,
      })
      assert.deepEqual(await effectOf(top, { secure_shares: false }), null, 'nothing stops then')
    })

    it('counts those who have to act at their next sign-in', async () => {
      const top = await world.organization()
      const below = await world.organization({}, top)
      const [ann, bob] = [
        await world.person({ organizationId: top }),
        await world.person({ organizationId: below }),
      ]
      await world.person({ organizationId: below })
      const gone = await world.person({ organizationId: below })
      await world.changePerson(gone.id, { active: 0 })
      const change = (person: Someone, columns: object) =>
        world.service.ctx.db.write((tx) =>
          tx.updateTable('person').set(columns).where('id', '=', person.id).execute(),
        )
      await change(bob, { two_step_mode: 'email' })
      assert.deepEqual(await effectOf(top, { require_two_step_auth: true }), counted('no_two_step', 2))
      const days = (n: number) => world.clock.now() - n * 86_400_000
      const old = await world.person({ organizationId: top })
      await change(ann, { pw_changed_at: days(50) })
      await change(old, { pw_changed_at: days(200) })
      for (const [frequency, count] of [
        [30, 2],
        [50, 2],
        [51, 1],
        [300, 0],
      ] as const)
        assert.deepEqual(
          await effectOf(top, { change_password_frequency: frequency }),
          counted('old_passwords', count),
          `${frequency}`,
        )
      await (await world.admin()).call(updateOrganizationPolicy, {
        organization_id: top,
        change_password_frequency: 100,
      })
      assert.deepEqual(
        await effectOf(top, { change_password_frequency: 40 }),
        counted('old_passwords', 1),
        'one had to before',
      )
      for (const later of [200, null, 0])
        assert.equal(await effectOf(top, { change_password_frequency: later }), null)
    })

    it('counts accounts that lose their password, and what pauses', async () => {
      const admin = await world.admin()
      const top = await world.organization()
      const id = await world.organization({}, top)
      const [ann, bob] = [
        await world.person({ organizationId: id, siteAdmin: true }),
        await world.person({ organizationId: id }),
      ]
      const directory = {
        host: 'ldap.invalid',
        login: 'cn=reader',
        password: PASSWORD,
        base_dn: 'dc=invalid',
      }
      const source = await ann.call(createAuthSource, { organization_id: id, ...directory })
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('person')
          .set({ auth_source_id: source.id, directory_id: 'bob' })
          .where('id', '=', bob.id)
          .execute(),
      )
      const machine_id = await fileServer(world, admin, ann, 'cellar')
      for (const path of ['/home', '/etc']) await ann.call(createMachineBackup, { machine_id, path })
      assert.deepEqual(await effectOf(top, { ad_enabled: false }), counted('directory_accounts', 1))
      assert.deepEqual(await effectOf(top, { backups_enabled: false }), counted('backups', 2))
      assert.deepEqual(await effectOf(top, { file_server_enabled: false }), counted('file_servers', 1))
      assert.deepEqual(await effectOf(top, { device_brake: 'pause' }), null)
    })

    it('counts what is deleted permanently, and what is over a quota', async () => {
      const id = await world.organization({ deactivate_token_frequency: 365 })
      const ann = await world.person({ organizationId: id })
      for (const name of ['a', 'b', 'c']) {
        const file = await ann.upload(`${name}.txt`, name)
        const file_id = file.id
        await ann.call(uploadRevision, {
          root_id: ann.rootId,
          file_id,
          file: { name: 'x', bytes: new Blob([`${name} again`]) },
        })
        if (name !== 'c') await ann.call(deleteFile, { root_id: ann.rootId, file_id })
        world.clock.advance({ days: 20 })
        await ann.signIn(ann.email, PASSWORD)
      }
      const effect = (change: Change, field?: PolicyField) => effectOf(id, change, field)
      const deleted = (count: number) => counted('deleted_items', count)
      assert.deepEqual(await effect({ purge_deleted: true }), deleted(2), 'after 30 days')
      assert.deepEqual(await effect({ purge_deleted: true, purge_deleted_frequency: 50 }), deleted(1))
      const both: Change = { purge_deleted: true, purge_deleted_frequency: 50 }
      assert.equal(await effect(both, 'purge_deleted_frequency'), null, 'told once')
      assert.equal(await effect({ purge_deleted_frequency: 1 }), null, 'not kept shorter by that')
      assert.deepEqual(await effect({ trim_revisions: true }), counted('earlier_versions', 2))
      assert.deepEqual(await effect({ backups_purge_deleted: true }), deleted(0))
      const admin = await world.admin()
      const set = (change: Change) => admin.call(updateOrganizationPolicy, { organization_id: id, ...change })
      await set({ purge_deleted: true, purge_deleted_frequency: 100 })
      assert.deepEqual(await effect({ purge_deleted_frequency: 30 }), deleted(2))
      assert.equal(await effect({ purge_deleted_frequency: 200 }), null)
      assert.equal(await effect({ purge_deleted: false }), null)
      const { stored_size } = await world.service.ctx.db.read
        .selectFrom('organization')
        .select('stored_size')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(await effect({ space_quota: stored_size - 2 }), counted('bytes_over', 2))
      assert.deepEqual(await effect({ space_quota: stored_size }), counted('bytes_over', 0))
      assert.equal(await effect({ space_quota: 2 ** 50 }), null)
    })

    it('counts no further than is of interest', async () => {
      const { organizationId: id } = await makeCrowd(world.service.ctx.db, 'crowd', {
        persons: 10_003,
        groups: 10,
      })
      const effect = { kind: 'no_two_step', count: 10_000, at_least: true }
      assert.deepEqual(await effectOf(id, { require_two_step_auth: true }), effect)
    })
  })
