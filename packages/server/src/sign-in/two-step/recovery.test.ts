import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, getRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import { beginTwoStep, DISABLE, enableTwoStep, RECOVER } from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const UNVERIFIED = { error: 'access_denied', error_description: 'The recovery key is not valid.' }

for (const stack of STACKS)
  describe(`ways out of two-step verification on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone, password = PASSWORD) =>
      world.token({ grant_type: 'password', username: email, password })
    const recover = (email: string, backup_key: string) => world.post(RECOVER, { email, backup_key })

    it('ends with the backup key, and tells the address', async () => {
      const ann = await world.person()
      const { backupKey } = await enableTwoStep(world, ann, 'authenticator')
      const { status, body } = await recover(ann.email, backupKey)
      assert.deepEqual([status, body], [200, { status: 'ok' }])
      assert.equal((await signIn(ann)).status, 200)
      const mails = await world.sent(ann.email)
      assert.equal(mails.length, 1)
      assert.match(mails[0]?.text ?? '', /turned off with your recovery key/)
      assert.deepEqual((await recover(ann.email, backupKey)).body, UNVERIFIED, 'a second time')
    })

    it('takes the key without dashes, in small letters and with spaces', async () => {
      for (const spell of [
        (key: string) => key.replaceAll('-', '').toLowerCase(),
        (key: string) => ` ${key.replaceAll('-', ' ')} `,
      ]) {
        const ann = await world.person()
        const { backupKey } = await enableTwoStep(world, ann, 'authenticator')
        assert.equal((await recover(ann.email.toUpperCase(), spell(backupKey))).status, 200)
      }
    })

    it('gives one of several parallel recoveries the success', async () => {
      const ann = await world.person()
      const { backupKey } = await enableTwoStep(world, ann, 'authenticator')
      const answers = await Promise.all(Array.from({ length: 4 }, () => recover(ann.email, backupKey)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
      assert.equal((await world.sent(ann.email)).length, 1)
    })

    it('says the same of a wrong key, an unknown address, and accounts without two-step or disabled', async () => {
      const [ann, bob, cid, dan] = [
        await world.person(),
        await world.person(),
        await world.person(),
        await world.person(),
      ]
      const { backupKey } = await enableTwoStep(world, ann, 'authenticator')
      const disabled = await enableTwoStep(world, cid, 'authenticator')
      await world.changePerson(cid.id, { active: 0 })
      const pending = await beginTwoStep(world, dan, 'authenticator')
      const cases = [
        [ann.email, 'AAAA-BBBB'],
        ['nobody@example.test', backupKey],
        [bob.email, backupKey],
        [cid.email, disabled.backupKey],
        [dan.email, String(pending.body.backup_key)],
      ]
      for (const [email = '', key = ''] of cases) {
        const { status, body } = await recover(email, key)
        assert.deepEqual([status, body], [401, UNVERIFIED], email)
      }
      const unreadable: Record<string, string>[] = [
        {},
        { email: ann.email },
        { backup_key: backupKey },
        { email: '', backup_key: '' },
        { email: 'a\0', backup_key: 'b' },
      ]
      for (const params of unreadable) {
        const { status, body } = await world.post(RECOVER, params)
        assert.deepEqual([status, body], [401, UNVERIFIED], JSON.stringify(params))
      }
      const headers = { 'content-type': 'application/json' }
      const broken = await world.request(RECOVER, { method: 'POST', headers, body: '{' })
      assert.deepEqual([broken.status, broken.body], [401, UNVERIFIED])
      assert.equal((await recover(ann.email, backupKey)).status, 200)
    })

    it('tells whoever has a token what is missing', async () => {
      const ann = await world.person()
      const missing = { error: 'invalid_request', error_description: 'Missing required parameter: email' }
      const ask = (params: Record<string, string>, headers: Record<string, string>) =>
        world.post(RECOVER, params, headers)
      const none = await ask({ backup_key: 'AAAA-BBBB' }, ann.bearer)
      assert.deepEqual([none.status, none.body], [400, missing])
      const half = await ask({ email: ann.email }, ann.bearer)
      assert.deepEqual(
        [half.status, half.body.error_description],
        [400, 'Missing required parameter: backup_key'],
      )
      const wrong = await ask({ email: ann.email, backup_key: 'AAAA-BBBB' }, ann.bearer)
      assert.deepEqual([wrong.status, wrong.body], [401, UNVERIFIED])
      const forged = await ask({ email: ann.email }, { authorization: `Bearer ${'x'.repeat(43)}` })
      assert.deepEqual([forged.status, forged.body], [401, UNVERIFIED])
    })

    describe('where the organization asks for it', () => {
      it('must be enabled before anything else is allowed', async () => {
        const organizationId = await world.organization({ require_two_step_auth: true })
        const ann = await world.person({ organizationId })
        for (const [op, params] of [
          [getRoot, { root_id: ann.rootId }],
          [createFolderInRoot, { root_id: ann.rootId, name: 'plans' }],
        ] as const)
          await assert.rejects(ann.call(op, params), {
            status: 403,
            code: 'forbidden',
            message: /requires two-step verification. Turn it on first/,
          })
        await enableTwoStep(world, ann, 'email')
        await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'plans' })
      })

      it('cannot be disabled, and is asked for again after a recovery', async () => {
        const organizationId = await world.organization({ require_two_step_auth: true })
        const ann = await world.person({ organizationId })
        const { backupKey } = await enableTwoStep(world, ann, 'email')
        const refused = await world.post(DISABLE, { password: PASSWORD }, ann.bearer)
        assert.equal(refused.status, 403)
        assert.equal(refused.body.error_description, 'Your organization requires two-step verification.')
        assert.equal((await recover(ann.email, backupKey)).status, 200)
        assert.equal((await signIn(ann)).status, 200)
        await assert.rejects(ann.call(getRoot, { root_id: ann.rootId }), { code: 'forbidden' })
      })
    })

    describe('by an administrator', () => {
      const reset = (who: Someone, { id }: { id: number }) =>
        world.post(`/api/2/person/${id}/two_step/reset`, {}, who.bearer)
      const unlock = (who: Someone, { id }: { id: number }) =>
        world.post(`/api/2/person/${id}/unlock`, {}, who.bearer)

      async function company() {
        const organizationId = await world.organization()
        const below = await world.organization({}, organizationId)
        return {
          boss: await world.person({ organizationId, siteAdmin: true }),
          ann: await world.person({ organizationId }),
          bob: await world.person({ organizationId: below }),
        }
      }

      it('is ended for those in the own organization and below it', async () => {
        const { boss, ann, bob } = await company()
        for (const [who, someone] of [
          [boss, ann],
          [boss, bob],
          [await world.admin(), ann],
        ] as const) {
          await enableTwoStep(world, someone, 'authenticator')
          const { status, body } = await reset(who, someone)
          assert.deepEqual([status, body], [200, { status: 'ok' }])
          assert.equal((await signIn(someone)).status, 200)
        }
      })

      it('is unlocked for them', async () => {
        const { boss, ann } = await company()
        for (let n = 0; n < 5; n++) await signIn(ann, 'wrong')
        assert.equal((await signIn(ann)).error, 'account_locked')
        assert.deepEqual((await unlock(boss, ann)).body, { status: 'ok' })
        assert.equal((await signIn(ann)).status, 200)
      })

      it('is nobody else’s business', async () => {
        const { boss, ann, bob } = await company()
        const { boss: sibling } = await company()
        const rootAdmin = await world.person({ siteAdmin: true })
        const system = await world.admin()
        const cases: [string, Someone, Someone][] = [
          ['a plain person', bob, ann],
          ['a plain person and itself', ann, ann],
          ['an administrator next door', sibling, ann],
          ['an administrator below', boss, rootAdmin],
          ['a site administrator and a system administrator', rootAdmin, system],
        ]
        for (const [what, who, someone] of cases) {
          assert.equal((await reset(who, someone)).error, 'forbidden', what)
          assert.equal((await unlock(who, someone)).error, 'forbidden', what)
        }
        assert.equal((await reset(boss, boss)).error, 'forbidden', 'one’s own')
        const nobody = { id: 999_999 }
        assert.equal((await reset(boss, nobody)).error, 'not_found')
        assert.equal((await unlock(boss, nobody)).error, 'not_found')
      })

      it('is out of reach of an administrator who must do something first', async () => {
        const organizationId: OrganizationId = await world.organization({ require_two_step_auth: true })
        const boss = await world.person({ organizationId, siteAdmin: true })
        const ann = await world.person({ organizationId })
        assert.equal((await unlock(boss, ann)).error, 'forbidden')
        const password = { password: 'a password of another' }
        const update = await world.post(`/api/2/person/${ann.id}/update`, password, boss.bearer)
        assert.equal(update.error, 'forbidden')
      })
    })
  })
