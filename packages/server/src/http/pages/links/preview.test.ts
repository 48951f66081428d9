import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFileRequest } from '@holdfast/api/sharing/file-requests'
import { shareFile } from '@holdfast/api/sharing/links'
import {
  headingOf,
  linkNow,
  namesIn,
  opener,
  sharedFolder,
  signedIn,
} from '@holdfast/server/testkit/browser/link-pages'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const NOTE = 'Preview: this is what visitors see.'

for (const stack of USUAL_STACKS)
  describe(`the preview of a link’s page on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)

    it('shows whoever made it what visitors see, sends nothing and is not counted', async () => {
      const { ann, link, page } = await sharedFolder(world, { upload_only: true })
      const preview = `${page}?preview=visitor`
      const { browser } = await signedIn(world, '/shares/folder/unknown/', ann.email)
      const own = await open(page, {}, browser)
      assert.deepEqual(namesIn(own), ['Sub', 'a.txt'])
      const seen = await open(preview, {}, browser)
      assert.deepEqual([seen.status, headingOf(seen), namesIn(seen)], [200, 'Shared', []])
      assert.ok(seen.text.includes(NOTE))
      assert.match(seen.text, /<input id="files" type="file" [^>]*disabled>/)
      assert.doesNotMatch(seen.text, /Signed in as|<script/)
      assert.equal((await linkNow(ann, link.id)).times_viewed, 0)
      // All that there is for others is what they had without it, and they are counted.
      const stranger = await open(preview)
      assert.doesNotMatch(stranger.text, new RegExp(NOTE))
      assert.equal((await linkNow(ann, link.id)).times_viewed, 1)

      // A file request asks visitors first who they are.
      await ann.call(setFileRequest, { sharelink_id: link.id, title: 'Invoices' })
      const asked = await open(preview, {}, browser)
      assert.deepEqual([asked.status, headingOf(asked)], [200, 'Invoices'])
      assert.match(asked.text, /<input id="sender-name" [^>]*disabled>/)
      assert.doesNotMatch(asked.text, /<button class="primary">/)
    })

    it('shows a list without what visitors may not do, and asks for no password', async () => {
      const { ann, a, page } = await sharedFolder(world)
      const preview = `${page}?preview=visitor`
      const { browser } = await signedIn(world, '/shares/folder/unknown/', ann.email)
      // Without uploads a visitor has a list without forms, where its creator has both.
      assert.match((await open(page, {}, browser)).text, /id="upload"/)
      const listed = await open(preview, {}, browser)
      assert.deepEqual(namesIn(listed), ['Sub', 'a.txt'])
      assert.doesNotMatch(listed.text, /id="upload"/)

      const given = { root_id: ann.rootId, file_id: a.id, password: 'sesame', download_limit: 1 }
      const file = await ann.call(shareFile, given)
      const shown = await open(`/shares/file/${file.hash}/?preview=visitor`, {}, browser)
      assert.match(shown.text, /Visitors enter the password first/)
      // Where looks are counted there is none on the page.
      assert.doesNotMatch(shown.text, /file a/)
      assert.match((await open(`/shares/file/${file.hash}/`, {}, browser)).text, /file a/)
      const used = await linkNow(ann, file.id)
      assert.deepEqual([used.times_viewed, used.times_downloaded], [0, 0])
      assert.doesNotMatch((await open(`/shares/file/${file.hash}/?preview=visitor`)).text, /a\.txt/)
    })
  })
