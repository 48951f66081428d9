import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setOrganizationBrand } from '@holdfast/api/accounts/brand'
import { getGuest } from '@holdfast/api/accounts/guests'
import { createPerson, getPerson } from '@holdfast/api/accounts/people'
import { listOrganizationActivity, listPersonActivity } from '@holdfast/api/oversight/activity'
import * as links from '@holdfast/api/sharing/links'
import { FormBrowser, formWith, type Shown } from '@holdfast/server/testkit/browser/form-browser'
import { headingOf, opener } from '@holdfast/server/testkit/browser/link-pages'
import { answerIn, OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

const NEW = 'quite another one'

for (const stack of USUAL_STACKS)
  describe(`the pages of accounts on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)
    const addressesIn = (text: string): string[] =>
      [...text.matchAll(/https:\/\/\S+\/account\/\S+/g)].map(([address]) => address)
    const pathOf = (address: string): string => address.slice(world.url.length)
    const colorOf = ({ text }: Shown): string | undefined => /:root \{ --accent: (#\w+)/.exec(text)?.[1]
    const forgot = (email: string, path = '/account/forgot') =>
      open(path, { method: 'POST', body: new URLSearchParams({ email }) })
    const mailed = async (email: string): Promise<string> => {
      const last = (await world.sent(email)).at(-1)?.text ?? ''
      return pathOf(addressesIn(last)[0] ?? assert.fail(last))
    }

    /** A private link to `plan.txt`, shared with an address that nobody has. */
    async function invitation(email: string, notify_subscribers = true) {
      const { ann, at, organizationId } = await sharer(world)
      const shared = { ...at, login_required: true, subscribers: [email], notify_subscribers }
      await ann.call(links.shareFile, shared)
      const hash = (await mailed(email)).match(/%2F(\w{22})%2F/)?.[1] ?? ''
      return { ann, at, organizationId, page: `/shares/file/${hash}/`, welcome: await mailed(email) }
    }

    it('let a guest choose a password and go on to the file, by one mail', async () => {
      const { page, welcome } = await invitation('gina@example.test', false)
      assert.equal((await world.sent('gina@example.test')).length, 1)
      assert.match(welcome, /^\/account\/welcome\?token=[\w-]{43}&to=/)
      // Scanners look before people do.
      for (const method of ['HEAD', 'GET', 'GET']) await fetch(world.url + welcome, { method })
      const browser = new FormBrowser()
      const greeted = await open(welcome, {}, browser)
      assert.match(headingOf(greeted), /^Pat Doe \d+ shared “plan\.txt” with you$/)
      assert.match(greeted.text, /href="\/account\/sign-in\?to=%2Fshares%2Ffile%2F\w+%2F">Sign in<\/a>/)
      assert.match(greeted.text, /readonly value="gina@example\.test"/)
      const weak = await browser.submit(greeted, 'choose', { password: 'password' })
      assert.equal(weak.status, 400)
      const shown = await browser.submit(weak, 'choose', { password: NEW })
      assert.deepEqual([shown.status, pathOf(shown.url), headingOf(shown)], [200, page, 'plan.txt'])

      assert.equal(headingOf(await open(welcome, {}, browser)), 'plan.txt', 'signed in, it leads to the file')
      const later = await open(welcome)
      assert.match(headingOf(later), /^Sign in to /)
      const other = new FormBrowser()
      const signedIn = await other.submit(await open(welcome, {}, other), 'sign_in', {
        email: 'gina@example.test',
        password: NEW,
      })
      assert.equal(headingOf(signedIn), 'plan.txt')
      const again = formWith(greeted, 'choose')
      const body = new URLSearchParams({ ...again.fields, password: 'yet another one' })
      assert.equal(headingOf(await browser.open(again.action, { method: 'POST', body })), 'plan.txt')
      assert.equal((await other.open(world.url + page)).status, 200, 'and no password is set by it')
    })

    it('ask whoever was invited by an address for their name, once, and let them in without it', async () => {
      const guestOf = async (email: string) =>
        (await (await world.admin()).call(getGuest, { guest_id: email })) ?? assert.fail(email)
      const email = 'gwen@example.test'
      const { welcome, organizationId } = await invitation(email)
      const browser = new FormBrowser()
      const asked = await open(welcome, {}, browser)
      for (const name of ['first_name', 'last_name'])
        assert.match(asked.text, new RegExp(`<input id="[a-z-]+" name="${name}" [^>]*value=""`))
      assert.doesNotMatch(asked.text, /name="first_name"[^>]*required/)
      const name = { first_name: ' Gwen ', last_name: 'O’Neil <b>' }
      const long = await browser.submit(asked, 'choose', {
        ...name,
        first_name: 'x'.repeat(256),
        password: NEW,
      })
      assert.equal(long.status, 400)
      assert.match(long.text, /Enter shorter names\./)
      const weak = await browser.submit(long, 'choose', { ...name, password: 'password' })
      assert.equal(weak.status, 400)
      assert.match(weak.text, /value="Gwen"/, 'what was typed stays')
      assert.match(weak.text, /value="O’Neil &#60;b&#62;"/)
      const own = await browser.submit(weak, 'choose', {
        first_name: 'Wendelin',
        last_name: '',
        password: 'wendelin',
      })
      assert.match(own.text, /name of your account/)
      assert.equal(headingOf(await browser.submit(own, 'choose', { ...name, password: NEW })), 'plan.txt')
      const { first_name, last_name } = await guestOf(email)
      assert.deepEqual([first_name, last_name], ['Gwen', 'O’Neil <b>'])
      const admin = await world.admin()
      const { results } = await admin.call(listOrganizationActivity, { organization_id: organizationId })
      assert.ok(results.some(({ action_text }) => action_text.includes('changed the guest')))

      const shy = 'gil@example.test'
      const { welcome: second } = await invitation(shy)
      const quiet = new FormBrowser()
      const entered = await quiet.submit(await open(second, {}, quiet), 'choose', { password: NEW })
      assert.equal(headingOf(entered), 'plan.txt')
      assert.equal((await guestOf(shy)).first_name, '')
      world.clock.advance({ minutes: 2 })
      await forgot(shy)
      const later = await open(await mailed(shy), {}, quiet)
      assert.doesNotMatch(later.text, /first_name/, 'who has had a password was asked before')
      await quiet.submit(later, 'choose', { password: 'yet another one', first_name: 'Eve' })
      assert.equal((await guestOf(shy)).first_name, '')
    })

    it('ask nobody whose name is known, and fill in what is', async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      const create = (email: string, first_name: string, last_name: string) =>
        boss.call(createPerson, {
          ...{ company_id: organizationId, email, first_name, last_name, generate_password: true },
        })
      await create('ann.lee@example.test', 'Ann', 'Lee')
      assert.doesNotMatch((await open(await mailed('ann.lee@example.test'))).text, /first_name/)
      // As the app invites an address that has no name in it.
      const { id } = await create('office@example.test', 'Office', '(example.test)')
      const browser = new FormBrowser('de')
      const asked = await open(await mailed('office@example.test'), {}, browser)
      assert.match(asked.text, /Vorname<\/label>\s*<input [^>]*value="Office"/)
      assert.match(asked.text, /Nachname<\/label>\s*<input [^>]*value=""/)
      await browser.submit(asked, 'choose', { first_name: '', last_name: 'Berg', password: NEW })
      const { first_name, last_name } = await boss.call(getPerson, { person_id: String(id) })
      assert.deepEqual([first_name, last_name], ['Office', 'Berg'])
    })

    it('mail a new link to a guest who let two weeks pass, and to nobody twice a minute', async () => {
      const email = 'gary@example.test'
      const { page, welcome } = await invitation(email)
      world.clock.advance({ days: 13 })
      assert.match(headingOf(await open(welcome)), /shared “plan\.txt” with you/)
      world.clock.advance({ days: 1 })
      const browser = new FormBrowser()
      const old = await open(welcome, {}, browser)
      assert.deepEqual([old.status, headingOf(old)], [410, 'This link has expired'])
      assert.equal((await world.sent(email)).length, 1, 'looking mails nothing')
      for (let n = 0; n < 2; n++)
        assert.equal(headingOf(await browser.submit(old, 'invite_again')), 'Check your email')
      assert.equal((await world.sent(email)).length, 2)
      const anew = await mailed(email)
      assert.notEqual(anew, welcome)
      const shown = await browser.submit(await open(anew, {}, browser), 'choose', { password: NEW })
      assert.equal(pathOf(shown.url), page)
    })

    it('keep the mails of several links to one guest working side by side, until a password is chosen', async () => {
      const email = 'gus@example.test'
      const [first, second] = [await invitation(email), await invitation(email)]
      const browser = new FormBrowser()
      const shown = await browser.submit(await open(first.welcome, {}, browser), 'choose', { password: NEW })
      assert.equal(pathOf(shown.url), first.page)
      assert.match(headingOf(await open(second.welcome)), /^Sign in to /)
      assert.equal(pathOf((await open(second.welcome, {}, browser)).url), second.page)
      const third = await invitation(email)
      assert.match(third.welcome, /^\/account\/sign-in\?to=/)
      assert.equal(pathOf((await open(third.welcome, {}, browser)).url), third.page)
    })

    it('take forms only from the browser that they were shown to', async () => {
      const { welcome } = await invitation('grace@example.test')
      const form = formWith(await open(welcome), 'choose')
      const body = new URLSearchParams({ ...form.fields, password: NEW })
      const stolen = await new FormBrowser().open(form.action, { method: 'POST', body })
      assert.deepEqual([stolen.status, headingOf(stolen)], [403, 'This page has expired'])
      assert.match(headingOf(await open(welcome)), /shared “plan\.txt/)
    })

    it('give a new password to whoever forgot it, from the page where it is missed', async () => {
      const bob = await world.person()
      const signIn = await open('/account/sign-in')
      assert.match(signIn.text, /<a href="\/account\/forgot">Forgot your password\?<\/a>/)
      const asked = await forgot(bob.email)
      const stranger = await forgot('nobody@example.test')
      assert.equal(stranger.text.replaceAll('nobody@example.test', bob.email), asked.text)
      assert.deepEqual([asked.status, stranger.status], [200, 200])
      await forgot(bob.email)
      assert.equal((await world.sent(bob.email)).length, 1)
      assert.equal((await world.sent('nobody@example.test')).length, 0)
      assert.equal((await forgot('bob')).status, 400)
      const address = await mailed(bob.email)
      const browser = new FormBrowser()
      const done = await browser.submit(await open(address, {}, browser), 'choose', { password: NEW })
      assert.deepEqual([done.status, pathOf(done.url)], [200, '/'])
      assert.match(done.text, /<div id="app">/)
      await world.signIn(bob.email, NEW)
      const dead = await open(address)
      assert.deepEqual([dead.status, headingOf(dead)], [410, 'This link no longer works'])
      assert.match(dead.text, /href="\/account\/forgot">Reset password/)
    })

    it('lead back to the file of a link, past the second step where there is one', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(links.shareFile, { ...at, login_required: true })
      const to = `/shares/file/${link.hash}/`
      const path = `/account/forgot?to=${encodeURIComponent(to)}`
      assert.ok((await open(`/account/sign-in?to=${encodeURIComponent(to)}`)).text.includes(`href="${path}"`))
      await forgot(ann.email, path)
      const browser = new FormBrowser()
      const form = await open(await mailed(ann.email), {}, browser)
      assert.equal(pathOf((await browser.submit(form, 'choose', { password: NEW })).url), to)
      const bob = await world.person()
      await enableTwoStep(world, bob, 'email')
      await forgot(bob.email, path)
      const careful = new FormBrowser()
      const second = await open(await mailed(bob.email), {}, careful)
      const asked = await careful.submit(second, 'choose', { password: NEW })
      assert.equal(headingOf(asked), 'Enter your code')
      assert.equal(headingOf(await open(to, {}, careful)), 'You can’t open this link')
      const wrong = await careful.submit(asked, 'code', { auth_code: '000000' })
      assert.deepEqual([wrong.status, headingOf(wrong)], [401, 'Enter your code'])
      const auth_code = /\b\d{6}\b/.exec((await world.sent(bob.email)).at(-1)?.text ?? '')?.[0] ?? ''
      assert.equal(pathOf((await careful.submit(wrong, 'code', { auth_code })).url), to)
      for (const evil of ['https://evil.test/', '//evil.test/', '/shares/file/x/../../evil/']) {
        world.clock.advance({ minutes: 1 })
        await forgot(bob.email, `/account/forgot?to=${encodeURIComponent(evil)}`)
        assert.doesNotMatch(await mailed(bob.email), /evil/)
      }
    })

    it('lead back to the application that someone was about to let in', async () => {
      const { ann } = await sharer(world)
      const flow = new OAuthFlow(world)
      const { client_id } = await flow.application()
      const browser = new FormBrowser()
      const asked = await browser.open(flow.address({ client_id, state: 'a b&c=d/ü' }))
      const path =
        /href="(\/account\/forgot\?to=[^"]+)">Forgot/.exec(asked.text)?.[1] ?? assert.fail(asked.text)
      await forgot(ann.email, path)
      const chosen = await browser.submit(await open(await mailed(ann.email), {}, browser), 'choose', {
        password: NEW,
      })
      assert.match(headingOf(chosen), /^Allow Photo Printer/)
      assert.equal(answerIn(await browser.submit(chosen, 'allow')).state, 'a b&c=d/ü')
    })

    it('have the colour of the organization where the visitor knows it, and only there', async () => {
      const { ann, organizationId, welcome } = await invitation('greta@example.test')
      const boss = await world.admin()
      await boss.call(setOrganizationBrand, { organization_id: organizationId, color: '#7a1fa2' })
      const plain = colorOf(await open('/account/sign-in'))
      assert.equal(colorOf(await open(welcome)), '#7a1fa2')
      await forgot(ann.email)
      assert.equal(colorOf(await open(await mailed(ann.email))), '#7a1fa2')
      assert.equal(colorOf(await open(`/account/sign-in?to=${encodeURIComponent('/shares/file/x/')}`)), plain)
      assert.equal(colorOf(await open('/account/password?token=made-up')), plain)
      const flow = new OAuthFlow(world)
      const { client_id } = await flow.application({ organization_id: organizationId })
      const { shown } = await flow.signIn(ann.email, { client_id })
      assert.match(headingOf(shown), /^Allow Photo Printer/)
      for (const asked of [shown, await new FormBrowser().open(flow.address({ client_id }))])
        assert.equal(colorOf(asked), '#7a1fa2')
      await world.changeOrganization(organizationId, { hostname: 'localhost' })
      for (const path of ['/', '/account/sign-in', '/account/forgot'])
        assert.equal(colorOf(await open(path)), '#7a1fa2', 'at an address of its own')
      await world.changeOrganization(organizationId, { hostname: null })
    })

    it('end what was signed in before, sign in anew, and record both, when a password is chosen', async () => {
      const bob = await world.person()
      const [before, taken] = [new FormBrowser(), new FormBrowser()]
      const form = await open('/', {}, before)
      await before.submit(form, 'sign_in', { email: bob.email, password: PASSWORD })
      assert.match((await open('/account/sign-in', {}, before)).text, /You’re signed in/)
      await forgot(bob.email)
      const choosing = await open(await mailed(bob.email), {}, taken)
      // A cookie that somebody else has put there does not become the one that is signed in.
      taken.cookies.set('__Host-holdfast', 'planted')
      await taken.submit(choosing, 'choose', { password: NEW })
      assert.notEqual(taken.cookies.get('__Host-holdfast'), 'planted')
      assert.match((await open('/account/sign-in', {}, taken)).text, /You’re signed in/)
      assert.match(headingOf(await open('/account/sign-in', {}, before)), /^Sign in to /)
      const { results } = await (await world.admin()).call(listPersonActivity, { person_id: bob.id })
      const actions = results.map(({ action_text }) => action_text)
      assert.deepEqual(actions.slice(0, 2), [
        'signed in to the account',
        'changed the password of the account',
      ])
      const used = formWith(choosing, 'choose')
      const body = new URLSearchParams({ ...used.fields, password: 'yet another one' })
      const twice = await taken.open(used.action, { method: 'POST', body })
      assert.equal(headingOf(twice), 'This link no longer works')
      await world.signIn(bob.email, NEW)
    })

    it('know the organization that a browser was signed in to, and no other by a made-up name', async () => {
      const { ann, organizationId } = await sharer(world)
      const boss = await world.admin()
      await boss.call(setOrganizationBrand, { organization_id: organizationId, color: '#7a1fa2' })
      const browser = new FormBrowser()
      await browser.submit(await open('/', {}, browser), 'sign_in', { email: ann.email, password: PASSWORD })
      const left = await browser.submit(await open('/account/sign-in', {}, browser), 'sign_out')
      assert.equal(colorOf(left), '#7a1fa2')
      assert.doesNotMatch(headingOf(left), /Holdfast$/)
      for (const path of ['/', '/account/sign-in', '/account/forgot', '/account/password?token=x'])
        assert.equal(colorOf(await open(path, {}, browser)), '#7a1fa2', path)
      assert.ok(!left.text.includes(ann.email))
      const place = browser.cookies.get('__Host-holdfast-place') ?? assert.fail()
      for (const made of [
        String(organizationId),
        place.replace(/^\d+/, '1'),
        place.slice(0, -1),
        `${place}x`,
      ]) {
        browser.cookies.set('__Host-holdfast-place', made)
        assert.match(headingOf(await open('/', {}, browser)), /Holdfast$/, made)
      }
    })

    it('ask whoever opens the address of the service to sign in, and keep crawlers out', async () => {
      const front = await open('/')
      assert.equal(front.status, 200)
      assert.equal(headingOf(front), 'Sign in to Holdfast')
      const [, foot = ''] = /<footer>(.*)<\/footer>/s.exec(front.text) ?? []
      assert.match(foot, /<a href="\/agent">Sync files to your computer<\/a>/)
      assert.match(foot, /<a href="\/docs">Documentation<\/a>/)
      assert.match(front.text, /<link rel="icon" href="\/favicon\.svg"/)
      const robots = await open('/robots.txt')
      assert.equal(robots.text, 'User-agent: *\nDisallow: /\n')
      assert.equal((await open('/healthz')).text, 'alive\n')
      const ready = { ready: true, database: 'ok', blobs: 'ok', stopping: false }
      assert.deepEqual(JSON.parse((await open('/readyz')).text), ready)
      for (const [path, type] of [
        ['/favicon.svg', 'image/svg+xml'],
        ['/favicon.ico', 'image/x-icon'],
      ] as const) {
        const icon = await open(path)
        assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, type])
      }
    })
  })
