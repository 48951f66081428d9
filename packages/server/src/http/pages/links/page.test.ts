import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setOrganizationBrand } from '@holdfast/api/accounts/brand'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import { createFolderInFolder, createFolderInRoot } from '@holdfast/api/files/files'
import * as api from '@holdfast/api/sharing/links'
import {
  filesForm,
  headingOf,
  linkNow,
  namesIn,
  opener,
  sharedFolder,
} from '@holdfast/server/testkit/browser/link-pages'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const HOSTILE = '<img src=x onerror=alert(1)> & "quoted".txt'

for (const stack of USUAL_STACKS)
  describe(`the page of a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)

    it('shows a file with all that can be told of it, with or without a slash', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, expires: '2036-12-31' })
      for (const path of [`/shares/file/${link.hash}/`, `/shares/file/${link.hash}`]) {
        const shown = await open(path)
        assert.deepEqual([shown.status, headingOf(shown)], [200, 'plan.txt'])
        for (const told of ['8 B', 'Jan 15, 2026', 'Pat Doe', 'Dec 31, 2036'])
          assert.ok(shown.text.includes(told), told)
        assert.match(shown.text, /<pre [^>]*>the plan<\/pre>/)
        assert.match(shown.text, /<title>plan\.txt – Organization \d+<\/title>/)
      }
      const download = await open(`/shares/file/${link.hash}/download`)
      assert.equal(download.text, 'the plan')
      assert.match(download.headers.get('content-disposition') ?? '', /^attachment; filename="plan\.txt"/)
      assert.equal(link.url, `${world.url}/shares/file/${link.hash}/`)
    })

    it('can load nothing from elsewhere, is kept and framed by nobody, and tells nobody where it is', async () => {
      const { page } = await sharedFolder(world, { anon_edit: true })
      const { headers, text } = await open(page)
      const csp = headers.get('content-security-policy') ?? ''
      assert.match(csp, /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; /)
      for (const rule of [
        "script-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ])
        assert.ok(csp.split('; ').includes(rule), rule)
      assert.doesNotMatch(csp, /unsafe|https?:|data:|\*/)
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
      assert.match(headers.get('cache-control') ?? '', /no-store/)
      assert.equal(headers.get('x-frame-options'), 'DENY')
      for (const [, path = ''] of text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)) {
        const asset = await open(path)
        assert.equal(asset.status, 200, path)
        assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
      }
      assert.match(text, /<script src="\/shares\/assets\/upload-[0-9a-f]{16}\.js" defer>/)
    })

    it('has the name and the colour of the organization', async () => {
      const { ann, link, page, organizationId } = await sharedFolder(world)
      const admin = await world.admin()
      await admin.call(setOrganizationBrand, { organization_id: organizationId, color: '#7a1f5f' })
      const { name } = await admin.call(getOrganization, { organization_id: String(organizationId) })
      const check = async (init: RequestInit = {}) => {
        const { text, headers } = await open(page, init)
        assert.match(text, /--accent: #7a1f5f;/)
        assert.ok(text.includes(`>${name}<`))
        assert.match(headers.get('content-security-policy') ?? '', /style-src 'self' 'sha256-/)
        return text
      }
      await check()
      // Anyone who is asked for the password has come to the link already.
      await ann.call(api.updateSharelink, { sharelink_id: link.id, password: 'sesame' })
      assert.match(await check(), /<h1>Enter the password<\/h1>/)
      const wrong = new URLSearchParams({ step: 'password', password: 'wrong' })
      assert.match(await check({ method: 'POST', body: wrong }), /role="alert"/)
      await ann.call(api.updateSharelink, { sharelink_id: link.id, login_required: true })
      assert.doesNotMatch((await open(page)).text, /#7a1f5f/, 'nobody else is told whose link it is')
    })

    it('tells chats that something is shared, and nothing of what or by whom', async () => {
      const { ann, at } = await sharer(world)
      const tagsOf = async (path: string) =>
        [...(await open(path)).text.matchAll(/<meta property="(og:\w+)" content="([^"]*)">/g)].map(
          ([, name, content]) => `${name} ${content}`,
        )
      const file = `/shares/file/${(await ann.call(api.shareFile, at)).hash}/`
      const [title, site, ...more] = await tagsOf(file)
      assert.deepEqual([title, more], ['og:title A file was shared with you', ['og:type website']])
      assert.match(site ?? '', /^og:site_name Organization \d+$/)
      const locked = await ann.call(api.shareFile, { ...at, password: 'sesame' })
      assert.deepEqual(await tagsOf(`/shares/file/${locked.hash}/`), [title, site, ...more])
      const closed = await ann.call(api.shareFile, { ...at, login_required: true })
      const strange = await tagsOf('/shares/file/unknown/')
      assert.equal(strange[0], title)
      assert.deepEqual(await tagsOf(`/shares/file/${closed.hash}/`), strange, 'as what does not exist')
      const [folder] = await tagsOf((await sharedFolder(world)).page)
      assert.equal(folder, 'og:title A folder was shared with you')
    })

    it('has no preview where web_preview_enabled is off for the files, whoever looks and however', async () => {
      const { ann, at, file } = await sharer(world, { web_preview_enabled: false })
      const link = await ann.call(api.shareFile, at)
      const shown = await open(`/shares/file/${link.hash}/`)
      assert.deepEqual([shown.status, headingOf(shown)], [200, 'plan.txt'])
      assert.ok(!shown.text.includes('the plan'))
      assert.match(shown.text, /has turned off previews/)
      assert.equal((await open(`/shares/file/${link.hash}/preview`)).status, 403)
      assert.equal((await open(`/shares/file/${link.hash}/download`)).text, 'the plan')
      const item = `/api/2/files/${at.root_id}/${file.id}`
      const admin = await world.admin()
      for (const [path, { bearer: headers }] of [
        [`${item}/view`, ann],
        [`${item}/view`, admin],
        [`${item}/revisions/${file.revision_id}/view`, ann],
        [`/api/2/sharelinks/${link.hash}/view`, admin],
        [`/api/2/sharelinks/${link.hash}/files/${file.id}/view`, ann],
      ] as const) {
        const { status, body } = await world.request(path, { headers })
        assert.deepEqual([status, body.error], [403, 'forbidden'], path)
        assert.match(String(body.error_reason), /web_preview_enabled/)
      }
      const other = await sharer(world)
      const { hash } = await other.ann.call(api.shareFile, other.at)
      const view = await fetch(`${world.url}/api/2/sharelinks/${hash}/view`, { headers: ann.bearer })
      assert.equal(await view.text(), 'the plan', 'what the own organization says is for its own files')
    })

    it('escapes names and texts', async () => {
      const { ann } = await sharer(world, { excluded_extensions: '' })
      const file = await ann.upload('x.html', '<script>alert(1)</script></pre><b>')
      const link = await ann.call(api.shareFile, { root_id: ann.rootId, file_id: file.id })
      const { text } = await open(`/shares/file/${link.hash}/`)
      assert.ok(text.includes('&#60;script&#62;alert(1)&#60;/script&#62;&#60;/pre&#62;&#60;b&#62;</pre>'))
      // The page has one of its own.
      assert.ok(!text.includes('<script>alert'))
      assert.equal(text.split('<script').length, 2)
      // Devices could not hold this name, but the sign of a text in a page is in it.
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: "Q&A 'new' &lt;" })
      await ann.upload("it's & more.txt", 'x', folder.id)
      const shared = await ann.call(api.shareFolder, {
        root_id: ann.rootId,
        folder_id: folder.id,
        anon_edit: true,
      })
      const page = await open(`/shares/folder/${shared.hash}/`)
      assert.equal(headingOf(page), 'Q&#38;A &#39;new&#39; &#38;lt;')
      assert.deepEqual(namesIn(page), ['it&#39;s &#38; more.txt'])
      // A name that was refused is shown as well.
      const refused = await open(`/shares/folder/${shared.hash}/`, {
        method: 'POST',
        body: filesForm(HOSTILE),
      })
      assert.equal(refused.status, 400)
      assert.ok(!refused.text.includes('<img'), 'no element comes of a name')
      assert.ok(refused.text.includes('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;quoted&#34;.txt'))
    })

    it('shows what is in a folder, and never what is above or beside it', async () => {
      const { page, shared, sub, a, b, above, secret } = await sharedFolder(world)
      const top = await open(page)
      assert.deepEqual([headingOf(top), namesIn(top)], ['Shared', ['Sub', 'a.txt']])
      assert.ok(!top.text.includes('Above'))
      assert.ok(!top.text.includes('id="upload"'), 'nobody is offered what is not allowed')
      const inner = await open(`${page}${sub.id}/`)
      assert.deepEqual([headingOf(inner), namesIn(inner)], ['Sub', ['b.txt']])
      assert.match(inner.text, new RegExp(`<li><a href="${page}\\?page=1"><bdi>Shared</bdi></a></li>`))
      assert.ok(!inner.text.includes('Above'))
      const file = await open(`${page}file/${b.id}/`)
      assert.match(file.text, /<pre [^>]*>file b<\/pre>/)
      assert.ok(file.text.includes(`<a href="${page}${sub.id}/"><bdi>Sub</bdi></a>`))
      assert.equal((await open(`${page}${sub.id}`)).status, 200)
      assert.equal((await open(`${page}${shared.id}/`)).status, 200)
      assert.equal((await open(`${page}file/${a.id}/download`)).text, 'file a')
      // What the rows offer to download.
      const rows = [...top.text.matchAll(/class="download" href="([^"]+)"/g)].map(([, path = '']) => path)
      assert.deepEqual(rows, [`${page}${sub.id}/download`, `${page}file/${a.id}/download`])
      const subZip = await open(rows[0] ?? '')
      assert.equal(subZip.headers.get('content-type'), 'application/zip')
      const zip = await open(`${page}download`)
      assert.equal(zip.headers.get('content-type'), 'application/zip')
      for (const [path, status] of [
        [`${page}${above.id}/`, 404],
        [`${page}file/${secret.id}/`, 404],
        [`${page}file/${secret.id}/preview`, 404],
        [`${page}file/${secret.id}/download`, 404],
        [`${page}${a.id}/`, 404],
        [`${page}file/${sub.id}/`, 404],
        [`${page}0/`, 200],
        [page.replace('/folder/', '/file/'), 404],
      ] as const)
        assert.equal((await open(path)).status, status, path)
    })

    it('shows pictures of a folder small, unless looks are counted or not allowed', async () => {
      const { ann, page, shared, link } = await sharedFolder(world)
      await ann.upload('photo.png', 'dots', shared.id)
      await ann.upload('other.bmp', 'dots', shared.id)
      const addresses = async () =>
        [...(await open(page)).text.matchAll(/<img src="([^"]+)" alt=""/g)].map(([, address = '']) =>
          address.replaceAll('&#38;', '&'),
        )
      const [address = '', ...more] = await addresses()
      assert.match(address, /\/thumbnail\?size=96&rev=\d+$/)
      assert.deepEqual(more, [], 'of what may have one')
      assert.equal((await open(address)).status, 404, 'these are no dots of a picture: the drawing stays')
      await ann.call(api.updateSharelink, { sharelink_id: link.id, download_limit: 5 })
      assert.deepEqual(await addresses(), [])
    })

    it('lists a hundred items at a time, in the order that is asked for', async () => {
      const { ann, shared, page } = await sharedFolder(world)
      await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: shared.id, files: 150 })
      const first = await open(page)
      assert.equal(namesIn(first).length, 100)
      assert.ok(first.text.includes('Page 1 of 2') && first.text.includes('152 items'))
      const next =
        /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&#38;', '&') ?? assert.fail()
      const second = await open(next)
      assert.equal(namesIn(second).length, 52)
      assert.equal(new Set([...namesIn(first), ...namesIn(second)]).size, 152)
      const backwards = await open(`${page}?sort=name&order=desc`)
      assert.deepEqual(namesIn(backwards).slice(1, 4), namesIn(second).reverse().slice(0, 3))
      const bySize = await open(`${page}?sort=size&order=desc`)
      const sizes = [...bySize.text.matchAll(/class="size">(\d+) bytes/g)]
      const numbers = sizes.map(([, size]) => Number(size))
      assert.deepEqual(
        numbers,
        numbers.toSorted((x, y) => y - x),
      )
      for (const name of ['Zoo', 'apes'])
        await ann.call(createFolderInFolder, { root_id: ann.rootId, folder_id: shared.id, name })
      const folders = ['apes', 'Sub', 'Zoo']
      for (const [order, first] of [
        ['name&order=asc', folders],
        ['name&order=desc', folders.toReversed()],
        ['size&order=asc', folders],
        ['modified&order=desc', folders],
      ] as const) {
        const names = [1, 2].map((n) => open(`${page}?sort=${order}&page=${n}`).then(namesIn))
        const all = (await Promise.all(names)).flat()
        assert.deepEqual([all.slice(0, 3), new Set(all).size], [first, 154], order)
      }
      for (const odd of ['?page=0', '?page=x', '?sort=up&order=1', '?page=99', '?page=9e99', '?%ff'])
        assert.equal(namesIn(await open(page + odd)).length, 100, odd)
    })

    it('shows what kinds of files can be shown, by their names alone', async () => {
      const { ann, page, shared } = await sharedFolder(world)
      const shownAs = async (name: string, content = 'x') => {
        const { id } = await ann.upload(name, content, shared.id)
        const { text } = await open(`${page}file/${id}/`)
        const part =
          /<section class="preview"[^>]*>\s*(?:<div class="gallery"><div class="turning">)?<(\w+)/.exec(
            text,
          )?.[1]
        const inline = await open(`${page}file/${id}/preview`)
        assert.match(inline.headers.get('content-security-policy') ?? '', /sandbox/)
        assert.equal((await open(`${page}file/${id}/preview/any%20name`)).status, 200)
        if (content.length > 0) {
          const part = await open(`${page}file/${id}/preview`, { headers: { range: 'bytes=0-0' } })
          assert.deepEqual([part.status, part.text], [206, content.slice(0, 1)])
          const beyond = await open(`${page}file/${id}/preview`, { headers: { range: 'bytes=99-' } })
          assert.equal(beyond.status, 416)
        }
        return part
      }
      assert.equal(await shownAs('photo.JPG'), 'img')
      assert.equal(await shownAs('film.mp4'), 'video')
      assert.equal(await shownAs('song.mp3'), 'audio')
      assert.equal(await shownAs('paper.pdf'), 'iframe')
      assert.equal(await shownAs('notes.md'), 'pre')
      assert.equal(await shownAs('drawing.svg', '<svg onload="alert(1)"/>'), 'pre')
      assert.equal(await shownAs('thing.bin'), 'div')
      assert.equal(await shownAs('binary.txt', 'a\0b'), 'div')
      assert.equal(await shownAs('none.txt', ''), 'p')
      const long = await ann.upload('long.txt', `${'ä'.repeat(131_071)}a${'ä'.repeat(10)}`, shared.id)
      const { text } = await open(`${page}file/${long.id}/`)
      const shown = /<pre[^>]*>(.*?)<\/pre>/s.exec(text)?.[1] ?? ''
      assert.equal(shown, `${'ä'.repeat(131_071)}a`, 'no half of a letter')
      assert.match(text, /This is the beginning of the file/)
    })

    it('counts each opening once, and nothing else', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, at)
      const page = `/shares/file/${link.hash}/`
      await open(page)
      await open(page, { method: 'HEAD' })
      await open(`${page}preview`)
      assert.equal((await linkNow(ann, link.id)).times_viewed, 1)
      const inFolder = await sharedFolder(world)
      await open(inFolder.page)
      await open(`${inFolder.page.slice(0, -1)}?from=mail`)
      for (const path of [`${inFolder.sub.id}/`, `file/${inFolder.a.id}/`, '?page=1', '?sort=size'])
        await open(inFolder.page + path)
      await open(`${inFolder.page}999999/`)
      const { times_viewed, times_downloaded } = await linkNow(inFolder.ann, inFolder.link.id)
      assert.deepEqual([times_viewed, times_downloaded], [2, 0])
    })
  })
