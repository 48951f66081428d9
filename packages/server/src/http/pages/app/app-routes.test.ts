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
    ]) {
      const answer = await get(path, signedIn)
      assert.equal(answer.status, 200, path)
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
      const policy = answer.headers.get('content-security-policy') ?? ''
      assert.match(policy, /script-src 'self'; style-src 'self';.*require-trusted-types-for 'script'/)
      const page = await answer.text()
      assert.doesNotMatch(page, /<style| style=|<script>/)
    }
  })

  it('leads those who are not signed in to where they can, and from there back', async () => {
    const answer = await get('/files/7/12?sort=size&sel=1,2')
    assert.equal(answer.status, 303)
    const location = answer.headers.get('location') ?? ''
    assert.equal(location, `/account/sign-in?to=${encodeURIComponent('/files/7/12?sort=size&sel=1,2')}`)
    assert.match(await (await get(location)).text(), /name="password"|type="password"/)
    assert.match(await (await get('/')).text(), /Welcome to/, 'the first address says what this is')
  })

  it('loads what it is made of once, compressed', async () => {
    const page = await (await get('/', signedIn)).text()
    const names = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => name ?? '')
    assert.equal(names.length, 2)
    for (const name of names) {
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
    assert.match(await withTheme('dark'), /<html lang="en" data-build="[\w-]+" data-theme="dark">/)
    for (const odd of ['system', 'darker', '"><script>'])
      assert.doesNotMatch(await withTheme(odd), /data-theme|<script>/)
  })

  it('has the colours of the pages in one sheet', async () => {
    const sheet = await get('/look.css')
    assert.match(sheet.headers.get('content-type') ?? '', /text\/css/)
    assert.match(await sheet.text(), /--accent: #[0-9a-f]{6}.*data-theme="dark"/s)
  })
})
