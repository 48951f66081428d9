import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { deleteFile } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import {
  headingOf,
  linkNow,
  namesIn,
  opener,
  sharedFolder,
  signedIn,
} from '@holdfast/server/testkit/browser/link-pages'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

const WHOM_TO_ASK = /Ask <bdi>Pat Doe \d+<\/bdi> for a new link\./

for (const stack of USUAL_STACKS)
  describe(`coming to the page of a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)

    it('is the same for what does not exist and for what is private', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, login_required: true })
      const masked = async (hash: string, rest = '') => {
        const { status, text, headers } = await open(`/shares/file/${hash}/${rest}`)
        const names = [...headers].filter(([name]) => !/^(date|x-request-id)$/.test(name))
        return { status, text: text.replaceAll(hash, 'HASH'), names }
      }
      for (const rest of ['', 'download', 'preview']) {
        const closed = await masked(link.hash, rest)
        assert.equal(closed.status, 401)
        assert.deepEqual(closed, await masked('a'.repeat(link.hash.length), rest))
      }
      assert.equal((await open(`/shares/folder/${link.hash}/`)).status, 401)
      for (const odd of ['%00', '%3Cscript%3E', '123', '..%2f', 'ä'])
        assert.equal((await open(`/shares/file/${odd}/`)).status, 401, odd)
      assert.equal((await linkNow(ann, link.id)).times_viewed, 0)
      let last = await open('/shares/file/guessed/')
      for (let n = 0; n < 30; n++) last = await open(`/shares/file/guessed${n}/`)
      assert.deepEqual([last.status, headingOf(last)], [503, 'Try again in a minute'])
      world.clock.advance({ seconds: 61 })
    })

    it('lets people and guests sign in and leads them back, or says that it is not for them', async () => {
      const { ann, organizationId, page, link, sub } = await sharedFolder(world, { login_required: true })
      const bob = await world.person({ organizationId })
      const eve = await world.person()
      const boss = await world.admin()
      const guest = { email: 'gus@example.test', first_name: 'Gus', last_name: 'Guest', password: PASSWORD }
      await boss.call(createGuest, { company_id: organizationId, ...guest })
      for (const email of [bob.email, guest.email])
        await ann.call(api.addSharelinkSubscriber, { sharelink_id: link.id, email })
      for (const email of [bob.email, guest.email]) {
        const { browser, shown } = await signedIn(world, `${page}${sub.id}/`, email)
        assert.equal(shown.url, `${world.url}${page}${sub.id}/`)
        assert.deepEqual(namesIn(shown), ['b.txt'])
        assert.match(headingOf(await browser.submit(shown, 'sign_out')), /^Sign in to /)
        assert.equal((await open(page, {}, browser)).status, 401)
        const { shown: wrong } = await signedIn(world, page, email, 'wrong')
        assert.equal(wrong.status, 401)
      }
      const { browser, shown } = await signedIn(world, page, eve.email)
      assert.deepEqual([shown.status, headingOf(shown)], [403, 'This isn’t shared with you'])
      assert.ok(shown.text.includes('Pat Doe'))
      const again = await browser.submit(shown, 'sign_out')
      assert.match(headingOf(again), /^Sign in to /)
      const other = await browser.submit(again, 'sign_in', { email: bob.email, password: PASSWORD })
      assert.equal(other.url, world.url + page)
      assert.equal(headingOf(other), 'Shared')
      // A session that has ended is as none.
      world.clock.advance({ days: 15 })
      const late = await open(page, {}, browser)
      assert.equal(late.status, 401)
      assert.equal(browser.cookies.has('__Host-holdfast'), false)
    })

    it('asks those who have one for their code', async () => {
      const { ann, organizationId, page, link } = await sharedFolder(world, { login_required: true })
      const bob = await world.person({ organizationId })
      await ann.call(api.addSharelinkSubscriber, { sharelink_id: link.id, email: bob.email })
      const code = await new OAuthFlow(world).addAuthenticator(bob)
      const { browser, shown } = await signedIn(world, page, bob.email)
      assert.equal(headingOf(shown), 'Enter your code')
      const wrong = await browser.submit(shown, 'code', { auth_code: '000000' })
      assert.equal(wrong.status, 401)
      const right = await browser.submit(wrong, 'code', { auth_code: code() })
      assert.deepEqual([right.url, headingOf(right)], [world.url + page, 'Shared'])
    })

    it('leads from the sign-in page to itself alone', async () => {
      const bob = await world.person()
      for (const to of [
        'https://evil.test/',
        '//evil.test/',
        '/\\evil.test',
        '/shares/file/../../x/',
        'x',
        '',
      ]) {
        const browser = new FormBrowser()
        const form = await open(`/account/sign-in?to=${encodeURIComponent(to)}`, {}, browser)
        const shown = await browser.submit(form, 'sign_in', { email: bob.email, password: PASSWORD })
        assert.equal(shown.url, `${world.url}/`, to)
      }
      const browser = new FormBrowser()
      await open('/account/sign-in', {}, browser)
      const forged = new URLSearchParams({ step: 'sign_in', csrf: 'x', email: bob.email, password: PASSWORD })
      assert.equal((await open('/account/sign-in', { method: 'POST', body: forged }, browser)).status, 403)
    })

    it('asks for the password of the link, and not for ever', async () => {
      const { ann, page, sub } = await sharedFolder(world, { password: 'open sesame' })
      const browser = new FormBrowser()
      const asked = await open(`${page}${sub.id}/`, {}, browser)
      assert.deepEqual([asked.status, headingOf(asked)], [403, 'Enter the password'])
      assert.ok(!asked.text.includes('Shared') && !asked.text.includes('Sub'))
      const wrong = await browser.submit(asked, 'password', { password: 'wrong' })
      assert.equal(wrong.status, 401)
      assert.match(wrong.text, /role="alert">Incorrect password/)
      const sent = await browser.request(world.url + page, {
        method: 'POST',
        body: new URLSearchParams({ step: 'password', password: 'open sesame' }),
      })
      assert.equal(sent.status, 303)
      const cookie = sent.headers.getSetCookie().find((line) => line.includes('holdfast-link')) ?? ''
      assert.match(
        cookie,
        /^__Host-holdfast-link-\d+=.*; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax$/,
      )
      assert.deepEqual(namesIn(await open(page, {}, browser)), ['Sub', 'a.txt'])
      world.clock.advance({ hours: 13 })
      assert.equal((await open(page, {}, browser)).status, 403)
      const tries = []
      for (let n = 0; n < 25; n++)
        tries.push((await browser.submit(asked, 'password', { password: `${n}` })).status)
      assert.ok(tries.includes(401) && tries.at(-1) === 503, String(tries))
      const right = await browser.submit(asked, 'password', { password: 'open sesame' })
      assert.deepEqual([right.status, headingOf(right)], [503, 'Try again in a minute'])
      assert.equal(right.headers.get('retry-after'), '60')
      world.clock.advance({ seconds: 61 })
      assert.equal((await browser.submit(asked, 'password', { password: 'open sesame' })).status, 200)
      await ann.signIn(ann.email, PASSWORD)
    })

    it('says what is over, gone or used up', async () => {
      const { ann, at } = await sharer(world)
      const used = await ann.call(api.shareFile, { ...at, download_limit: 1 })
      assert.equal((await open(`/shares/file/${used.hash}/download`)).status, 200)
      for (const rest of ['', 'download', 'preview']) {
        const shown = await open(`/shares/file/${used.hash}/${rest}`)
        assert.deepEqual([shown.status, headingOf(shown)], [403, 'Download limit reached'], rest)
        assert.match(
          shown.text,
          /<bdi>Organization \d+<\/bdi>/,
          'the link was found: it is known whose it is',
        )
        assert.match(shown.text, WHOM_TO_ASK)
        assert.doesNotMatch(shown.text, /Try again/)
        assert.equal(shown.headers.get('content-disposition'), null)
        assert.match(shown.headers.get('content-type') ?? '', /^text\/html/)
      }
      assert.equal((await linkNow(ann, used.id)).times_viewed, 0)
      const { a, page, ann: owner } = await sharedFolder(world)
      await owner.call(deleteFile, { root_id: owner.rootId, file_id: a.id })
      const gone = await open(`${page}file/${a.id}/`)
      assert.deepEqual([gone.status, headingOf(gone)], [404, 'Can’t find this item'])
    })

    it('says when a link expired and whom to ask, to those who could open it and to nobody else', async () => {
      const { ann, at } = await sharer(world)
      const expires = formatDate(world.clock.now())
      const ended = async (given: object = {}) =>
        `/shares/file/${(await ann.call(api.shareFile, { ...at, expires, ...given })).hash}/`
      const [plain, locked] = [await ended(), await ended({ password: 'open sesame' })]
      const secret = await ended({ login_required: true })
      world.clock.advance({ days: 1 })
      await ann.signIn(ann.email, PASSWORD)
      const [day, whose] = [`<time datetime="${expires}">`, /<bdi>Organization \d+</]
      const shown = await open(plain)
      assert.deepEqual([shown.status, headingOf(shown)], [404, 'This link has expired'])
      assert.match(shown.text, whose)
      assert.match(shown.text, WHOM_TO_ASK)
      assert.ok(shown.text.includes(day))
      for (const hidden of ['plan.txt', 'Sign in']) assert.ok(!shown.text.includes(hidden), hidden)
      // As much as the page says that asks for the password.
      const shut = await open(locked)
      assert.deepEqual([shut.status, headingOf(shut)], [404, 'This link has expired'])
      assert.match(shut.text, whose)
      for (const hidden of [day, 'Pat Doe']) assert.ok(!shut.text.includes(hidden), hidden)
      const strange = await open(secret)
      assert.deepEqual([strange.status, headingOf(strange)], [401, 'You can’t open this link'])
      assert.doesNotMatch(strange.text, whose)
      assert.doesNotMatch((await open(plain.replace('/file/', '/folder/'))).text, whose, 'of no such folder')
      const creator = await signedIn(world, secret, ann.email)
      assert.equal(headingOf(creator.shown), 'This link has expired')
      assert.match(creator.shown.text, /href="\/links"/)
      const bob = await signedIn(world, secret, (await world.person()).email)
      assert.deepEqual([bob.shown.status, headingOf(bob.shown)], [403, 'This isn’t shared with you'])
    })

    it('says that what a link shared is gone, and names nobody who has left', async () => {
      const { ann, at } = await sharer(world)
      const page = `/shares/file/${(await ann.call(api.shareFile, at)).hash}/`
      await ann.call(deleteFile, { root_id: at.root_id, file_id: at.file_id })
      const gone = await open(page)
      assert.deepEqual([gone.status, headingOf(gone)], [404, 'This link no longer works'])
      assert.match(gone.text, WHOM_TO_ASK)
      await world.changePerson(ann.id, { active: 0 })
      const left = await open(page)
      assert.equal(headingOf(left), 'This link no longer works')
      assert.ok(left.text.includes('Ask the person who sent it'))
    })

    it('says what someone must do first', async () => {
      const { page } = await sharedFolder(world)
      const organizationId = await world.organization()
      const bob = await world.person({ organizationId })
      const closed = await sharedFolder(world, { login_required: true })
      const { browser } = await signedIn(world, closed.page, bob.email)
      assert.equal((await open(page, {}, browser)).status, 200)
      await world.changePerson(bob.id, { pw_force_reset: 1 })
      const shown = await open(page, {}, browser)
      assert.deepEqual([shown.status, headingOf(shown)], [403, 'Choose a new password first'])
      await world.changePerson(bob.id, { pw_force_reset: 0 })
      await world.changeOrganization(organizationId, { active: 0 })
      const stopped = await open(page, {}, browser)
      assert.equal(stopped.status, 403)
      const left = await browser.submit(stopped, 'sign_out')
      assert.match(headingOf(left), /^Sign in to /)
      assert.equal((await open(page, {}, browser)).status, 200, 'anybody may open it')
    })
  })
