import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson, getPerson } from '@holdfast/api/accounts/people'
import { unlockPerson } from '@holdfast/api/sign-in/two-step'
import { formatUtc } from '@holdfast/api/time'
import { codeOf, DISABLE, ENABLE, enableTwoStep, RECOVER } from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Answer, PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const LOCKED = {
  error: 'account_locked',
  error_description: 'Account temporarily locked due to repeated failed login attempts.',
}

for (const stack of STACKS)
  describe(`lock after failed codes on ${stack.name}`, () => {
    const world = useWorld(stack, { config: { trustProxy: ['127.0.0.1', '::1'] } })
    /** A sign-in that came from an address, through a proxy. */
    const signInFrom = (from: string, username: string, password: string, auth_code = '') =>
      world.token({ grant_type: 'password', username, password, auth_code }, { 'x-forwarded-for': from })

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

    it('is told to the account itself and to administrators, beside how it signs in', async () => {
      const [ann, admin] = [await world.person(), await world.admin()]
      const signedIn = formatUtc(world.clock.now())
      const stateOf = async (who: Someone) => {
        const person = await who.call(getPerson, { person_id: String(ann.id), include_state: true })
        return [person.two_step_mode, person.locked_until, person.last_login, person.auth_source_id]
      }
      assert.deepEqual(await stateOf(ann), [null, null, signedIn, null])
      const plain = await ann.call(getOwnPerson, {})
      assert.equal('two_step_mode' in plain, false, 'only where it is asked for')
      await enableTwoStep(world, ann, 'authenticator')
      world.clock.advance({ minutes: 1 })
      for (let n = 0; n < 5; n++) await signIn(ann, '000000')
      const until = formatUtc(world.clock.now() + 30 * 60_000)
      assert.deepEqual(await stateOf(admin), ['authenticator', until, signedIn, null])
      const own = await ann.call(getOwnPerson, { include_state: true })
      assert.equal(own.locked_until, until)
      await admin.call(unlockPerson, { person_id: ann.id })
      assert.deepEqual((await stateOf(admin))[1], null)
    })

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

    it('tells by no backup key who has an account, or two-step verification', async () => {
      const [none, off] = [await world.person(), await world.person()]
      await world.changePerson(off.id, { active: 0 })
      for (const { email } of [none, off, { email: 'nobody@example.test' }]) {
        const recover = () => world.post(RECOVER, { email, backup_key: 'wrong' })
        for (let n = 0; n < 5; n++) assert.equal((await recover()).error, 'access_denied', email)
        assert.deepEqual((await recover()).body, LOCKED, email)
        const signIn = world.token({ grant_type: 'password', username: email, password: PASSWORD })
        assert.deepEqual((await signIn).body, LOCKED, email)
      }
    })

    it('counts failures at different doors together', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'email')
      for (const door of ['token', 'web', 'disable', 'recovery']) await knock(door, ann, 'wrong')
      assert.equal((await signIn(ann, '000000')).error, 'invalid_totp')
      await assertLocked(ann, ['token', 'web', 'disable', 'recovery'])
    })

    it('after wrong passwords is one of the network that they came from', async () => {
      const ann = await world.person()
      for (const email of [ann.email, `nobody-${ann.email}`]) {
        for (let n = 0; n < 5; n++)
          assert.equal((await signInFrom(`2001:db8::${n}`, email, 'wrong')).error, 'invalid_grant')
        assert.deepEqual((await signInFrom('2001:db8::ff', email, PASSWORD)).body, LOCKED)
        assert.equal((await signInFrom('2001:db8:0:1::1', email, 'wrong')).error, 'invalid_grant')
      }
      assert.equal((await signInFrom('198.51.100.1', ann.email, PASSWORD)).status, 200)
      assert.deepEqual((await signInFrom('2001:db8::1', ann.email, PASSWORD)).body, LOCKED)
    })

    it('after wrong codes is everywhere, until an administrator lifts it', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      const tries = Array.from({ length: 8 }, (_, n) =>
        signInFrom(`198.51.100.${n}`, ann.email, PASSWORD, '000000'),
      )
      const errors = (await Promise.all(tries)).map(({ error }) => error)
      assert.equal(errors.filter((error) => error === 'invalid_totp').length, 5)
      const elsewhere = () => signInFrom('203.0.113.1', ann.email, PASSWORD, codeOf(world, keys))
      assert.deepEqual((await elsewhere()).body, LOCKED)
      await (await world.admin()).call(unlockPerson, { person_id: ann.id })
      assert.equal((await elsewhere()).status, 200)
    })

    it('after fifty failures in a day is for networks that it has not been signed in from', async () => {
      const ann = await world.person()
      const home = () => signInFrom('203.0.113.1', ann.email, PASSWORD)
      const away = (network: number, password = PASSWORD, email = ann.email) =>
        signInFrom(`198.51.100.${network}`, email, password)
      const nobody = `nobody-${ann.email}`
      assert.equal((await home()).status, 200)
      for (const email of [ann.email, nobody]) {
        const tries = Array.from({ length: 50 }, (_, n) => away(n >> 2, 'wrong', email))
        const errors = (await Promise.all(tries)).map(({ error }) => error)
        assert.deepEqual([...new Set(errors)], ['invalid_grant'])
      }
      assert.deepEqual((await away(200)).body, LOCKED)
      assert.deepEqual((await away(200, 'wrong', nobody)).body, LOCKED)
      assert.equal((await home()).status, 200)
      world.clock.advance({ days: 1 })
      assert.equal((await away(200)).status, 200)
    })

    it('tells the owner once, and when it ends', async () => {
      const ann = await world.person()
      for (let n = 0; n < 9; n++) await signIn(ann, '', 'wrong')
      const [mail, ...more] = await world.sent(ann.email)
      assert.match(mail?.text ?? '', /sign-in is locked until \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC\./)
      assert.deepEqual(more, [])
    })
  })
