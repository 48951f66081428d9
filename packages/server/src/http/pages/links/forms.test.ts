import assert from 'node:assert/strict'
import { request } from 'node:https'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { getFolder } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/sharing/links'
import {
  filesForm,
  headingOf,
  linkNow,
  listed,
  namesIn,
  opener,
  sharedFolder,
  signedIn,
} from '@holdfast/server/testkit/browser/link-pages'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of USUAL_STACKS)
  describe(`the forms of the page of a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)

    it('takes files and folders by plain forms', async () => {
      const { ann, organizationId, shared, sub, page, link } = await sharedFolder(world, { anon_edit: true })
      const added = await open(page, { method: 'POST', body: filesForm('one.txt', 'a.txt', 'ünï.txt') })
      assert.deepEqual([added.status, added.url], [200, `${world.url}${page}?added=3`])
      assert.match(added.text, /role="status">3 files uploaded\./)
      assert.deepEqual(await listed(ann, shared.id), ['a (2).txt', 'a.txt', 'one.txt', 'Sub', 'ünï.txt'])
      const inner = await open(`${page}${sub.id}/`, { method: 'POST', body: filesForm('c.txt') })
      assert.deepEqual(namesIn(inner), ['b.txt', 'c.txt'])
      // One that is refused stops no other.
      const mixed = await open(page, { method: 'POST', body: filesForm('two.txt', 'bad?.txt', 'three.txt') })
      assert.equal(mixed.status, 400)
      assert.match(mixed.text, /class="failed"><bdi class="name">bad\?\.txt/)
      const admin = await world.admin()
      const policy = { organization_id: organizationId, excluded_extensions: '.exe', max_file_size: 1 }
      await admin.call(updateOrganizationPolicy, policy)
      const body = filesForm('tool.exe')
      body.append('file', new Blob([Buffer.alloc(1024 * 1024 + 1)]), 'large.bin')
      const refused = await open(page, { method: 'POST', body })
      for (const why of ['Files of this type aren’t allowed here.', 'The limit is 1 MB.'])
        assert.ok(refused.text.includes(why), why)
      assert.doesNotMatch(refused.text, /excluded_extensions|max_file_size|organization allow/)
      for (const name of ['two.txt', 'three.txt']) assert.ok(namesIn(mixed).includes(name), name)
      const none = new FormData()
      none.append('file', new Blob([]), '')
      assert.match((await open(page, { method: 'POST', body: none })).text, /Choose a file first/)
      const create = (name: string) =>
        open(page, { method: 'POST', body: new URLSearchParams({ step: 'create_folder', name }) })
      assert.equal(headingOf(await create('New')), 'New')
      const taken = await create('new')
      assert.equal(taken.status, 409)
      assert.match(taken.text, /role="alert">An item with this name/)
      assert.equal((await create('a/b')).status, 400)
      assert.equal(
        (await open(page, { method: 'POST', body: new URLSearchParams({ step: 'x' }) })).status,
        400,
      )
      assert.equal((await open(`${page}${sub.id}/delete`)).status, 403)
      assert.equal((await open(`${page}${sub.id}/delete`, { method: 'POST' })).status, 403)
      assert.equal((await linkNow(ann, link.id)).times_viewed, 0)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('takes files and shows none, where the link is for uploads only', async () => {
      const { ann, shared, a, sub, b, page } = await sharedFolder(world, { upload_only: true })
      const shown = await open(page)
      assert.deepEqual([shown.status, headingOf(shown)], [200, 'Shared'])
      for (const inside of ['a.txt', 'Sub', 'id="items"', 'create_folder', 'Download'])
        assert.ok(!shown.text.includes(inside), inside)
      const added = await open(page, { method: 'POST', body: filesForm('a.txt', 'Sub') })
      assert.deepEqual([added.status, added.url], [200, `${world.url}${page}?added=2`])
      assert.doesNotMatch(added.text, /a\.txt|\(2\)/)
      assert.deepEqual(await listed(ann, shared.id), ['a (2).txt', 'a.txt', 'Sub', 'Sub (2)'])
      const paths = [a.id, b.id, 987654321].flatMap((id) =>
        ['', 'download', 'preview', 'delete'].map((what) => `file/${id}/${what}`),
      )
      for (const id of [sub.id, 987654321]) paths.push(`${id}/`, `${id}/download`, `${id}/delete`)
      for (const path of [...paths, 'download', 'delete']) {
        const answer = await open(page + path)
        assert.equal(answer.status, 403, path)
        assert.doesNotMatch(answer.text, /a\.txt|b\.txt|>Sub</, path)
      }
      const folder = new URLSearchParams({ step: 'create_folder', name: 'Sub' })
      const refused = await open(page, { method: 'POST', body: folder })
      assert.deepEqual([refused.status, namesIn(refused)], [403, []])
      for (const id of [sub.id, 987654321])
        assert.equal((await open(`${page}${id}/`, { method: 'POST', body: filesForm('x.txt') })).status, 403)
      // Anyone who made the link sees all of it, and learns what others do not.
      const { browser } = await signedIn(world, '/shares/folder/unknown/', ann.email)
      const own = await open(page, {}, browser)
      assert.deepEqual(namesIn(own), ['Sub', 'a (2).txt', 'a.txt', 'Sub (2)'])
      assert.match(own.text, /Other people with this link can add files/)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('takes a file of many pieces whole', async () => {
      const { ann, shared, page } = await sharedFolder(world, { anon_edit: true })
      const large = Buffer.alloc(5_000_000, 'every byte of it counts. ')
      const body = filesForm('before.txt')
      body.append('file', new Blob([large]), 'large.bin')
      body.append('file', new Blob([]), 'empty.txt')
      assert.equal((await open(page, { method: 'POST', body })).status, 200)
      const folder = await ann.call(getFolder, { root_id: ann.rootId, folder_id: shared.id })
      const stored = folder.children?.find(({ name }) => name === 'large.bin') ?? assert.fail()
      assert.ok((await ann.download(stored.id)).equals(large))
      assert.ok(folder.children?.some(({ name }) => name === 'empty.txt'))
    })

    it('keeps nothing of a file that broke off, and all that came before it', async () => {
      const { ann, shared, page } = await sharedFolder(world, { anon_edit: true })
      const part = (name: string, content: string) =>
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`
      const sending = request(world.url + page, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      const closed = new Promise((resolve) => sending.on('error', () => {}).on('close', resolve))
      sending.write(`${part('whole.txt', 'whole')}\r\n${part('half.txt', 'h'.repeat(300_000))}`)
      await until(async () => (await listed(ann, shared.id))?.includes('whole.txt') ?? false)
      sending.destroy()
      await closed
      // A form that is none is refused as a whole, and as one that went wrong.
      const odd = await open(page, {
        method: 'POST',
        body: part('odd.txt', 'odd'),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      assert.equal(odd.status, 400)
      assert.deepEqual(await listed(ann, shared.id), ['a.txt', 'Sub', 'whole.txt'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('takes nothing where the link does not allow it, nor from other sites', async () => {
      const { ann, shared, page } = await sharedFolder(world)
      assert.equal((await open(page, { method: 'POST', body: filesForm('x.txt') })).status, 403)
      const form = { step: 'create_folder', name: 'New' }
      assert.equal((await open(page, { method: 'POST', body: new URLSearchParams(form) })).status, 403)
      const open2 = await sharedFolder(world, { anon_edit: true })
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.test' },
      ])
        for (const body of [filesForm('x.txt'), new URLSearchParams(form)])
          assert.equal(
            (await open(open2.page, { method: 'POST', body, headers: headers as never })).status,
            403,
          )
      assert.deepEqual(await listed(open2.ann, open2.shared.id), ['a.txt', 'Sub'])
      assert.deepEqual(await listed(ann, shared.id), ['a.txt', 'Sub'])
      const put = await fetch(world.url + page, { method: 'PUT' })
      assert.deepEqual([put.status, put.headers.get('allow')], [405, 'GET, HEAD, POST'])
    })

    it('lets subscribers change and delete, by forms that only it can have shown', async () => {
      const { ann, organizationId, shared, a, sub, page, link } = await sharedFolder(world, {
        login_required: true,
      })
      const bob = await world.person({ organizationId })
      await ann.call(api.addSharelinkSubscriber, {
        ...{ sharelink_id: link.id, subscriber_type: 'person', subscriber_id: bob.id },
        ...{ write_access: true, delete_access: true },
      })
      const { browser, shown } = await signedIn(world, page, bob.email)
      assert.ok(shown.text.includes(`href="${page}file/${a.id}/delete"`))
      const asked = await open(`${page}file/${a.id}/delete`, {}, browser)
      assert.equal(headingOf(asked), 'Delete this file?')
      const csrf = /name="csrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? assert.fail()
      const send = (path: string, token: string, body: FormData | URLSearchParams) => {
        const given = new (body.constructor as typeof FormData)()
        given.append('csrf', token)
        for (const [name, value] of body as FormData) given.append(name, value)
        return open(path, { method: 'POST', body: given }, browser)
      }
      for (const token of ['', 'x', csrf.slice(1)]) {
        assert.equal((await send(`${page}file/${a.id}/delete`, token, new URLSearchParams())).status, 403)
        assert.equal((await send(page, token, filesForm('x.txt'))).status, 403)
        const form = new URLSearchParams({ step: 'create_folder', name: 'N' })
        assert.equal((await send(page, token, form)).status, 403)
      }
      assert.deepEqual(await listed(ann, shared.id), ['a.txt', 'Sub'])
      assert.equal((await send(page, csrf, filesForm('x.txt'))).status, 200)
      const after = await send(`${page}file/${a.id}/delete`, csrf, new URLSearchParams())
      assert.deepEqual(namesIn(after), ['Sub', 'x.txt'])
      await send(`${page}${sub.id}/delete`, csrf, new URLSearchParams())
      assert.deepEqual(await listed(ann, shared.id), ['x.txt'])
      const whole = await send(`${page}${shared.id}/delete`, csrf, new URLSearchParams())
      assert.equal(whole.status, 403)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
