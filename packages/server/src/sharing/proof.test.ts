import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { listAuthSourceNicknames } from '@holdfast/api/accounts/auth-sources'
import { createGuest, getGuest } from '@holdfast/api/accounts/guests'
import * as people from '@holdfast/api/accounts/people'
import { importPersons } from '@holdfast/api/accounts/people-import'
import { getRoot, uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import {
  addSharelinkSubscriber,
  getSharelink,
  listGuestShares,
  listPersonReceivedSharelinks,
  type Sharelink,
  shareFile,
} from '@holdfast/api/sharing/links'
import * as shares from '@holdfast/api/sharing/shares'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import { headingOf, signedIn } from '@holdfast/server/testkit/browser/link-pages'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const FORBIDDEN = { status: 403, code: 'forbidden' }
const UNPROVEN = { ...FORBIDDEN, message: /confirm your email address first/ }
const EXPIRED = { status: 401, code: 'password_reset_token_expired' }
const TAKEN = { status: 409, code: 'name_conflict' }
const NEW = 'quite another phrase'

for (const stack of STACKS)
  describe(`addresses that nobody has proven on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company, create, fresh } = useCompanies(world)
    let victim: { id: OrganizationId; boss: Someone }
    let attacker: { id: OrganizationId; boss: Someone }

    before(async () => {
      victim = await company()
      attacker = await company()
    })

    /** An account for an address, made with a password by an administrator who does not read its mails. */
    const made = async (by = attacker, email = fresh()) => {
      await create(by.boss, by.id, { email })
      return world.signIn(email)
    }
    const mailsOf = async ({ email }: { email: string }) =>
      (await world.sent()).filter(
        ({ to, text }) => to.toLowerCase() === email && text.includes('/account/verify'),
      )
    /** Of the newest mail that asks to confirm an address. */
    const tokenOf = async (someone: { email: string }): Promise<string> =>
      /\/account\/verify\?token=([\w-]{43})/.exec((await mailsOf(someone)).at(-1)?.text ?? '')?.[1] ??
      assert.fail('no such mail')
    const verify = (who: Someone, token?: string, person_id = who.id) =>
      who.call(people.verifyEmail, { person_id, ...(token !== undefined && { token }) })
    const isProven = async (who: Someone) => (await who.call(people.getOwnPerson, {})).email_verified
    const invite = async (...external_subscribers: string[]): Promise<RootId> => {
      const share = { organization_id: victim.id, name: 'Secret plans', external_subscribers }
      return (await victim.boss.call(shares.createShare, share)).id
    }
    const accept = (who: Someone, root_id: RootId) =>
      who.call(shares.acceptInvitation, { person_id: who.id, root_id })
    const reach = (who: Someone, root_id: RootId) => who.call(getRoot, { root_id })

    it('open no team share of another organization to whoever made an account for them', async () => {
      const squatter = await made()
      const root = await invite(squatter.email)
      const listing = { person_id: squatter.id }
      const [seen] = (await squatter.call(shares.listInvitations, listing)).results
      assert.deepEqual([seen?.root_id, seen?.name, seen?.company_name, seen?.invited_by], [root, '', '', ''])
      await assert.rejects(accept(squatter, root), UNPROVEN)
      await assert.rejects(reach(squatter, root), FORBIDDEN)
      // Its owner learns of it, and nobody else gets the token.
      const token = await tokenOf(squatter)
      await assert.rejects(verify(attacker.boss, token, squatter.id), FORBIDDEN)
      await assert.rejects(verify(attacker.boss, token), EXPIRED)
      await assert.rejects(verify(squatter, 'x'.repeat(43)), EXPIRED)
      assert.equal(await isProven(squatter), false)
      assert.equal((await squatter.call(shares.declineInvitation, { ...listing, root_id: root })).name, '')
      await verify(squatter, token)
      assert.equal(await isProven(squatter), true)
      await assert.rejects(verify(squatter, token), EXPIRED)
      assert.equal((await squatter.call(shares.listInvitations, listing)).results[0]?.name, 'Secret plans')
      await accept(squatter, root)
      await reach(squatter, root)
    })

    /** A private link of the victim's organization, shared with addresses. */
    async function share(...subscribers: string[]) {
      const { boss } = victim
      const file = await boss.upload(`plan of ${subscribers.join()}.txt`, 'the plan')
      const given = { root_id: boss.rootId, file_id: file.id, login_required: true, subscribers }
      return boss.call(shareFile, { ...given, notify_subscribers: true })
    }
    const open = (who: Pick<Someone, 'call'>, sharelink_id: string) =>
      who.call(getSharelink, { sharelink_id })
    const received = async (who: Someone, person_id = who.id) =>
      (await who.call(listPersonReceivedSharelinks, { person_id })).results.map(({ id }) => id)
    const guestOf = async (email: string, password = PASSWORD) => {
      const client = world.client()
      await client.signIn(email, password)
      return client
    }
    const entryOf = ({ subscribers }: Sharelink) => subscribers?.[0] ?? assert.fail('nobody')

    it('open no link to whoever made an account for them, and tell nobody about the account', async () => {
      const squatter = await made()
      const link = await share(squatter.email)
      const entry = entryOf(link)
      assert.deepEqual([entry.subscriber_type, entry.subscriber], ['email', squatter.email])
      for (const name of [String(link.id), link.hash]) await assert.rejects(open(squatter, name), UNPROVEN)
      assert.deepEqual(await received(squatter), [])
      const page = `/shares/file/${link.hash}/`
      const { shown } = await signedIn(world, page, squatter.email)
      assert.deepEqual([shown.status, headingOf(shown)], [403, 'Confirm your email address first'])
      // Whoever has the mail about it needs no other proof; its hash opens nothing to other accounts.
      assert.ok((await world.sent(squatter.email)).some(({ text }) => text.includes(entry.hash)))
      assert.equal((await open(squatter, entry.hash)).id, link.id)
      await assert.rejects(open(attacker.boss, entry.hash), FORBIDDEN)
      await verify(squatter)
      await verify(squatter, await tokenOf(squatter))
      assert.equal((await open(squatter, String(link.id))).id, link.id)
      assert.deepEqual(await received(squatter), [link.id])
      assert.deepEqual(await received(attacker.boss, squatter.id), [], 'and not the business of others there')
      await attacker.boss.call(people.updatePerson, { person_id: squatter.id, password: NEW })
      await squatter.signIn(squatter.email, NEW)
      await assert.rejects(open(squatter, String(link.id)), UNPROVEN)
    })

    it('need no proof inside an organization, and tell its people from one another', async () => {
      const colleague = await made(victim)
      const link = await share(colleague.email)
      assert.equal(entryOf(link).subscriber_type, 'person')
      assert.equal((await open(colleague, link.hash)).id, link.id)
      assert.deepEqual(await received(colleague), [link.id])
      const outsider = await world.person({ organizationId: attacker.id })
      const root_id = await invite(outsider.email)
      await accept(outsider, root_id)
      const file = await outsider.call(uploadToRoot, { root_id, file: { name: 'x', bytes: new Blob(['x']) } })
      const theirs = await outsider.call(shareFile, { root_id, file_id: file.id, login_required: true })
      const added = await outsider.call(addSharelinkSubscriber, {
        sharelink_id: theirs.id,
        email: colleague.email,
      })
      assert.deepEqual([added.subscriber_type, added.subscriber], ['email', colleague.email])
      assert.equal((await open(colleague, theirs.hash)).id, theirs.id)
    })

    it('can be invited by anybody, and the owner gets in by the mail all the same', async () => {
      const email = fresh()
      const guest = {
        company_id: attacker.id,
        email,
        first_name: 'Not',
        last_name: 'Her',
        password: PASSWORD,
      }
      const { id: guest_id } = await attacker.boss.call(createGuest, guest)
      const squatter = await guestOf(email)
      const link = await share(email)
      assert.equal(entryOf(link).subscriber_type, 'email')
      await assert.rejects(open(squatter, link.hash), UNPROVEN)
      const welcome =
        /https:\S+\/account\/welcome\?\S+/.exec((await world.sent(email)).at(-1)?.text ?? '')?.[0] ?? ''
      const browser = new FormBrowser()
      const opened = await browser.submit(await browser.open(welcome), 'choose', { password: NEW })
      assert.match(headingOf(opened), /^plan of/)
      await assert.rejects(open(squatter, link.hash), { code: 'invalid_grant' })
      const owner = await guestOf(email, NEW)
      assert.equal((await open(owner, link.hash)).id, link.id)
      assert.equal((await owner.call(listGuestShares, { guest_id })).results.length, 1)
      assert.deepEqual((await attacker.boss.call(listGuestShares, { guest_id })).results, [])
    })

    it('are not reserved by a guest who never came', async () => {
      const email = fresh()
      const mine = await victim.boss.upload('for her.txt', 'text')
      const at = { root_id: victim.boss.rootId, file_id: mine.id, login_required: true }
      const link = await victim.boss.call(shareFile, { ...at, subscribers: [email] })
      assert.equal(entryOf(link).subscriber_type, 'guest')
      const invitation = (await world.sent(email)).at(-1)?.text ?? ''
      const { id: first } = await victim.boss.call(getGuest, { guest_id: email })
      // Another organization takes the address for its own guest, and then for a person of its own.
      const account = { email, first_name: 'Ann', last_name: 'Lee', password: PASSWORD }
      const second = await attacker.boss.call(createGuest, { company_id: attacker.id, ...account })
      await assert.rejects(victim.boss.call(getGuest, { guest_id: String(first) }), { status: 404 })
      await assert.rejects(attacker.boss.call(createGuest, { company_id: attacker.id, ...account }), TAKEN)
      const squatter = await made(attacker, email)
      await assert.rejects(attacker.boss.call(getGuest, { guest_id: String(second.id) }), { status: 404 })
      // What was shared with the guest waits for anyone who proves the address.
      const now = await victim.boss.call(getSharelink, {
        sharelink_id: String(link.id),
        include_subscribers: true,
      })
      assert.deepEqual([entryOf(now).subscriber_type, entryOf(now).subscriber], ['email', email])
      assert.equal(entryOf(now).hash, entryOf(link).hash, 'under the hash that was mailed')
      await assert.rejects(open(squatter, String(link.id)), UNPROVEN)
      const old = /https:\S+\/account\/welcome\?\S+/.exec(invitation)?.[0] ?? ''
      assert.match(headingOf(await new FormBrowser().open(old)), /^Sign in to /)
      await verify(squatter)
      await verify(squatter, await tokenOf(squatter))
      assert.equal((await open(squatter, String(link.id))).id, link.id)
      // A person, and a guest who has signed in, keeps the address.
      await assert.rejects(made(victim, email), TAKEN)
      const other = fresh()
      await victim.boss.call(shareFile, { ...at, subscribers: [other] })
      const csv = `email,first_name,last_name\n${other},Bo,Lee\n`
      const tried = await attacker.boss.call(importPersons, {
        organization_id: attacker.id,
        csv,
        dry_run: true,
      })
      assert.equal(tried.rows[0]?.status, 'would_create')
      const welcome =
        /https:\S+\/account\/welcome\?\S+/.exec((await world.sent(other)).at(-1)?.text ?? '')?.[0] ?? ''
      const browser = new FormBrowser()
      await browser.submit(await browser.open(welcome), 'choose', { password: NEW })
      await assert.rejects(
        attacker.boss.call(people.updatePerson, { person_id: squatter.id, email: other }),
        TAKEN,
      )
      await checkInvariants(world.service.ctx.db.read)
    })

    it('cannot be looked up without end', async () => {
      const asker = await world.person({ organizationId: attacker.id, siteAdmin: true })
      const admin = await world.admin()
      const look = (who: Someone, person_id: string) => who.call(people.getPerson, { person_id })
      const missing = { status: 404, message: /no person with this email address/ }
      await assert.rejects(look(asker, victim.boss.email), missing)
      const sources = () => asker.call(listAuthSourceNicknames, { organization_id: 'no-such-slug' })
      await assert.rejects(sources(), { status: 404 })
      for (let n = 2; n < 99; n++) await assert.rejects(look(asker, `x${n}@example.test`), missing)
      const share = { organization_id: attacker.id, name: 'x', external_subscribers: ['nobody@example.test'] }
      await assert.rejects(asker.call(shares.createShare, share), { status: 400 })
      const busy = { status: 503, code: 'temporarily_unavailable' }
      for (const call of [
        () => look(asker, asker.email),
        () => asker.call(shares.createShare, share),
        sources,
      ])
        await assert.rejects(call, busy)
      await look(asker, String(asker.id))
      await look(admin, asker.email)
      world.clock.advance({ minutes: 1 })
      await look(asker, asker.email)
    })

    it('are not found out by adding accounts either, but in organizations that one administers', async () => {
      const boss = await world.person({ organizationId: attacker.id, siteAdmin: true })
      const add = (email: string) =>
        boss.call(people.createPerson, {
          company_id: attacker.id,
          email,
          first_name: 'A',
          last_name: 'B',
          generate_password: true,
        })
      const taken = { status: 409, code: 'name_conflict' }
      for (let n = 0; n < 100; n++) await assert.rejects(add(boss.email), taken)
      for (let n = 0; n < 100; n++) await assert.rejects(add(victim.boss.email), taken)
      await assert.rejects(add(victim.boss.email), { status: 503, code: 'temporarily_unavailable' })
      const list = async (rows: readonly string[]) => {
        const body = new FormData()
        body.set('file', new Blob([['email,first_name,last_name', ...rows].join('\n')]), 'people.csv')
        const address = `/api/2/organization/${attacker.id}/persons/import?dry_run=true`
        const told = await world.request(address, { method: 'POST', headers: boss.bearer, body })
        return (told.body.rows as { error: string | null }[]).map(({ error }) => error)
      }
      assert.deepEqual(await list([`${victim.boss.email},A,B`]), ['temporarily_unavailable'])
      world.clock.advance({ minutes: 1 })
      await assert.rejects(add(victim.boss.email), taken)
      assert.deepEqual(await list([`${victim.boss.email},A,B`, 'free@example.test,A,B']), [
        'name_conflict',
        null,
      ])
    })

    it('count no more once someone else set the password or the address', async () => {
      const ann = await made()
      const boss = attacker.boss
      const prove = async () => {
        world.clock.advance({ days: 1 })
        await verify(ann)
        await verify(ann, await tokenOf(ann))
      }
      await prove()
      const root = await invite(ann.email)
      await accept(ann, root)
      // What the owner does, or what changes no key, changes nothing.
      await ann.call(people.updatePerson, { person_id: ann.id, current_password: PASSWORD, password: NEW })
      await boss.call(people.updatePerson, {
        person_id: ann.id,
        last_name: 'Roe',
        email: ann.email.toUpperCase(),
      })
      await boss.call(people.updatePerson, { person_id: ann.id, generate_password: true })
      await reach(ann, root)
      await boss.call(people.updatePerson, { person_id: ann.id, password: PASSWORD })
      await ann.signIn(ann.email, PASSWORD)
      assert.equal(await isProven(ann), false)
      await assert.rejects(reach(ann, root), FORBIDDEN)
      await assert.rejects(accept(ann, root), UNPROVEN)
      await prove()
      await accept(ann, root)
      await reach(ann, root)
      // Another address is another's invitation, no matter who proves that one.
      const email = fresh()
      await boss.call(people.updatePerson, { person_id: ann.id, email })
      await assert.rejects(reach(ann, root), FORBIDDEN)
      await verify(ann)
      await verify(ann, await tokenOf({ email }))
      await assert.rejects(accept(ann, root), { status: 404 })
      const own = await made()
      await attacker.boss.call(people.updatePerson, { person_id: own.id, site_admin: true })
      await world.changePerson(own.id, { email_verified_at: 1 })
      await own.call(people.updatePerson, { person_id: own.id, email: fresh() })
      assert.equal(await isProven(own), false, 'also of the own')
    })

    it('are proven by every token that was mailed', async () => {
      const { id } = await create(attacker.boss, attacker.id, {
        email: fresh(),
        password: undefined,
        generate_password: true,
      })
      const { email } = await attacker.boss.call(people.getPerson, { person_id: String(id) })
      const welcome =
        /https:\S+\/account\/password\?token=\S+/.exec((await world.sent(email))[0]?.text ?? '')?.[0] ?? ''
      const browser = new FormBrowser()
      await browser.submit(await browser.open(welcome), 'choose', { password: NEW })
      assert.equal(await isProven(await world.signIn(email, NEW)), true)
      const bob = await made()
      await world.post('/api/2/reset_password', { email: bob.email, destination: `${world.url}/t/{token}` })
      const token = /\/t\/([\w-]+)/.exec((await world.sent(bob.email)).at(-1)?.text ?? '')?.[1] ?? ''
      await world.post('/api/2/reset_password/confirm', { token })
      assert.equal(await isProven(bob), true)
    })

    it('are proven on a page, to which whoever is signed in comes by the mail', async () => {
      const ann = await made()
      await verify(ann)
      const page = `${world.url}/account/verify?token=${await tokenOf(ann)}`
      const browser = new FormBrowser()
      const signIn = await browser.open(page)
      assert.match(headingOf(signIn), /^Sign in to /)
      const asked = await browser.submit(signIn, 'sign_in', { email: ann.email, password: PASSWORD })
      assert.deepEqual([headingOf(asked), await isProven(ann)], ['Confirm your email address', false])
      const confirm = (csrf: string, at = page) =>
        browser.open(at, { method: 'POST', body: new URLSearchParams({ csrf }) })
      const csrf = /name="csrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
      assert.equal((await confirm('forged')).status, 403)
      assert.equal((await confirm(csrf, `${page}x`)).status, 410)
      assert.equal(headingOf(await confirm(csrf)), 'Email address confirmed')
      assert.equal(await isProven(ann), true)
      assert.equal(headingOf(await browser.open(page)), 'Email address confirmed')
    })

    it('are not flooded with mails, by whoever asks', async () => {
      const ann = await made()
      for (let n = 0; n < 8; n++) {
        for (const who of [ann, attacker.boss]) await verify(who, undefined, ann.id)
        world.clock.advance({ minutes: 1 })
      }
      assert.equal((await mailsOf(ann)).length, 5)
      world.clock.advance({ days: 1 })
      await verify(ann)
      assert.equal((await mailsOf(ann)).length, 6)
      await verify(ann, await tokenOf(ann))
      world.clock.advance({ days: 1 })
      await verify(ann)
      assert.equal((await mailsOf(ann)).length, 6, 'nothing is left to prove')
    })
  })
