import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const [stack] = STACKS

describe('the app that a server gives to browsers', () => {
  assert.ok(stack)
  const world = useWorld(stack)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.url + path, { headers, redirect: 'manual' })
  const other = useWorld(stack, { config: { offlineLists: false } })
  const without = async () => ({
    text: await (await fetch(`${other.url}/worker.js`)).text(),
    page: await (await fetch(other.url, { headers: signedIn })).text(),
  })
  // Whether a cookie counts is asked by the app itself.
  const signedIn = { cookie: '__Host-holdfast=anything' }

  it('is one page for all of its addresses, and runs nothing but itself', async () => {
    for (const path of [
      '/',
      '/files/1/0',
      '/files/1/0/7?panel=versions',
      '/open/1/2',
      '/team',
      '/shared?with=7',
      '/invitations',
      '/search?q=x',
      '/recent',
      '/starred',
      '/links',
      '/links/12',
      '/me/first',
      '/upload',
    ]) {
      const answer = await get(path, signedIn)
      assert.equal(answer.status, 200, path)
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
      const policy = answer.headers.get('content-security-policy') ?? ''
      assert.match(policy, /script-src 'self'; style-src 'self';.*require-trusted-types-for 'script'/)
      const page = await answer.text()
      assert.doesNotMatch(page, /<style| style=|<script>/)
      assert.match(page, /<title>Holdfast<\/title>/)
      assert.match(page, /<div id="app"><div class="come" aria-hidden="true">/, 'something to see at once')
    }
  })

  it('leads those who are not signed in to where they can, and from there back', async () => {
    const answer = await get('/files/7/12?sort=size&sel=1,2')
    assert.equal(answer.status, 303)
    const location = answer.headers.get('location') ?? ''
    assert.equal(location, `/account/sign-in?to=${encodeURIComponent('/files/7/12?sort=size&sel=1,2')}`)
    assert.match(await (await get(location)).text(), /name="password"|type="password"/)
    const front = await get('/')
    assert.equal(front.status, 200)
    assert.match(
      await front.text(),
      /<form method="post" action="\/account\/sign-in\?">/,
      'the first address asks, too',
    )
  })

  it('loads what it is made of once, compressed', async () => {
    const page = await (await get('/', signedIn)).text()
    const names = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => name ?? '')
    assert.equal(names.length, 3)
    for (const name of names.filter((one) => !one.endsWith('.png'))) {
      const answer = await get(name, { 'accept-encoding': 'br' })
      assert.equal(answer.status, 200, name)
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
      assert.match(
        answer.headers.get('content-type') ?? '',
        name.endsWith('.css') ? /text\/css/ : /javascript/,
      )
      assert.ok((await answer.text()).length > 50)
    }
    for (const name of [
      '/assets/app.json',
      '/assets/..%2Fapp.json',
      '/assets/none.js',
      '/assets/',
      '/files.js',
    ])
      assert.equal((await get(name, signedIn)).status, 404, name)
  })

  it('comes light or dark as was chosen, and says nothing else that was sent', async () => {
    const withTheme = async (theme: string) =>
      (await get('/', { cookie: `${signedIn.cookie}; holdfast_theme=${theme}` })).text()
    assert.match(
      await withTheme('dark'),
      /<html lang="en" data-build="[\w-]+" data-theme="dark" data-worker>/,
    )
    for (const odd of ['system', 'darker', '"><script>'])
      assert.doesNotMatch(await withTheme(odd), /data-theme|<script>/)
  })

  it('can be installed by name, with pictures of it, and takes what phones share', async () => {
    const answer = await get('/app.webmanifest')
    assert.match(answer.headers.get('content-type') ?? '', /manifest\+json/)
    const manifest = (await answer.json()) as Record<string, unknown> & {
      icons: { src: string; type: string; sizes: string; purpose?: string }[]
    }
    assert.deepEqual(
      ['id', 'scope', 'start_url', 'name', 'theme_color'].map((name) => manifest[name]),
      ['/', '/', '/', 'Holdfast', '#1f5fbf'],
    )
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
    assert.deepEqual(
      pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
    )
    for (const { src, sizes } of pictures) {
      const picture = await get(src)
      assert.equal(picture.headers.get('content-type'), 'image/png')
      // The width stands behind the signature and the head of the first part.
      const bytes = Buffer.from(await picture.arrayBuffer())
      assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes)
    }
    const shortcuts = manifest.shortcuts as { url: string }[]
    assert.deepEqual(
      shortcuts.map(({ url }) => url),
      ['/upload', '/search', '/recent'],
    )
    // Where the browser has lost the worker that takes them.
    const shared = await fetch(`${world.url}/upload`, {
      method: 'POST',
      body: new FormData(),
      redirect: 'manual',
    })
    assert.deepEqual([shared.status, shared.headers.get('location')], [303, '/upload?failed=1'])
  })

  it('has a worker that no cache keeps, and one that removes it where none is wanted', async () => {
    const answer = await get('/worker.js')
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    assert.match(answer.headers.get('content-type') ?? '', /javascript/)
    const script = await answer.text()
    const [, build = 'none'] = /data-build="([\w-]+)"/.exec(await (await get('/', signedIn)).text()) ?? []
    assert.ok(script.includes(build), 'it knows which build it is of')
    assert.ok(!script.includes('/api/'))
    const { text, page } = await without()
    assert.match(text, /unregister\(\)/)
    assert.doesNotMatch(page, /data-worker/)
  })

  it('has the colours of the pages in one sheet', async () => {
    const sheet = await get('/look.css')
    assert.match(sheet.headers.get('content-type') ?? '', /text\/css/)
    assert.match(await sheet.text(), /--accent: #[0-9a-f]{6}.*data-theme="dark"/s)
  })
})
