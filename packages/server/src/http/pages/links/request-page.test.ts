import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { listRequestSenders, setFileRequest } from '@holdfast/api/sharing/file-requests'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import { filesForm, headingOf, opener, sharedFolder } from '@holdfast/server/testkit/browser/link-pages'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of USUAL_STACKS)
  describe(`the page of a file request on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)

    async function request(given: object = {}) {
      const made = await sharedFolder(world, { upload_only: true })
      const sharelink_id = made.link.id
      await made.ann.call(setFileRequest, {
        sharelink_id,
        title: 'Tax <papers>',
        note: 'First line\nSecond line',
        timezone: 'Europe/Berlin',
        ...given,
      })
      return { ...made, sharelink_id }
    }
    const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

    it('asks who sends, thanks, and gives a receipt to the same browser only', async () => {
      const { ann, page, sharelink_id } = await request({
        deadline: '2027-01-15T13:00:00',
        folder_per_sender: true,
      })
      const browser = new FormBrowser()
      const first = await open(page, {}, browser)
      assert.equal(headingOf(first), 'Tax &#60;papers&#62;')
      assert.match(first.text, /First line\nSecond line/)
      assert.match(first.text, /Upload by Jan 15, 2027, 2:00\sPM \(Europe\/Berlin\)/)
      assert.match(first.text, /name="name"/)
      assert.doesNotMatch(first.text, /type="file"|Shared|Above|a\.txt/)
      const nameless = await open(page, form({ step: 'sender', name: ' ', email: '' }), browser)
      assert.match(nameless.text, /role="alert">Enter your name\./)
      const wrong = await open(page, form({ step: 'sender', name: 'Zoë', email: 'x' }), browser)
      assert.match(wrong.text, /role="alert">Enter a valid email address/)
      const asked = await open(page, form({ step: 'sender', name: 'Zoë “Z” Lee', email: '' }), browser)
      assert.match(asked.text, /Sending as <bdi>Zoë “Z” Lee<\/bdi>/)
      assert.match(asked.text, /type="file"/)
      // Scripts replace what a <time> says by the moment alone.
      assert.match(asked.text, /<p class="due">Upload by Jan 15/)
      const none = await open(`${page}receipt`, {}, browser)
      assert.equal(none.status, 404)
      const thanked = await open(page, { method: 'POST', body: filesForm('a.txt', 'b.txt') }, browser)
      assert.match(thanked.text, /Thank you!/)
      assert.match(thanked.text, /2 files received/)
      const digest = createHash('sha256').update('content of a.txt').digest('hex')
      const receipt = await open(`${page}receipt`, {}, browser)
      assert.ok(receipt.text.includes(digest))
      // In the zone of the visitor where scripts run, and in UTC, which it says, where none do.
      assert.match(receipt.text, /Received on <time datetime="[\d-]+T[\d:]+Z">[^<]+ UTC<\/time>/)
      assert.match(receipt.text, /<script>/)
      const text = await open(`${page}receipt.txt`, {}, browser)
      for (const line of [
        'Request: Tax <papers>',
        'Sent by: Zoë “Z” Lee',
        'Name: a.txt',
        `SHA-256: ${digest}`,
      ])
        assert.ok(text.text.includes(line), line)
      // Nobody else learns of it, nor can send in that name.
      const other = new FormBrowser()
      const seen = await open(page, {}, other)
      assert.doesNotMatch(seen.text, /Zoë|Thank you|a\.txt/)
      assert.equal((await open(`${page}receipt.txt`, {}, other)).status, 404)
      assert.equal((await open(page, { method: 'POST', body: filesForm('c.txt') }, other)).status, 403)
      const again = await open(page, { method: 'POST', body: filesForm('c.txt') }, browser)
      assert.match(again.text, /3 files received/)
      const { results } = await ann.call(listRequestSenders, { sharelink_id })
      assert.deepEqual(
        results.map(({ name, files }) => [name, files]),
        [['Zoë “Z” Lee', 3]],
      )
      const forgot = await open(page, form({ step: 'forget' }), browser)
      assert.match(forgot.text, /name="name"/)
      assert.doesNotMatch(forgot.text, /Thank you/)
    })

    it('says that it is over, and takes nothing more', async () => {
      const { ann, page, sharelink_id } = await request({ deadline: '2027-01-15T13:00:00', ask_name: false })
      const browser = new FormBrowser()
      assert.match((await open(page, {}, browser)).text, /type="file"/)
      await open(page, { method: 'POST', body: filesForm('a.txt') }, browser)
      await ann.call(setFileRequest, { sharelink_id, closed: true })
      const closed = await open(page, {}, browser)
      assert.match(closed.text, /This file request is closed/)
      assert.doesNotMatch(closed.text, /type="file"/)
      assert.match(closed.text, /1 file received/)
      const refused = await open(page, { method: 'POST', body: filesForm('b.txt') }, browser)
      assert.equal(refused.status, 403)
      await ann.call(setFileRequest, { sharelink_id, closed: false })
      world.clock.advance({ days: 400 })
      const ended = await open(page, { headers: { 'accept-language': 'de' } }, browser)
      assert.match(ended.text, /Die Frist ist abgelaufen/)
      assert.match(ended.text, /15\.01\.2027, 14:00 \(Europe\/Berlin\)/)
    })
  })
