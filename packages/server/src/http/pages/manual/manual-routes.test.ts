import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { VERSION } from '../../../platform/installation/version.ts'

describe('the documentation that a server gives to everybody', () => {
  const world = useWorld(STACKS[0] as Stack)
  const get = (path: string, headers: Record<string, string> = {}) => rawCall(world.url, { path, headers })
  const textOf = async (path: string) => (await get(path)).body.toString()

  it('has a page for each topic, in the text of this version, without signing in', async () => {
    for (const [path, title] of [
      ['/docs', /<h1>Holdfast documentation<\/h1>/],
      ['/docs/', /<h1>Holdfast documentation<\/h1>/],
      ['/docs/install', /<h1>[^<]+<\/h1>/],
      ['/docs/install?from=mail', /<h1>[^<]+<\/h1>/],
      ['/docs/adr', /<h1>Decisions<\/h1>/],
      ['/docs/adr/0001-two-stacks-one-text', /<h1>0001 /],
    ] as const) {
      const { status, headers, body } = await get(path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(body.toString(), title)
      assert.ok(body.includes(`<footer>Holdfast ${VERSION}</footer>`), path)
    }
  })

  it('runs and loads nothing but its own, under the headers of all answers', async () => {
    for (const path of ['/docs/web-app', '/docs/none']) {
      const { headers, body } = await get(path)
      const policy = headers['content-security-policy'] ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'.*require-trusted-types-for 'script'/)
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(headers['strict-transport-security'] ?? '', /max-age/)
      assert.doesNotMatch(body.toString(), /<style| style=|<script>| on\w+="/)
    }
  })

  it('is sent compressed to those who can read that, and once', async () => {
    const plain = await get('/docs/operations')
    assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'accept-encoding'])
    const br = await get('/docs/operations', { 'Accept-Encoding': 'gzip, br' })
    assert.equal(br.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(br.body).equals(plain.body))
    const gzip = await get('/docs/operations', { 'Accept-Encoding': 'gzip' })
    assert.ok(gunzipSync(gzip.body).equals(plain.body))
    assert.equal(br.headers['cache-control'], 'no-cache')
    const again = await get('/docs/operations', { 'If-None-Match': br.headers.etag ?? '' })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    assert.equal((await get('/docs/operations', { 'If-None-Match': 'W/"other"' })).status, 200)
  })

  it('brings what its pages load, under names that never change what they mean', async () => {
    const page = await textOf('/docs')
    const parts = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    const kinds = parts.map((path) => path.replace(/-[\w-]{12}\./, '.').replace('/docs/assets/', ''))
    assert.deepEqual(kinds.sort(), ['docs-pages.js', 'docs-theme.js', 'docs.css', 'search.json'])
    for (const path of parts) {
      const { status, headers } = await get(path)
      assert.equal(status, 200, path)
      assert.match(headers['cache-control'] ?? '', /max-age=31536000, immutable/)
      assert.match(
        headers['content-type'] ?? '',
        /^(text\/(javascript|css)|application\/json); charset=utf-8$/,
      )
    }
  })

  it('can be searched by its headings and sentences', async () => {
    const [, path = ''] = /data-index="([^"]+)"/.exec(await textOf('/docs')) ?? []
    const { pages, sections } = JSON.parse(await textOf(path)) as {
      pages: [string, string, string][]
      sections: [number, string, string, string][]
    }
    assert.ok(pages.length > 20 && sections.length > pages.length)
    const install = pages.findIndex(([address]) => address === '/docs/install')
    assert.equal(pages[install]?.[2], 'Run it')
    const texts = sections.filter(([page]) => page === install).map(([, , , text]) => text)
    assert.ok(texts.some((text) => text.includes('docker compose')))
  })

  it('shows its pictures and files', async () => {
    const picture = await get('/docs/pictures/files.png')
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png'])
    assert.equal(picture.body.subarray(1, 4).toString(), 'PNG')
    const again = await get('/docs/pictures/files.png', { 'If-None-Match': picture.headers.etag ?? '' })
    assert.equal(again.status, 304)
    assert.match(await textOf('/docs/prometheus-alerts.yaml'), /^groups:/m)
  })

  it('says so where it has no page, in its own look', async () => {
    for (const path of [
      '/docs/none',
      '/docs/install.md',
      '/docs/site.json',
      '/docs/../main.js',
      '/docs/..%2f..%2fmain.js',
      '/docs/assets/missing',
      '/docs/constructor',
    ]) {
      const { status, headers, body } = await get(path)
      assert.equal(status, 404, path)
      assert.match(body.toString(), /<h1>Page not found<\/h1>.*<a href="\/docs">/s, path)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.equal(headers.etag, undefined)
    }
    const posted = await rawCall(world.url, { method: 'POST', path: '/docs/install' })
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD'])
  })
})
