import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { deleteSharelink, shareFile } from '@holdfast/api/sharing/links'
import { deleteMutedNotice, listMutedNotices } from '@holdfast/api/sharing/notices'
import { deleteShare } from '@holdfast/api/sharing/shares'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { findLink } from '../../../records/links.ts'
import { noteLinkUse } from '../../../sharing/notices/note-link-use.ts'

for (const stack of USUAL_STACKS)
  describe(`turning off mails about shared files on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { lettersTo, later, share, put } = useNotices(world)

    /** Bob has a mail about a share and about a download. */
    async function scene() {
      const home = await world.organization()
      const boss = await world.person({ organizationId: home, siteAdmin: true })
      const ann = await world.person({ organizationId: home })
      const bob = await world.person({ organizationId: home })
      const plans = await share(boss, home, [ann, bob], { name: "Ann's & Plans" })
      const file = await bob.upload('f.txt', 'x')
      const given = { root_id: bob.rootId, file_id: file.id, download_notify: true }
      const link = await bob.call(shareFile, given)
      let made = 0
      const happen = async () => {
        await put(ann, plans.id, `${++made}.txt`)
        await world.service.ctx.db.write(async (tx) => {
          const row = await findLink(tx, link.id)
          const use = { kind: 'downloaded' as const, actor: 'A visitor', item: '/f.txt' }
          if (row) await noteLinkUse(tx, { ...use, link: row, at: world.clock.now() })
        })
        await later()
      }
      await happen()
      const [letter] = await lettersTo(bob)
      assert.ok(letter)
      return { home, boss, ann, bob, plans, link, happen, stop: onServer(letter.stop) }
    }
    // The address in mails is the public one; here it is asked for where the server listens.
    const onServer = (address: string) => world.url + address.slice(address.indexOf('/notices/'))
    const open = async (url: string) => {
      const response = await fetch(url)
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const post = async (url: string, body: URLSearchParams | FormData) => {
      const response = await fetch(url, { method: 'POST', body })
      return { status: response.status, text: await response.text() }
    }
    const choose = (url: string, stop: string) => post(url, new URLSearchParams({ stop }))
    const muted = async (someone: Someone, by = someone) =>
      (await by.call(listMutedNotices, { person_id: someone.id })).results

    it('shows a page that changes nothing by being looked at, with what can be turned off', async () => {
      const { bob, stop, plans, link } = await scene()
      const { status, headers, text } = await open(stop)
      assert.equal(status, 200)
      assert.match(
        text,
        new RegExp(`value="d${link.id}">Turn off emails about <bdi>downloads through the link to “f.txt”<`),
      )
      assert.match(
        text,
        new RegExp(
          `value="s${plans.id}">Turn off emails about <bdi>changes in the team share “Ann&#39;s &#38; Plans”<`,
        ),
      )
      for (const kind of ['s', 'd']) assert.match(text, new RegExp(`value="${kind}">`))
      assert.doesNotMatch(text, /value="u|<script|Ann's & /)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
      assert.deepEqual(await muted(bob), [])
    })

    it('stops what was chosen and nothing else, and is on record', async () => {
      const { bob, ann, stop, plans, happen } = await scene()
      const { status, text } = await choose(stop, `s${plans.id}`)
      assert.equal(status, 200)
      assert.match(text, /Turned off: <bdi>changes in the team share/)
      await happen()
      const [, second] = await lettersTo(bob)
      assert.equal(second?.subject, '“f.txt” was downloaded through a link')
      const [mute, ...others] = await muted(bob)
      assert.deepEqual(others, [])
      assert.deepEqual([mute?.kind, mute?.root_id, mute?.sharelink_id], ['share_changed', plans.id, null])
      await choose(stop, `s${plans.id}`)
      assert.equal((await muted(bob)).length, 1)
      const { results } = await bob.call(listPersonActivity, { person_id: bob.id })
      const records = results.filter(({ activity_type_id }) => activity_type_id === 78)
      assert.deepEqual(
        records.map(({ data_text }) => data_text),
        ["changes in the team share “Ann's & Plans”"],
      )
      assert.deepEqual(await muted(ann), [])
    })

    it('stops all of a kind, also from what is shared later', async () => {
      const { home, boss, ann, bob, stop } = await scene()
      await choose(stop, 's')
      const other = await share(boss, home, [ann, bob])
      await put(ann, other.id, 'a.txt')
      await later()
      assert.equal((await lettersTo(bob)).length, 1)
    })

    for (const [form, body] of [
      ['urlencoded', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
      ['multipart', () => oneClick()],
    ] as const)
      it(`takes the one click of a mail program, ${form}, for all that the mail was about`, async () => {
        const { bob, stop, happen } = await scene()
        assert.equal((await post(stop, body())).status, 200)
        assert.deepEqual((await muted(bob)).map(({ kind }) => kind).sort(), [
          'link_downloaded',
          'share_changed',
        ])
        await happen()
        assert.equal((await lettersTo(bob)).length, 1)
      })

    it('drops what has gathered already', async () => {
      const { ann, bob, plans, stop } = await scene()
      await put(ann, plans.id, 'late.txt')
      await choose(stop, `s${plans.id}`)
      await later()
      assert.equal((await lettersTo(bob)).length, 1)
    })

    it('is undone by the person or an administrator, and is then on record too', async () => {
      const { boss, ann, bob, plans, stop, happen } = await scene()
      await choose(stop, `s${plans.id}`)
      const [mute] = await muted(bob, boss)
      const at = { person_id: bob.id, mute_id: mute?.id ?? assert.fail() }
      await assert.rejects(ann.call(deleteMutedNotice, at), { code: 'forbidden' })
      await assert.rejects(ann.call(deleteMutedNotice, { ...at, person_id: ann.id }), { code: 'not_found' })
      await boss.call(deleteMutedNotice, at)
      await assert.rejects(bob.call(deleteMutedNotice, at), { code: 'not_found' })
      await happen()
      assert.match((await lettersTo(bob)).at(-1)?.text ?? '', /Changes in the team share/)
      const { results } = await bob.call(listPersonActivity, { person_id: bob.id })
      assert.ok(results.some(({ activity_type_id }) => activity_type_id === 79))
    })

    it('does nothing for an address that was changed, or with what the mail was not about', async () => {
      const { bob, ann, link, stop } = await scene()
      const token = new URL(stop).searchParams.get('token') ?? ''
      const [, ...rest] = token.split('.')
      for (const made of ['', 'x', `${token}x`, token.slice(0, -1), [String(ann.id), ...rest].join('.')]) {
        const address = new URL(stop)
        address.searchParams.set('token', made)
        assert.equal((await open(address.href)).status, 410, made)
        assert.equal((await choose(address.href, `d${link.id}`)).status, 410)
      }
      for (const other of [`d${link.id + 1}`, 'u', `u${link.id}`, 's999999', '', 'toString'])
        assert.equal((await choose(stop, other)).status, 200)
      assert.deepEqual([...(await muted(bob)), ...(await muted(ann))], [])
    })

    it('says nothing of what is gone, and keeps no rows of it', async () => {
      const { home, boss, bob, plans, link, stop } = await scene()
      await choose(stop, `s${plans.id}`)
      await choose(stop, `d${link.id}`)
      await bob.call(deleteSharelink, { sharelink_id: link.id })
      await boss.call(deleteShare, { organization_id: home, root_id: plans.id })
      await world.runJobs()
      assert.deepEqual(await muted(bob), [])
      const { status, text } = await open(stop)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /Plans|f\.txt/)
      await world.changePerson(bob.id, { active: 0 })
      assert.equal((await open(stop)).status, 410)
    })
  })

function oneClick(): FormData {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  return form
}
