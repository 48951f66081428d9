import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson, updatePerson } from '@holdfast/api/accounts/people'
import { enableTwoStep } from '@holdfast/api/sign-in/two-step'
import { FormBrowser, formWith } from '@holdfast/server/testkit/browser/form-browser'
import { answerIn, OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`signing in on the authorization page on ${stack.name}`, () => {
    const world = useWorld(stack)
    const flow = new OAuthFlow(world)

    describe('the sign-in', () => {
      it('says what is wrong and keeps the address', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const wrong = await flow.signIn(email, { client_id: app.client_id }, 'wrong')
        assert.equal(wrong.shown.status, 401)
        assert.match(wrong.shown.text, /role="alert">Incorrect email address or password\./)
        assert.ok(wrong.shown.text.includes(`value="${email}"`))
        const again = await wrong.browser.submit(wrong.shown, 'sign_in', { email, password: PASSWORD })
        assert.ok(formWith(again, 'allow'))
        for (const nobody of ['nobody@example.test', 'a\0b', '\ud800']) {
          const { shown } = await flow.signIn(nobody, { client_id: app.client_id })
          assert.ok(shown.status === 401 || shown.status === 400, String(shown.status))
          assert.match(shown.text, /role="alert"/)
        }
        const empty = await flow.signIn('', { client_id: app.client_id })
        assert.match(empty.shown.text, /role="alert">Enter your email address/)
      })

      it('says so when the account is locked', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const { browser, shown } = await flow.signIn(email, { client_id: app.client_id }, 'wrong')
        for (let n = 1; n < 5; n++) await browser.submit(shown, 'sign_in', { email, password: 'wrong' })
        const locked = await browser.submit(shown, 'sign_in', { email, password: PASSWORD })
        assert.equal(locked.status, 403)
        assert.match(locked.text, /role="alert">Too many failed attempts/)
        assert.ok(locked.text.includes(`value="${email}"`))
      })

      it('can be left for another one', async () => {
        const app = await flow.application()
        const { email } = await world.person()
        const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
        const cookie = browser.cookies.get('__Host-holdfast')
        const out = await browser.submit(shown, 'sign_out')
        assert.ok(formWith(out, 'sign_in'))
        assert.equal(browser.cookies.has('__Host-holdfast'), false)
        const headers = { cookie: `__Host-holdfast=${cookie}` }
        assert.equal((await fetch(`${world.url}/api/2/session`, { headers })).status, 401)
      })
    })

    describe('two-step', () => {
      it('takes a code of the authenticator, without asking for the password again', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        assert.equal(shown.status, 200)
        assert.match(shown.text, /authenticator app/)
        assert.doesNotMatch(shown.text, /type="password"/)
        assert.ok(!shown.text.includes(PASSWORD))
        assert.equal(browser.cookies.has('__Host-holdfast'), false)
        const wrong = await browser.submit(shown, 'code', { auth_code: '000000' })
        assert.equal(wrong.status, 401)
        assert.match(wrong.text, /role="alert">That code is incorrect/)
        const right = await browser.submit(wrong, 'code', { auth_code: code() })
        const back = await browser.submit(right, 'allow')
        assert.equal((await flow.exchange(app, { code: answerIn(back).code ?? '' })).status, 200)
        assert.ok(formWith(await browser.submit(right, 'sign_out'), 'sign_in'))
        const used = await browser.submit(wrong, 'code', { auth_code: code() })
        assert.equal(used.status, 401, 'no code works twice')
      })

      it('counts wrong codes, and locks', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        for (let n = 0; n < 5; n++) await browser.submit(shown, 'code', { auth_code: 'wrong' })
        const locked = await browser.submit(shown, 'code', { auth_code: code() })
        assert.equal(locked.status, 403)
        assert.match(locked.text, /role="alert">Too many failed attempts/)
        assert.ok(locked.text.includes(`value="${someone.email}"`))
      })

      it('mails a code, says where to, and mails a new one on demand', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const sent = async () => {
          await world.runJobs()
          const mails = (await world.mails()).filter((mail) => mail.includes(`To: ${someone.email}`))
          return mails.map((mail) => /^Subject: (\d{6}) /m.exec(mail)?.[1] ?? '')
        }
        const begin = { password: PASSWORD, mode: 'email' as const }
        await someone.call(enableTwoStep, begin)
        await someone.call(enableTwoStep, { ...begin, auth_code: (await sent()).at(-1) ?? '' })
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        assert.match(shown.text, /We sent a code by email/)
        assert.ok(shown.text.includes(`<bdi>${someone.email}</bdi>`))
        const first = (await sent()).at(-1) ?? ''
        world.clock.advance({ seconds: 31 })
        const again = await browser.submit(shown, 'resend')
        const second = (await sent()).at(-1) ?? ''
        assert.equal((await sent()).length, 3)
        assert.equal((await browser.submit(again, 'code', { auth_code: first })).status, 401)
        assert.ok(formWith(await browser.submit(again, 'code', { auth_code: second }), 'allow'))
      })

      it('says which number a code was texted to, without telling the number', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const texted = async () => {
          await world.runJobs()
          const messages = (await world.mails()).filter((message) => message.startsWith('To: +15550100777'))
          return /\n(\d{6}) is /.exec(messages.at(-1) ?? '')?.[1] ?? ''
        }
        const begin = { password: PASSWORD, mode: 'sms' as const, mobile_phone: '+1 555 0100 777' }
        await someone.call(enableTwoStep, begin)
        await someone.call(enableTwoStep, { ...begin, auth_code: await texted() })
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        assert.match(shown.text, /by text message to <strong><bdi>•••• 777<\/bdi>/)
        assert.ok(formWith(await browser.submit(shown, 'code', { auth_code: await texted() }), 'allow'))
      })

      it('forgets a password that was changed since', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        const { id } = await someone.call(getOwnPerson, {})
        await someone.call(updatePerson, { person_id: id, password: 'another horse, no battery' })
        const refused = await browser.submit(shown, 'code', { auth_code: code() })
        assert.equal(refused.status, 401)
        assert.ok(formWith(refused, 'sign_in'))
      })

      it('forgets a password that was given too long ago or in another browser', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        const stranger = new FormBrowser()
        const strange = await stranger.open(flow.address({ client_id: app.client_id }))
        const { fields } = formWith(shown, 'code')
        const stolen = { ...fields, csrf: formWith(strange, 'sign_in').fields.csrf ?? '', auth_code: code() }
        const body = new URLSearchParams({ ...stolen, step: 'code' })
        const refused = await stranger.open(flow.address({ client_id: app.client_id }), {
          method: 'POST',
          body,
        })
        assert.equal(refused.status, 401)
        assert.ok(formWith(refused, 'sign_in'))
        const forged = { pending: (fields.pending ?? '').replace(/^\d+/, '1'), auth_code: code() }
        assert.ok(formWith(await browser.submit(shown, 'code', forged), 'sign_in'))
        world.clock.advance({ minutes: 10 })
        const late = await browser.submit(shown, 'code', { auth_code: code() })
        assert.match(late.text, /role="alert">That took too long/)
      })

      it('goes on at another server, or after a restart', async () => {
        const app = await flow.application()
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { browser, shown } = await flow.signIn(someone.email, { client_id: app.client_id })
        await world.restart()
        const moved = { ...shown, url: shown.url.replace(/^https:\/\/[^/]+/, world.url) }
        assert.ok(formWith(await browser.submit(moved, 'code', { auth_code: code() }), 'allow'))
      })
    })

    describe('people who cannot go on', () => {
      it('are told to choose a new password', async () => {
        const app = await flow.application()
        const organizationId = await world.organization({ change_password_frequency: 1 })
        const { email } = await world.person({ organizationId })
        world.clock.advance({ days: 2 })
        const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
        assert.match(shown.text, /Choose a new password first/)
        assert.throws(() => formWith(shown, 'allow'))
        const { action, fields } = formWith(shown, 'deny')
        const body = new URLSearchParams({ ...fields, step: 'allow' })
        const forced = await browser.open(action, { method: 'POST', body })
        assert.match(forced.text, /Choose a new password first/)
        assert.equal(answerIn(await browser.submit(shown, 'deny')).error, 'access_denied')
      })

      it('are told to enable two-step', async () => {
        const app = await flow.application()
        const organizationId = await world.organization({ require_two_step_auth: true })
        const { email } = await world.person({ organizationId })
        const { shown } = await flow.signIn(email, { client_id: app.client_id })
        assert.match(shown.text, /Turn on two-step verification first/)
        assert.throws(() => formWith(shown, 'allow'))
      })

      it('are told that their organization is disabled', async () => {
        const app = await flow.application()
        const organizationId = await world.organization()
        const { email } = await world.person({ organizationId })
        const { browser, shown } = await flow.signIn(email, { client_id: app.client_id })
        await world.service.ctx.db.write((tx) =>
          tx.updateTable('organization').set({ active: 0 }).where('id', '=', organizationId).execute(),
        )
        const stopped = await browser.submit(shown, 'allow')
        assert.deepEqual([stopped.status, stopped.location], [403, undefined])
        assert.match(stopped.text, /Your organization is disabled/)
        const out = await browser.submit(stopped, 'sign_out')
        const again = await browser.submit(out, 'sign_in', { email, password: PASSWORD })
        assert.equal(again.status, 403)
        assert.match(again.text, /role="alert">Your organization is disabled/)
      })

      it('are told that the organization of the application is', async () => {
        const organization_id = await world.organization()
        const app = await flow.application({ organization_id })
        await world.service.ctx.db.write((tx) =>
          tx.updateTable('organization').set({ active: 0 }).where('id', '=', organization_id).execute(),
        )
        const shown = await new FormBrowser().open(flow.address({ client_id: app.client_id }))
        assert.equal(shown.status, 403)
        assert.match(shown.text, /<code>forbidden<\/code>/)
      })
    })
  })
