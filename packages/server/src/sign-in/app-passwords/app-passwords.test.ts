import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listOrganizationMachines, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import type { SessionId } from '@holdfast/api/ids'
import { createAppPassword, endAppPassword, listAppPasswords } from '@holdfast/api/sign-in/app-passwords'
import { endSession } from '@holdfast/api/sign-in/sessions'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { askAs } from '@holdfast/server/testkit/people/basic'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { ACTIVITY_TYPES, type ActivityKind } from '../../records/activity/types.ts'

for (const stack of STACKS)
  describe(`app passwords on ${stack.name}`, () => {
    const world = useWorld(stack)
    const network = '203.0.113.9'
    const setting = async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      return { organizationId, boss, ann: await world.person({ organizationId }) }
    }
    const make = (someone: Someone, name = 'Finder', given: object = { current_password: PASSWORD }) =>
      someone.call(createAppPassword, { person_id: someone.id, name, ...given })
    const listed = async (someone: Someone, of = someone) =>
      (await someone.call(listAppPasswords, { person_id: of.id })).results
    /** Who it lets in, as what it is today. */
    const use = (
      { username: name, password }: { username: string; password: string },
      program = 'gvfs/1.50',
    ) => askAs(world.service.ctx, name, password, { network, program })
    const isOver = async (made: Parameters<typeof use>[0]) => {
      await assert.rejects(use(made), { code: 'access_denied' })
    }

    const recordedOn = (kind: ActivityKind, { id }: Someone) =>
      world.service.ctx.db.read
        .selectFrom('activity')
        .select(['actor_person_id', 'data_text'])
        .where('activity_type_id', '=', ACTIVITY_TYPES[kind].id)
        .where('acted_on_person_id', '=', id)
        .execute()

    it('are shown once, and listed with where they were last used', async () => {
      const { ann } = await setting()
      const made = await make(ann, '  Ann’s laptop ')
      assert.match(made.password, /^hfap(-[0-9a-hjkmnp-tv-z]{4}){8}$/)
      assert.deepEqual(
        [made.name, made.kind, made.username, made.url, made.last_used, made.address],
        ['Ann’s laptop', 'files', ann.email, `${world.service.ctx.publicUrl}/dav/`, null, null],
      )
      const { password, username, url, ...shown } = made
      assert.deepEqual(await listed(ann), [shown])
      const rows = await rawSql(
        world.service.ctx.db,
        `select hash from standing_access where session_id = ${made.id}`,
      )
      assert.equal(rows.length, 1)
      assert.ok(!JSON.stringify(rows).includes(password))
      const letters = (await world.sent(ann.email)).map(({ text }) => text)
      assert.ok(
        letters.some((text) => text.includes('“Ann’s laptop”') && !text.includes(password)),
        letters.join(),
      )
      world.clock.advance({ hours: 2 })
      await use(made, 'Mozilla/5.0 (Android) Nextcloud-android/3.29.0')
      const [used] = await listed(ann)
      assert.deepEqual([used?.address, used?.os_type, used?.paused], [network, 'Android', false])
      assert.notEqual(used?.last_used, null)
      assert.notEqual((await make(ann)).password, password)
      assert.deepEqual((await listed(ann)).map(({ name }) => name).sort(), ['Ann’s laptop', 'Finder'])
    })

    it('take the password of the account, or a sign-in with it just now', async () => {
      const { ann } = await setting()
      await make(ann, 'Finder', {})
      world.clock.advance({ minutes: 61 })
      await assert.rejects(make(ann, 'Finder', {}), { code: 'forbidden' })
      await assert.rejects(make(ann, 'Finder', { current_password: 'wrong' }), { code: 'forbidden' })
      await make(ann)
      await assert.rejects(make(ann, ' '), { code: 'invalid_request' })
      await assert.rejects(make(ann, 'a\u0000b'), { code: 'invalid_request' })
    })

    it('are a device that is listed, named and on record', async () => {
      const { organizationId, boss, ann } = await setting()
      const made = await make(ann)
      const { results } = await boss.call(listOrganizationMachines, { organization_id: organizationId })
      const machine = results.find(({ id }) => id === made.machine_id)
      assert.equal(machine?.dns_name, 'Finder')
      await ann.call(updateMachine, { machine_id: made.machine_id, nickname: 'Old laptop' })
      assert.equal((await listed(ann))[0]?.name, 'Old laptop')
      await boss.call(endAppPassword, { person_id: ann.id, app_password_id: made.id })
      assert.deepEqual(await listed(boss, ann), [])
      await isOver(made)
      const records = await recordedOn('app_password_ended', ann)
      assert.deepEqual(records, [{ actor_person_id: boss.id, data_text: 'Old laptop' }])
      assert.deepEqual(await recordedOn('app_password_created', ann), [
        { actor_person_id: ann.id, data_text: 'Finder' },
      ])
      for (const app_password_id of [made.id, 999_999 as SessionId])
        await assert.rejects(ann.call(endAppPassword, { person_id: ann.id, app_password_id }), {
          code: 'not_found',
        })
      await assert.rejects(
        boss.call(endAppPassword, { person_id: boss.id, app_password_id: (await make(ann)).id }),
        { code: 'not_found' },
        'of someone else',
      )
    })

    it('end with their device and their session', async () => {
      const { boss, ann } = await setting()
      const [one, two] = [await make(ann), await make(ann)]
      await boss.call(signOutMachine, { machine_id: one.machine_id })
      await isOver(one)
      await ann.call(endSession, { session_id: two.id })
      await isOver(two)
      assert.deepEqual(await listed(ann), [])
    })

    it('stay with a new password of their person, unless it says so, and end with one from others', async () => {
      const { boss, ann } = await setting()
      const made = await make(ann)
      const change = (current_password: string, password: string, more = {}) =>
        ann.call(updatePerson, { person_id: ann.id, current_password, password, ...more })
      await change(PASSWORD, 'quite another horse')
      assert.equal((await use(made)).personId, ann.id)
      await change('quite another horse', PASSWORD, { end_app_passwords: true })
      await isOver(made)
      const next = await make(ann)
      await boss.call(updatePerson, { person_id: ann.id, password: 'quite another horse' })
      await isOver(next)
    })

    it('rest while the account is disabled, and are over when nobody used them for long', async () => {
      const { organizationId, boss, ann } = await setting()
      const made = await make(ann)
      await boss.call(updatePerson, { person_id: ann.id, active: false })
      await isOver(made)
      await boss.call(updatePerson, { person_id: ann.id, active: true })
      assert.equal((await use(made)).personId, ann.id)
      world.clock.advance({ days: 30 })
      await use(made)
      world.clock.advance({ days: 30, seconds: 1 })
      await isOver(made)
      const admin = await world.admin()
      const again = await world.signIn(ann.email)
      assert.deepEqual((await again.call(listAppPasswords, { person_id: ann.id })).results, [])
      const never = { organization_id: organizationId, deactivate_token_frequency: null }
      await admin.call(updateOrganizationPolicy, never)
      assert.equal((await use(made)).personId, ann.id)
    })

    it('say that their device is paused', async () => {
      const { ann } = await setting()
      const made = await make(ann)
      await rawSql(world.service.ctx.db, `update session set paused_by = 1 where id = ${made.id}`)
      assert.deepEqual([(await use(made)).paused, (await listed(ann))[0]?.paused], [true, true])
    })
  })
