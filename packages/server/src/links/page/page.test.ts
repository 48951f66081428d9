import assert from 'node:assert/strict'
import { request } from 'node:https'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createFolderInFolder, createFolderInRoot, deleteFile, getFolder } from '@holdfast/api/files'
import { createGuest } from '@holdfast/api/guests'
import * as api from '@holdfast/api/sharelinks'
import { FormBrowser, type Shown } from '@holdfast/server/testkit/form-browser'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { OAuthFlow } from '@holdfast/server/testkit/oauth-flow'
import { makePile } from '@holdfast/server/testkit/piles'
import { sharer } from '@holdfast/server/testkit/sharing'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { PASSWORD, type Someone, useWorld, type World } from '@holdfast/server/testkit/world'

const HOSTILE = '<img src=x onerror=alert(1)> & "quoted".txt'

/** Someone with `/Above/Shared/{a.txt, Sub/b.txt}` and a link to `Shared`, and `/Above/secret.txt` beside it. */
async function sharedFolder(world: World, given: object = {}) {
  const { ann, organizationId } = await sharer(world, { excluded_extensions: '' })
  const at = { root_id: ann.rootId }
  const above = await ann.call(createFolderInRoot, { ...at, name: 'Above' })
  const secret = await ann.upload('secret.txt', 'secret', above.id)
  const shared = await ann.call(createFolderInFolder, { ...at, folder_id: above.id, name: 'Shared' })
  const a = await ann.upload('a.txt', 'file a', shared.id)
  const sub = await ann.call(createFolderInFolder, { ...at, folder_id: shared.id, name: 'Sub' })
  const b = await ann.upload('b.txt', 'file b', sub.id)
  const link = await ann.call(api.shareFolder, { ...at, folder_id: shared.id, ...given })
  return { ann, organizationId, above, secret, shared, a, sub, b, link, page: `/shares/folder/${link.hash}/` }
}

const headingOf = ({ text }: Shown): string =>
  /<h1>(.*?)<\/h1>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, '') ?? ''
const namesIn = ({ text }: Shown): string[] =>
  [...text.matchAll(/class="name" href="[^"]+"><bdi>([^<]*)/g)].map(([, name = '']) => name)

for (const stack of STACKS)
  describe(`the page of a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = (path: string, init: RequestInit = {}, browser = new FormBrowser()) =>
      browser.open(world.url + path, init)
    const linkNow = (ann: Someone, id: number) => ann.call(api.getSharelink, { sharelink_id: String(id) })
    const filesForm = (...names: string[]) => {
      const body = new FormData()
      for (const name of names) body.append('file', new Blob([`content of ${name}`]), name)
      return body
    }
    const listed = async (ann: Someone, folder_id: number) => {
      const folder = await ann.call(getFolder, { root_id: ann.rootId, folder_id: folder_id as never })
      return folder.children?.filter(({ is_deleted }) => !is_deleted).map(({ name }) => name)
    }
    /** A browser that is signed in by the page itself. */
    async function signedIn(page: string, email: string, password = PASSWORD) {
      const browser = new FormBrowser()
      const closed = await open(page, {}, browser)
      const address = /href="(\/account\/sign-in[^"]+)"/.exec(closed.text)?.[1] ?? assert.fail(closed.text)
      const form = await open(address.replaceAll('&#38;', '&'), {}, browser)
      return { browser, shown: await browser.submit(form, 'sign_in', { email, password }) }
    }

    it('shows a file with all that can be told of it, with or without a slash', async () => {
      const { ann, at } = await sharer(world)
      const link = await ann.call(api.shareFile, { ...at, expires: '2036-12-31' })
      for (const path of [`/shares/file/${link.hash}/`, `/shares/file/${link.hash}`]) {
        const shown = await open(path)
        assert.deepEqual([shown.status, headingOf(shown)], [200, 'plan.txt'])
        for (const told of ['8 B', '15 Jan 2026', 'Pat Doe', '31 Dec 2036'])
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

    it('escapes names and texts', async () => {
      const { ann } = await sharer(world, { excluded_extensions: '' })
      const file = await ann.upload('x.html', '<script>alert(1)</script></pre><b>')
      const link = await ann.call(api.shareFile, { root_id: ann.rootId, file_id: file.id })
      const { text } = await open(`/shares/file/${link.hash}/`)
      assert.ok(text.includes('&#60;script&#62;alert(1)&#60;/script&#62;&#60;/pre&#62;&#60;b&#62;</pre>'))
      assert.ok(!text.includes('<script>'))
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
      assert.deepEqual([headingOf(top), namesIn(top)], ['Shared', ['a.txt', 'Sub']])
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
      assert.deepEqual(namesIn(backwards).slice(0, 3), [...namesIn(second)].reverse().slice(0, 3))
      const sizes = [...(await open(`${page}?sort=size&order=desc`)).text.matchAll(/class="size">(\d+) B/g)]
      const numbers = sizes.map(([, size]) => Number(size))
      assert.deepEqual(
        numbers,
        numbers.toSorted((x, y) => y - x),
      )
      for (const odd of ['?page=0', '?page=x', '?sort=up&order=1', '?page=99', '?page=9e99', '?%ff'])
        assert.equal(namesIn(await open(page + odd)).length, 100, odd)
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
        const { browser, shown } = await signedIn(`${page}${sub.id}/`, email)
        assert.equal(shown.url, `${world.url}${page}${sub.id}/`)
        assert.deepEqual(namesIn(shown), ['b.txt'])
        assert.equal(headingOf(await browser.submit(shown, 'sign_out')), 'Sign in')
        assert.equal((await open(page, {}, browser)).status, 401)
        const { shown: wrong } = await signedIn(page, email, 'wrong')
        assert.equal(wrong.status, 401)
      }
      const { browser, shown } = await signedIn(page, eve.email)
      assert.deepEqual([shown.status, headingOf(shown)], [403, 'This is not shared with you'])
      assert.ok(shown.text.includes('Pat Doe'))
      const again = await browser.submit(shown, 'sign_out')
      assert.equal(headingOf(again), 'Sign in')
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
      const { browser, shown } = await signedIn(page, bob.email)
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
        assert.deepEqual(
          [shown.url, headingOf(shown)],
          [`${world.url}/account/sign-in`, 'You are signed in'],
          to,
        )
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
      assert.match(wrong.text, /role="alert">The password is not right/)
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
      assert.deepEqual(namesIn(await open(page, {}, browser)), ['a.txt', 'Sub'])
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
        assert.deepEqual([shown.status, headingOf(shown)], [403, 'This link is used up'], rest)
        assert.equal(shown.headers.get('content-disposition'), null)
        assert.match(shown.headers.get('content-type') ?? '', /^text\/html/)
      }
      assert.equal((await linkNow(ann, used.id)).times_viewed, 0)
      const { a, page, ann: owner } = await sharedFolder(world)
      await owner.call(deleteFile, { root_id: owner.rootId, file_id: a.id })
      const gone = await open(`${page}file/${a.id}/`)
      assert.deepEqual([gone.status, headingOf(gone)], [404, 'This is not here any more'])
      const over = await ann.call(api.shareFile, { ...at, expires: '2026-12-31' })
      world.clock.advance({ days: 400 })
      const expired = await open(`/shares/file/${over.hash}/`)
      assert.deepEqual([expired.status, headingOf(expired)], [404, 'This link no longer works'])
    })

    it('takes files and folders by plain forms', async () => {
      const { ann, shared, sub, page, link } = await sharedFolder(world, { anon_edit: true })
      const added = await open(page, { method: 'POST', body: filesForm('one.txt', 'a.txt', 'ünï.txt') })
      assert.deepEqual([added.status, added.url], [200, `${world.url}${page}?added=3`])
      assert.match(added.text, /role="status">3 files were added\./)
      assert.deepEqual(await listed(ann, shared.id), ['a (2).txt', 'a.txt', 'one.txt', 'Sub', 'ünï.txt'])
      const inner = await open(`${page}${sub.id}/`, { method: 'POST', body: filesForm('c.txt') })
      assert.deepEqual(namesIn(inner), ['b.txt', 'c.txt'])
      // One that is refused stops no other.
      const mixed = await open(page, { method: 'POST', body: filesForm('two.txt', 'bad?.txt', 'three.txt') })
      assert.equal(mixed.status, 400)
      assert.match(mixed.text, /class="failed"><bdi class="name">bad\?\.txt/)
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
      while (!(await listed(ann, shared.id))?.includes('whole.txt')) await setTimeout(20)
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
      const { browser, shown } = await signedIn(page, bob.email)
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

    it('says what someone must do first', async () => {
      const { page } = await sharedFolder(world)
      const organizationId = await world.organization()
      const bob = await world.person({ organizationId })
      const { browser } = await signedIn(
        (await sharedFolder(world, { login_required: true })).page,
        bob.email,
      )
      assert.equal((await open(page, {}, browser)).status, 200)
      await world.changePerson(bob.id, { pw_force_reset: 1 })
      const shown = await open(page, {}, browser)
      assert.deepEqual([shown.status, headingOf(shown)], [403, 'Choose a new password first'])
      await world.changePerson(bob.id, { pw_force_reset: 0 })
      await world.changeOrganization(organizationId, { active: 0 })
      const stopped = await open(page, {}, browser)
      assert.equal(stopped.status, 403)
      const left = await browser.submit(stopped, 'sign_out')
      assert.equal(headingOf(left), 'Sign in')
      assert.equal((await open(page, {}, browser)).status, 200, 'anybody may open it')
    })

    it('shows what kinds of files can be shown, by their names alone', async () => {
      const { ann, page, shared } = await sharedFolder(world)
      const shownAs = async (name: string, content = 'x') => {
        const { id } = await ann.upload(name, content, shared.id)
        const { text } = await open(`${page}file/${id}/`)
        const part = /<section class="preview"[^>]*>\s*<(\w+)/.exec(text)?.[1]
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
  })
