import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { codeOf, DISABLE, ENABLE, enableTwoStep, RECOVER } from '@holdfast/server/testkit/two-step'
import { type Answer, PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/world'

const LOCKED = {
  error: 'account_locked',
  error_description: 'Account temporarily locked due to repeated failed login attempts.',
}

for (const stack of STACKS)
  describe(`lock after failed codes on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone, auth_code = '', password = PASSWORD) =>
      world.token({ grant_type: 'password', username: email, password, auth_code })

    /** Every way in, with a wrong secret and with the right password. */
    type Door = (someone: Someone, password: string) => Promise<Answer>
    const DOORS: Record<string, Door> = {
      token: (someone, password) => signIn(someone, '', password),
      web: ({ email }, password) => world.post('/api/2/session/create', { email, password }),
      enable: ({ bearer }, password) => world.post(ENABLE, { password, mode: 'email' }, bearer),
      disable: ({ bearer }, password) => world.post(DISABLE, { password }, bearer),
      recovery: ({ email }, password) => world.post(RECOVER, { email, backup_key: password }),
    }
    const knock = (door: string, someone: Someone, password: string) =>
      DOORS[door]?.(someone, password) ?? assert.fail()

    async function assertLocked(someone: Someone, doors: string[]): Promise<void> {
      for (const door of doors) {
        const { status, body } = await knock(door, someone, PASSWORD)
        assert.deepEqual([status, body], [403, LOCKED], door)
      }
    }

    it('comes with the fifth wrong code and ends after half an hour', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      for (let n = 0; n < 5; n++) assert.equal((await signIn(ann, '000000')).error, 'invalid_totp')
      const right = await signIn(ann, codeOf(world, keys))
      assert.deepEqual([right.status, right.body], [403, LOCKED])
      world.clock.advance({ minutes: 29, seconds: 59 })
      assert.equal((await signIn(ann, codeOf(world, keys))).status, 403)
      world.clock.advance({ seconds: 1 })
      assert.equal((await signIn(ann, codeOf(world, keys))).status, 200)
    })

    it('is not put off by right passwords without a code in between', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      for (let n = 0; n < 5; n++) {
        assert.equal((await signIn(ann)).error, 'missing_totp')
        assert.equal((await signIn(ann, '000000')).error, 'invalid_totp')
      }
      assert.deepEqual((await signIn(ann)).body, LOCKED)
      assert.deepEqual((await signIn(ann, codeOf(world, keys))).body, LOCKED)
    })

    it('is not brought on by right passwords without a code', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      for (let n = 0; n < 4; n++) await signIn(ann, '000000')
      for (let n = 0; n < 6; n++) assert.equal((await signIn(ann)).error, 'missing_totp')
      assert.equal((await signIn(ann, codeOf(world, keys))).status, 200)
    })

    it('leaves thirty-two parallel wrong codes five looks', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'authenticator')
      const guesses = Array.from({ length: 32 }, (_, n) => signIn(ann, String(n).padStart(6, '0')))
      const errors = (await Promise.all(guesses)).map(({ error }) => error)
      assert.equal(errors.filter((error) => error === 'invalid_totp').length, 5)
      assert.equal(errors.filter((error) => error === 'account_locked').length, 27)
    })

    it('leaves sixteen right sign-ins at once alone', async () => {
      const ann = await world.person()
      const answers = await Promise.all(Array.from({ length: 16 }, () => signIn(ann)))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    })

    for (const door of ['token', 'web', 'enable', 'disable'])
      it(`shuts every door after five failures at ${door}`, async () => {
        const ann = await world.person()
        for (let n = 0; n < 5; n++) assert.notEqual((await knock(door, ann, 'wrong')).error, LOCKED.error)
        await assertLocked(ann, ['token', 'web', 'enable', 'disable'])
      })

    it('shuts every door after five wrong backup keys', async () => {
      const ann = await world.person()
      const { backupKey } = await enableTwoStep(world, ann, 'email')
      for (let n = 0; n < 5; n++) assert.equal((await knock('recovery', ann, 'wrong')).error, 'access_denied')
      await assertLocked(ann, ['token', 'web', 'disable', 'recovery'])
      assert.deepEqual((await knock('recovery', ann, backupKey)).body, LOCKED)
    })

    it('counts failures at different doors together', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'email')
      for (const door of ['token', 'web', 'disable', 'recovery']) await knock(door, ann, 'wrong')
      assert.equal((await signIn(ann, '000000')).error, 'invalid_totp')
      await assertLocked(ann, ['token', 'web', 'disable', 'recovery'])
    })

    it('tells the owner once, and when it ends', async () => {
      const ann = await world.person()
      for (let n = 0; n < 9; n++) await signIn(ann, '', 'wrong')
      const [mail, ...more] = await world.sent(ann.email)
      assert.match(mail?.text ?? '', /sign-in is blocked until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./)
      assert.deepEqual(more, [])
    })
  })
