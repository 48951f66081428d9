import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TWO_STEP_MODES } from '@holdfast/api/sign-in/oauth'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import {
  beginTwoStep,
  codeOf,
  DISABLE,
  ENABLE,
  enableTwoStep,
  phoneOf,
  twoStepCode,
} from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { strangerName } from '../../platform/limits/shared-limits.ts'

const WRONG = { error: 'forbidden', error_description: 'The password or the code is wrong.' }

for (const stack of STACKS)
  describe(`two-step verification on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone, auth_code = '') =>
      world.token({ grant_type: 'password', username: email, password: PASSWORD, auth_code })
    const enable = (someone: Someone, params: Record<string, string>) =>
      world.post(ENABLE, { password: PASSWORD, ...params }, someone.bearer)
    const disable = (someone: Someone, params: Record<string, string> = {}) =>
      world.post(DISABLE, { password: PASSWORD, ...params }, someone.bearer)

    for (const mode of TWO_STEP_MODES)
      it(`is enabled in two calls with ${mode}, and asked for from then on`, async () => {
        const ann = await world.person()
        const begun = await beginTwoStep(world, ann, mode)
        assert.equal(begun.status, 200)
        assert.deepEqual(Object.keys(begun.body).sort(), ['backup_key', 'key', 'uri'])
        const keys = { key: String(begun.body.key), backupKey: String(begun.body.backup_key) }
        assert.match(keys.key, /^[A-Z2-7]{32}$/)
        assert.match(keys.backupKey, /^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/)
        const account = encodeURIComponent(ann.email)
        assert.equal(begun.body.uri, `otpauth://totp/Holdfast:${account}?secret=${keys.key}&issuer=Holdfast`)
        assert.equal((await signIn(ann)).status, 200, 'what is pending changes nothing')

        const auth_code = await twoStepCode(world, ann, mode, keys)
        assert.match(auth_code, /^\d{6}$/)
        const done = await enable(ann, { mode, auth_code })
        assert.deepEqual([done.status, done.body], [200, { status: 'ok' }])

        world.clock.advance({ seconds: 30 })
        const missing = await signIn(ann)
        assert.equal(missing.status, 401)
        const { error_description, ...rest } = missing.body
        assert.deepEqual(rest, { error: 'missing_totp', two_step_mode: mode })
        assert.equal(typeof error_description, 'string')
        const code = await twoStepCode(world, ann, mode, keys)
        assert.notEqual(code, auth_code, 'the sign-in has a code of its own')
        assert.equal((await signIn(ann, `${code.slice(0, 3)} ${code.slice(3)}`)).status, 200)
      })

    it('refuses a wrong password, a wrong code and a code before the first call', async () => {
      const ann = await world.person()
      const cases = [
        { mode: 'email', password: 'wrong' },
        { mode: 'email', auth_code: '000000' },
        { mode: 'authenticator', auth_code: '000000' },
      ]
      for (const params of cases) {
        const { status, body } = await enable(ann, params)
        assert.deepEqual([status, body], [403, WRONG], JSON.stringify(params))
      }
      await beginTwoStep(world, ann, 'email')
      const code = await world.latestCode(ann.email)
      assert.equal((await enable(ann, { mode: 'sms', auth_code: code })).status, 403, 'of another mode')
      assert.equal((await enable(ann, { mode: 'email', auth_code: code, password: 'wrong' })).status, 403)
      assert.equal((await enable(ann, { mode: 'email', auth_code: code })).status, 200)
      assert.equal((await enable(ann, { mode: 'email' })).status, 400, 'it is on already')
      const unknown = await enable(await world.person(), { mode: 'pigeon' })
      assert.equal(unknown.body.error_description, 'Invalid value for parameter: mode')
    })

    it('wants a number for text messages, and keeps it', async () => {
      const ann = await world.person()
      const missing = await enable(ann, { mode: 'sms' })
      assert.equal(missing.status, 400)
      assert.equal(missing.body.error_description, 'Missing required parameter: mobile_phone')
      for (const mobile_phone of ['123', 'call me', '+1555"; drop', '++15550100']) {
        const { status, body } = await enable(ann, { mode: 'sms', mobile_phone })
        assert.equal(status, 400, mobile_phone)
        assert.equal(body.error_description, 'Invalid value for parameter: mobile_phone')
      }
      const spelt = phoneOf(ann).replace(/^\+1(...)(...)/, '+1 ($1) $2-')
      await enable(ann, { mode: 'sms', mobile_phone: spelt })
      const auth_code = await world.latestCode(phoneOf(ann))
      assert.equal((await enable(ann, { mode: 'sms', auth_code })).status, 200)
      assert.equal((await disable(ann)).status, 200)
      assert.equal((await disable(ann, { auth_code: await world.latestCode(phoneOf(ann)) })).status, 200)
      assert.equal((await enable(ann, { mode: 'sms' })).status, 200)
      const again = await world.latestCode(phoneOf(ann))
      assert.equal((await enable(ann, { mode: 'sms', auth_code: again })).status, 200)
    })

    it('texts no more than fifty codes a day for one account, or to one number', async () => {
      const [ann, bob, carl] = [await world.person(), await world.person(), await world.person()]
      const begin = async (someone: Someone, mobile_phone: string) =>
        (await enable(someone, { mode: 'sms', mobile_phone })).status
      const sentBefore = (name: string) =>
        rawSql(
          world.service.ctx.db,
          `insert into limit_count (name, taken, ends_at) values ('${name}', 49, ${world.clock.now() + 60_000})`,
        )
      await sentBefore(`codes of person ${ann.id}`)
      assert.equal(await begin(ann, '+15550002001'), 200)
      world.clock.advance({ seconds: 30 })
      assert.equal(await begin(ann, '+15550002002'), 503)
      await sentBefore(strangerName('codes', '+15550002003'))
      assert.deepEqual([await begin(bob, '+15550002003'), await begin(carl, '+15550002003')], [200, 503])
      world.clock.advance({ minutes: 1 })
      assert.equal(await begin(carl, '+15550002003'), 200)
    })

    it('texts one code in half a minute, whatever the number and whatever comes in between', async () => {
      const ann = await world.person()
      const numbers = Array.from({ length: 10 }, (_, n) => `+1555000300${n}`)
      const begin = async (given: Record<string, string>) => (await enable(ann, given)).status
      const texts = async () => {
        const counts = await Promise.all(numbers.map(async (number) => (await world.sent(number)).length))
        return counts.reduce((sum, count) => sum + count, 0)
      }
      const mails = async () => (await world.sent(ann.email)).length
      const [first = '', second = ''] = numbers
      const statuses = await Promise.all(numbers.map((mobile_phone) => begin({ mode: 'sms', mobile_phone })))
      assert.deepEqual(statuses.sort(), [200, ...numbers.slice(1).map(() => 503)])
      assert.equal(await texts(), 1)
      world.clock.advance({ seconds: 30 })
      assert.equal(await begin({ mode: 'sms', mobile_phone: first }), 200)
      assert.equal(await begin({ mode: 'sms', mobile_phone: first }), 200, 'it is on its way')
      const code = await world.latestCode(first)
      const refused = await enable(ann, { mode: 'sms', mobile_phone: second })
      assert.deepEqual([refused.status, refused.body.error], [503, 'temporarily_unavailable'])
      assert.equal(await texts(), 2)
      assert.deepEqual([await begin({ mode: 'email' }), await begin({ mode: 'email' })], [200, 200])
      assert.equal(await begin({ mode: 'sms', mobile_phone: first }), 503)
      assert.deepEqual([await texts(), await mails()], [2, 1])
      assert.equal(await begin({ mode: 'sms', auth_code: code }), 403, 'the mail has taken its place')
      world.clock.advance({ seconds: 30 })
      assert.equal(await begin({ mode: 'sms', mobile_phone: second }), 200)
      assert.equal(await begin({ mode: 'sms', mobile_phone: first }), 503)
      const right = await world.latestCode(second)
      assert.equal(await begin({ mode: 'sms', auth_code: right }), 200, 'what was refused changes nothing')
    })

    it('takes a code for the address it was sent to only', async () => {
      const ann = await world.person()
      await beginTwoStep(world, ann, 'email')
      const mailed = await world.latestCode(ann.email)
      await beginTwoStep(world, ann, 'sms')
      assert.equal((await enable(ann, { mode: 'sms', auth_code: mailed })).status, 403)
      const texted = await world.latestCode(phoneOf(ann))
      world.clock.advance({ seconds: 30 })
      await enable(ann, { mode: 'sms', mobile_phone: '+15550001234' })
      assert.equal((await enable(ann, { mode: 'sms', auth_code: texted })).status, 403)
      const right = await world.latestCode('+15550001234')
      assert.equal((await enable(ann, { mode: 'sms', auth_code: right })).status, 200)
    })

    it('says what clients look for when a code is wrong', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'authenticator')
      for (const code of ['000000', 'abc', '12345678901234567890'.repeat(5)]) {
        const { status, body } = await signIn(ann, code)
        assert.equal(status, 401)
        assert.deepEqual(body, {
          error: 'invalid_totp',
          error_description: 'Invalid authentication code.',
          two_step_mode: 'authenticator',
        })
      }
    })

    it('takes an authenticator code once, one step early or late, and no further off', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      const by = (steps: number) => signIn(ann, codeOf(world, keys, steps))
      assert.equal((await by(-1)).status, 401, 'used to enable it')
      world.clock.advance({ seconds: 90 })
      assert.equal((await by(-2)).status, 401)
      assert.equal((await by(2)).status, 401)
      assert.equal((await by(-1)).status, 200)
      assert.equal((await by(-1)).status, 401, 'a second time')
      assert.equal((await by(0)).status, 200)
      assert.equal((await by(1)).status, 200)
      assert.equal((await by(0)).status, 401, 'older than one that was used')
    })

    it('gives parallel uses of one code one success', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      const code = codeOf(world, keys)
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(ann, code)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
    })

    it('takes a mailed code once, for ten minutes, until a newer one is sent', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'email')
      const send = async () => {
        assert.equal((await signIn(ann)).error, 'missing_totp')
        return world.latestCode(ann.email)
      }
      const first = await send()
      world.clock.advance({ minutes: 10 })
      assert.equal((await signIn(ann, first)).error, 'invalid_totp')
      const second = await send()
      world.clock.advance({ minutes: 9, seconds: 59 })
      assert.equal((await signIn(ann, second)).status, 200)
      assert.equal((await signIn(ann, second)).error, 'invalid_totp', 'a second time')
      const third = await send()
      world.clock.advance({ seconds: 30 })
      const fourth = await send()
      assert.notEqual(third, fourth)
      assert.equal((await signIn(ann, third)).error, 'invalid_totp', 'replaced by a newer one')
      assert.equal((await signIn(ann, fourth)).status, 200)
    })

    it('sends no second code while the first is on its way', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'email')
      const before = (await world.sent(ann.email)).length
      for (let n = 0; n < 8; n++) assert.equal((await signIn(ann)).error, 'missing_totp')
      assert.equal((await world.sent(ann.email)).length, before + 1)
      assert.equal((await signIn(ann, await world.latestCode(ann.email))).status, 200)
    })

    it('takes a mailed code for what it was sent for only', async () => {
      const ann = await world.person()
      await enableTwoStep(world, ann, 'email')
      await signIn(ann)
      const forSignIn = await world.latestCode(ann.email)
      await disable(ann)
      const forDisabling = await world.latestCode(ann.email)
      assert.notEqual(forSignIn, forDisabling)
      assert.equal((await signIn(ann, forDisabling)).error, 'invalid_totp')
      assert.equal((await disable(ann, { auth_code: forSignIn })).status, 403)
      assert.equal((await signIn(ann, forSignIn)).status, 200)
      assert.equal((await disable(ann, { auth_code: forDisabling })).status, 200)
    })

    it('is disabled with a code of the authenticator, and not without', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      for (let n = 0; n < 6; n++) assert.equal((await disable(ann)).error, 'forbidden', 'no try is counted')
      const wrong = await disable(ann, { auth_code: '000000' })
      assert.deepEqual([wrong.status, wrong.body], [403, WRONG])
      const auth_code = codeOf(world, keys)
      assert.equal((await disable(ann, { auth_code, password: 'wrong' })).status, 403)
      assert.equal((await signIn(ann)).error, 'missing_totp')
      const done = await disable(ann, { auth_code })
      assert.deepEqual([done.status, done.body], [200, { status: 'ok' }])
      assert.equal((await signIn(ann)).status, 200)
      assert.equal((await disable(ann)).status, 200, 'what is off may be disabled')
    })

    for (const mode of ['email', 'sms'] as const)
      it(`is disabled with ${mode} by asking twice`, async () => {
        const ann = await world.person()
        const keys = await enableTwoStep(world, ann, mode)
        assert.equal((await disable(ann, { password: 'wrong' })).status, 403)
        const asked = await disable(ann)
        assert.deepEqual([asked.status, asked.body], [200, { status: 'ok' }])
        assert.equal((await signIn(ann)).error, 'missing_totp', 'asking alone changes nothing')
        world.clock.advance({ seconds: 30 })
        await disable(ann)
        const auth_code = await twoStepCode(world, ann, mode, keys)
        assert.equal((await disable(ann, { auth_code })).status, 200)
        assert.equal((await signIn(ann)).status, 200)
      })
  })
