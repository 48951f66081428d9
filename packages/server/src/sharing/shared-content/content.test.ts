import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { lockFolder, lockRoot } from '@holdfast/api/files/file-locks'
import { moveFile } from '@holdfast/api/files/file-places'
import { deleteFile, type File, getFolder } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, GroupId, PersonId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/links'
import { sharedFolder } from '@holdfast/server/testkit/browser/link-pages'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Json = Record<string, unknown> & {
  children: File[]
  results: File[]
  ancestors: File[]
  id: EntryId
  folder: File
}

for (const stack of STACKS)
  describe(`what a link shares, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const ask = (path: string, init: RequestInit = {}) => fetch(`${world.url}/api/2/sharelinks/${path}`, init)
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await ask(path, { headers })
      assert.equal(response.status, 200, await response.clone().text())
      return (await response.json()) as Json
    }
    const status = async (path: string, init: RequestInit = {}) => {
      const response = await ask(path, init)
      await response.arrayBuffer()
      return response.status
    }
    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const upload = (path: string, name: string, headers: Record<string, string> = {}, fields = {}) => {
      const body = new FormData()
      for (const [key, value] of Object.entries(fields)) body.append(key, String(value))
      body.append('file', new Blob([`uploaded ${name}`]), name)
      return ask(path, { method: 'POST', headers, body })
    }
    const linkNow = (ann: Someone, id: number) =>
      ann.call(api.getSharelink, { sharelink_id: String(id), include_subscribers: true })

    it('is a folder with all below, and nothing above or beside it', async () => {
      const { ann, above, secret, shared, a, sub, b, link } = await sharedFolder(world)
      const top = await get(`${link.hash}/files?include_ancestors=true`)
      assert.deepEqual([top.id, top.path, top.ancestors], [shared.id, '/Shared', []])
      assert.deepEqual(
        top.children.map(({ path }) => path),
        ['/Shared/a.txt', '/Shared/Sub'],
      )
      const inner = await get(`${link.hash}/files/folder/${sub.id}?include_ancestors=true`)
      assert.deepEqual(
        inner.ancestors.map(({ id, path }) => [id, path]),
        [[shared.id, '/Shared']],
      )
      assert.deepEqual((await get(`${link.hash}/files/folder/0`)).id, shared.id)
      const file = await get(`${link.hash}/files/${b.id}?include_ancestors=true`)
      assert.equal(file.path, '/Shared/Sub/b.txt')
      assert.equal(file.ancestors.length, 2)
      assert.ok(!JSON.stringify([top, inner, file]).includes('Above'))
      const page = await get(`${link.hash}/files/children?page_size=1&sort_order=desc`)
      assert.deepEqual([page.total, page.max_page, page.results[0]?.name], [2, 2, 'Sub'])
      assert.equal((await get(`${link.hash}/files/folder/${sub.id}/children`)).total, 1)
      for (const path of [
        `files/${secret.id}`,
        `files/${secret.id}/download`,
        `files/${secret.id}/view`,
        `files/folder/${above.id}`,
        `files/folder/${above.id}/children`,
        `files/folder/${above.id}/download`,
        `files/${sub.id}`,
        `files/folder/${a.id}`,
        'files/987654321',
        'view',
        `download?file_ids=${secret.id}`,
      ])
        assert.equal(await status(`${link.hash}/${path}`), 404, path)
      // What moves out is out, what moves in is in.
      await ann.call(moveFile, { root_id: ann.rootId, file_id: a.id, to_folder_id: above.id })
      assert.equal(await status(`${link.hash}/files/${a.id}`), 404)
      await ann.call(moveFile, { root_id: ann.rootId, file_id: secret.id, to_folder_id: sub.id })
      assert.equal(await status(`${link.hash}/files/${secret.id}`), 200)
    })

    it('is told apart by hashes that change with it', async () => {
      const { ann, shared, link } = await sharedFolder(world)
      const { hash } = await get(`${link.hash}/files`)
      assert.equal(await status(`${link.hash}/files?hash=${hash}`), 304)
      await ann.upload('new.txt', 'new', shared.id)
      const changed = await get(`${link.hash}/files?hash=${hash}`)
      assert.equal(changed.children.length, 3)
      assert.notEqual(changed.hash, hash)
    })

    it('takes files and tells nothing of those of others, where a link is for uploads only', async () => {
      const { ann, organizationId, shared, a, sub, link } = await sharedFolder(world, { upload_only: true })
      const bob = await world.person({ organizationId })
      const seen = await get(link.hash)
      assert.deepEqual([seen.folder.name, seen.upload_only], ['Shared', true])
      const rights = { write_access: true, delete_access: true }
      await ann.call(api.addSharelinkSubscriber, { sharelink_id: link.id, email: bob.email, ...rights })
      const names: (string | undefined)[] = []
      for (const [by, headers] of [
        [link.hash, {}],
        [String(link.id), bob.bearer],
      ] as const) {
        // A name that is taken is answered as one that is free, whatever is asked for.
        for (const on_conflict of ['error', 'rename', 'revision'])
          for (const name of ['a.txt', 'SUB', 'free.txt']) {
            const answer = await upload(`${by}/files/upload`, name, headers, { on_conflict })
            const { name: told, path, id } = (await answer.json()) as File
            assert.deepEqual([answer.status, told, path], [200, name, `/Shared/${name}`])
            for (const what of ['', '/download', '/view'])
              assert.equal(await status(`${by}/files/${id}${what}`, { headers }), 403, 'not even the own one')
            names.push(name)
          }
        // Nothing distinguishes what is there from what is not.
        const missing = 987654321
        for (const id of [sub.id, missing]) {
          for (const what of ['', '/children', '/download'])
            assert.equal(await status(`${by}/files/folder/${id}${what}`, { headers }), 403)
          assert.equal((await upload(`${by}/files/folder/${id}/upload`, 'x', headers)).status, 403)
          assert.equal(
            (await post(`${by}/files/folder/${id}/create_folder`, { name: 'x' }, headers)).status,
            403,
          )
          assert.equal((await post(`${by}/files/folder/${id}/delete`, {}, headers)).status, 403)
        }
        for (const id of [a.id, missing]) {
          assert.equal((await upload(`${by}/files/${id}/upload`, 'a.txt', headers)).status, 403)
          assert.equal((await post(`${by}/files/${id}/delete`, {}, headers)).status, 403)
          for (const what of ['', '/download', '/view'])
            assert.equal(await status(`${by}/files/${id}${what}`, { headers }), 403)
          assert.equal(await status(`${by}/download?file_ids=${id}`, { headers }), 403)
        }
        for (const what of ['files', 'files?include_children=false', 'files/children', 'download', 'view'])
          assert.equal(await status(`${by}/${what}`, { headers }), 403, what)
        for (const name of ['Sub', 'a.txt', 'new'])
          assert.equal((await post(`${by}/files/create_folder`, { name }, headers)).status, 403)
      }
      const folder = await ann.call(getFolder, { root_id: ann.rootId, folder_id: shared.id })
      assert.equal(folder.children?.length, 2 + names.length, 'nothing was replaced')
      assert.equal((await ann.download(a.id)).toString(), 'file a')
      assert.equal((await get(link.hash)).last_used, null, 'nor is told that others were there')
      // Shut, it is shut for those who came by its address, and nothing shows.
      await ann.call(api.updateSharelink, { sharelink_id: link.id, anon_edit: false })
      assert.equal((await upload(`${link.hash}/files/upload`, 'x.txt')).status, 403)
      assert.equal(await status(`${link.hash}/files`), 403)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('has nothing that was deleted, and no earlier revisions', async () => {
      const { ann, a, link } = await sharedFolder(world)
      const at = { root_id: ann.rootId, file_id: a.id }
      const later = { name: 'a.txt', bytes: new Blob(['later']) }
      await ann.call(uploadRevision, { ...at, file: later })
      assert.equal(await (await ask(`${link.hash}/files/${a.id}/download`)).text(), 'later')
      for (const path of [`revision/${a.revision_id}`, 'revisions', `revision/${a.revision_id}/download`])
        assert.equal(await status(`${link.hash}/files/${a.id}/${path}`), 404, path)
      await ann.call(deleteFile, at)
      assert.equal(await status(`${link.hash}/files/${a.id}`), 404)
      assert.equal(await status(`${link.hash}/files/${a.id}/download`), 404)
      const names = (items: File[]) => items.map(({ name }) => name)
      assert.deepEqual(names((await get(`${link.hash}/files?include_deleted=true`)).children), ['Sub'])
      assert.deepEqual(names((await get(`${link.hash}/files/children?include_deleted=true`)).results), [
        'Sub',
      ])
    })

    it('tells nothing of locks above it, which still hold', async () => {
      const { ann, above, link } = await sharedFolder(world, { anon_edit: true })
      const at = { root_id: ann.rootId }
      for (const lock of [
        () => ann.call(lockFolder, { ...at, folder_id: above.id }),
        () => ann.call(lockRoot, at),
      ]) {
        await lock()
        const top = await get(`${link.hash}/files`)
        assert.deepEqual([top.is_locked, top.locks], [false, []])
        assert.equal((await get(link.hash)).folder.is_locked, false)
        assert.equal((await post(`${link.hash}/files/create_folder`, { name: 'x' })).status, 409)
      }
    })

    it('is downloaded and shown as everywhere, and counted', async () => {
      const { ann, a, sub, link } = await sharedFolder(world)
      const file = await ask(`${link.hash}/files/${a.id}/download`)
      assert.equal(file.headers.get('content-disposition')?.split(';')[0], 'attachment')
      assert.equal(await file.text(), 'file a')
      const view = await ask(`${link.hash}/files/${a.id}/view`)
      assert.equal(view.headers.get('content-disposition')?.split(';')[0], 'inline')
      assert.equal(await view.text(), 'file a')
      for (const path of ['download', `files/folder/${sub.id}/download`, `download?file_ids=${a.id}`]) {
        const zip = await ask(`${link.hash}/${path}`)
        assert.equal(zip.headers.get('content-type'), 'application/zip')
        assert.equal(
          Buffer.from(await zip.arrayBuffer())
            .subarray(0, 2)
            .toString(),
          'PK',
        )
      }
      assert.equal((await ask(`${link.hash}/files/${a.id}/download`, { method: 'HEAD' })).status, 200)
      const { times_downloaded, times_viewed, last_used } = await linkNow(ann, link.id)
      assert.deepEqual([times_downloaded, times_viewed, last_used], [4, 1, '2026-01-15T12:00:00'])
      for (const name of ['referrer-policy', 'x-robots-tag'])
        assert.match(file.headers.get(name) ?? '', /no-referrer|noindex/, name)
    })

    it('counts for the subscriber by whose address someone came', async () => {
      const { ann, a, link } = await sharedFolder(world, { subscribers: ['sam@example.test'] })
      const sam = link.subscribers?.[0]
      assert.equal(await status(`${sam?.hash}/files/${a.id}/download`), 200)
      assert.equal(await status(`${link.hash}/files/${a.id}/download`), 200)
      assert.equal(await status(`${sam?.hash}/files/${a.id}/view`), 200)
      const { times_downloaded, times_viewed, subscribers } = await linkNow(ann, link.id)
      assert.deepEqual([times_downloaded, times_viewed], [2, 1])
      assert.deepEqual([subscribers?.[0]?.times_downloaded, subscribers?.[0]?.times_viewed], [1, 1])
      // Who made the link can look as often as it likes.
      assert.equal(await status(`${link.id}/files/${a.id}/download`, { headers: ann.bearer }), 200)
      assert.equal((await linkNow(ann, link.id)).times_downloaded, 2)
    })

    it('is given exactly as often as its limit says, to many at once', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, download_limit: 1 })
      const answers = await Promise.all(Array.from({ length: 50 }, () => status(`${link.hash}/download`)))
      assert.equal(answers.filter((code) => code === 200).length, 1)
      assert.equal(answers.filter((code) => code === 403).length, 49)
      assert.equal((await linkNow(ann, link.id)).times_downloaded, 1)
      const head = await ask(`${link.hash}/download`, { method: 'HEAD' })
      assert.deepEqual([head.status, head.headers.get('etag')], [403, null])
      for (const path of ['view', `files/${at.file_id}`, `files/${at.file_id}/view`])
        assert.equal(await status(`${link.hash}/${path}`), 403, path)
      const refused = (await (await ask(`${link.hash}/download`)).json()) as Json
      assert.equal(refused.used_up, true)
      await ann.call(api.updateSharelink, { sharelink_id: link.id, download_limit: 2 })
      assert.equal(await status(`${link.hash}/download`), 200)
      assert.equal(await status(`${link.hash}/download`), 403)
    })

    it('is looked at as often as the limit says, and not on its page', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, download_limit: 2 })
      const view = (range?: string) =>
        status(`${link.hash}/view`, { headers: range ? { range: `bytes=${range}` } : {} })
      const page = await fetch(`${world.url}/shares/file/${link.hash}/`)
      const [text, preview] = [
        await page.text(),
        await fetch(`${world.url}/shares/file/${link.hash}/preview`),
      ]
      assert.deepEqual([page.status, preview.status], [200, 403])
      assert.ok(text.includes('No preview, because') && !text.includes('the plan'))
      assert.deepEqual([await view('4-'), await view('0-1'), await view('2-3')], [206, 206, 206])
      const looks = await Promise.all(Array.from({ length: 5 }, () => view()))
      assert.deepEqual(looks.sort(), [200, 403, 403, 403, 403])
      assert.deepEqual([await view('4-'), await status(`${link.hash}/download`)], [206, 403])
      const { times_downloaded, times_viewed } = await linkNow(ann, link.id)
      assert.deepEqual([times_downloaded, times_viewed], [0, 3], 'the page, the first bytes, all of it')
      const free = await ann.call(api.shareFile, at)
      for (let n = 0; n < 3; n++) assert.equal(await status(`${free.hash}/view`), 200)
      await ann.call(api.updateSharelink, { sharelink_id: free.id, download_limit: 1 })
      assert.equal(await status(`${free.hash}/download`), 200, 'earlier looks used up nothing')
      world.clock.advance({ hours: 25 })
      assert.equal(await view('4-'), 403)
    })

    it('counts the parts of a download once, and only for who began it', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, download_limit: 1 })
      const part = (range: string, agent = 'one') =>
        status(`${link.hash}/download`, { headers: { range: `bytes=${range}`, 'user-agent': agent } })
      const parts = ['0-1', '2-3', '4-5', '6-', '0-', '-2']
      assert.deepEqual(
        await Promise.all(parts.map((range) => part(range))),
        parts.map(() => 206),
      )
      assert.equal((await linkNow(ann, link.id)).times_downloaded, 1)
      assert.equal(await part('1-', 'two'), 403)
      assert.equal(await status(`${link.hash}/download`, { headers: { 'user-agent': 'one' } }), 403)
      // Another content is another download.
      const file = { name: 'plan.txt', bytes: new Blob(['another plan']) }
      await ann.call(uploadRevision, { ...at, file })
      assert.equal(await part('1-'), 403)
      await ann.call(api.updateSharelink, { sharelink_id: link.id, download_limit: 2 })
      assert.equal(await part('1-'), 206)
      world.clock.advance({ hours: 25 })
      assert.equal(await part('1-'), 403)
    })

    it('takes folders and files where the link says so, and overwrites for nobody', async () => {
      const { ann, shared, a, sub, link } = await sharedFolder(world)
      assert.equal((await post(`${link.hash}/files/create_folder`, { name: 'New' })).status, 403)
      assert.equal((await upload(`${link.hash}/files/upload`, 'new.txt')).status, 403)
      await ann.call(api.updateSharelink, { sharelink_id: link.id, anon_edit: true })
      const made = await post(`${link.hash}/files/folder/${sub.id}/create_folder`, { name: 'New' })
      assert.equal(((await made.json()) as File).path, '/Shared/Sub/New')
      assert.equal((await post(`${link.hash}/files/create_folder`, { name: 'sub' })).status, 409)
      assert.equal((await post(`${link.hash}/files/create_folder`, { name: 'a/b' })).status, 400)
      const added = (await (await upload(`${link.hash}/files/upload`, 'new.txt')).json()) as File
      assert.deepEqual([added.path, added.is_locked], ['/Shared/new.txt', false])
      assert.equal((await upload(`${link.hash}/files/folder/${sub.id}/upload`, 'new.txt')).status, 200)
      assert.equal((await upload(`${link.hash}/files/upload`, 'a.txt')).status, 409)
      const renamed = await upload(`${link.hash}/files/upload`, 'a.txt', {}, { on_conflict: 'rename' })
      assert.equal(((await renamed.json()) as File).name, 'a (2).txt')
      const over = await upload(`${link.hash}/files/upload`, 'a.txt', {}, { on_conflict: 'revision' })
      assert.equal(over.status, 403)
      assert.equal((await upload(`${link.hash}/files/${a.id}/upload`, 'a.txt')).status, 403)
      assert.equal((await post(`${link.hash}/files/${a.id}/delete`, {})).status, 403)
      assert.equal((await ann.download(a.id)).toString(), 'file a')
      const listed = await ann.call(getFolder, { root_id: ann.rootId, folder_id: shared.id })
      assert.equal(listed.children?.length, 4)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('is changed and deleted by subscribers who may, but never as a whole', async () => {
      const { ann, organizationId, shared, a, sub, b, link } = await sharedFolder(world, {
        login_required: true,
      })
      const pat = await world.person({ organizationId })
      const { id: subscriber_id } = await ann.call(api.addSharelinkSubscriber, {
        sharelink_id: link.id,
        subscriber_type: 'person',
        subscriber_id: pat.id,
        write_access: true,
      })
      const as = pat.bearer
      assert.equal((await upload(`${link.id}/files/${a.id}/upload`, 'a.txt', as)).status, 200)
      assert.equal((await ann.download(a.id)).toString(), 'uploaded a.txt')
      assert.equal((await post(`${link.id}/files/${b.id}/delete`, {}, as)).status, 403)
      await ann.call(api.updateSharelinkSubscriber, {
        sharelink_id: link.id,
        subscriber_id,
        write_access: false,
        delete_access: true,
      })
      assert.equal((await upload(`${link.id}/files/upload`, 'c.txt', as)).status, 403)
      assert.equal((await post(`${link.id}/files/${b.id}/delete`, {}, as)).status, 200)
      assert.equal((await post(`${link.id}/files/folder/${sub.id}/delete`, {}, as)).status, 200)
      assert.equal((await post(`${link.id}/files/folder/${shared.id}/delete`, {}, as)).status, 403)
      assert.notEqual((await linkNow(ann, link.id)).last_used, null)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('adds up what someone may do alone and in groups', async () => {
      const { ann, organizationId, b, link } = await sharedFolder(world, { login_required: true })
      const boss = await world.person({ organizationId, siteAdmin: true })
      const pat = await world.person({ organizationId })
      const subscribe = (subscriber_type: 'person' | 'group', subscriber_id: PersonId | GroupId, more = {}) =>
        ann.call(api.addSharelinkSubscriber, {
          sharelink_id: link.id,
          subscriber_type,
          subscriber_id,
          ...more,
        })
      await subscribe('person', pat.id)
      for (const given of [{ write_access: true }, { delete_access: true }]) {
        const group = await boss.call(createGroup, {
          company_id: organizationId,
          name: Object.keys(given)[0] ?? '',
          members: [pat.id],
        })
        await subscribe('group', group.id, given)
      }
      assert.equal((await upload(`${link.id}/files/upload`, 'c.txt', pat.bearer)).status, 200)
      assert.equal((await post(`${link.id}/files/${b.id}/delete`, {}, pat.bearer)).status, 200)
    })

    it('asks for the password of its link, which cannot be tried for long', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, password: 'open sesame' })
      for (const path of ['', '/download', '/view', `/files/${at.file_id}`]) {
        const refused = await ask(`${link.hash}${path}`)
        assert.equal(refused.status, 403, path)
        assert.equal(((await refused.json()) as Json).password_required, true, path)
      }
      assert.equal((await post(`${link.hash}/open`, { password: 'wrong' })).status, 401)
      const opened = (await (await post(`${link.hash}/open`, { password: 'open sesame' })).json()) as Json
      const headers = { 'x-link-ticket': String(opened.ticket) }
      assert.equal((await get(link.hash, headers)).type, 'file_sharelink')
      assert.equal(await (await ask(`${link.hash}/download`, { headers })).text(), 'the plan')
      // Who made it is not asked.
      assert.equal(await status(`${link.id}/download`, { headers: ann.bearer }), 200)
      const other = await ann.call(api.shareFile, { ...at, password: 'open sesame' })
      assert.equal(await status(`${other.hash}/download`, { headers }), 403)
      for (const ticket of ['', 'x', `9${opened.ticket}`, `${opened.ticket}x`])
        assert.equal(await status(link.hash, { headers: { 'x-link-ticket': ticket } }), 403, ticket)
      world.clock.advance({ hours: 13 })
      assert.equal(await status(`${link.hash}/download`, { headers }), 403)
      await ann.signIn(ann.email, PASSWORD)
      await ann.call(api.updateSharelink, { sharelink_id: link.id, password: 'changed' })
      const tries = []
      for (let n = 0; n < 25; n++) tries.push((await post(`${link.hash}/open`, { password: `${n}` })).status)
      assert.ok(tries.includes(401) && tries.at(-1) === 503, String(tries))
      assert.equal((await post(`${link.hash}/open`, { password: 'changed' })).status, 503)
      const bob = await world.person()
      assert.equal((await post(`${link.hash}/open`, { password: 'changed' }, bob.bearer)).status, 200)
      world.clock.advance({ seconds: 61 })
      assert.equal((await post(`${link.hash}/open`, { password: 'changed' })).status, 200)
    })
  })
