import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { environment } from '../servers/environment.ts'
import { CHROMIUM, WINDOWLESS } from './chromium.ts'

/** A process for each site, and one more in advance for the next, is what most of the time of a short visit goes to. */
const FRUGAL = ['--disable-site-isolation-trials']

/** The next suite may want it as well, and is there by then. */
const KEPT_MS = 3000
const LONG = process.env.TESTKIT_SOAK !== undefined

type Form = typeof CHROMIUM
const open = new Map<Form, Promise<Browser>>()
let users = 0

/**
 * A browser for the suite that calls this: one for all suites of a process. Without windows unless the whole of it is
 * wanted, as in long rounds.
 */
export function useChromium({ whole = false } = {}): () => Promise<Browser> {
  before(() => {
    users++
  })
  after(() => {
    users--
    setTimeout(closeUnused, KEPT_MS)
  })
  return () => openBrowser(whole || LONG ? CHROMIUM : WINDOWLESS)
}

function openBrowser(form: Form): Promise<Browser> {
  const browser =
    open.get(form) ??
    chromium.launch({
      ...form,
      // It would be closed, and the process go on. Without them both end, the browser because its pipe does.
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: [...form.args, ...FRUGAL, `--ignore-certificate-errors-spki-list=${keyOfServers()}`],
    })
  open.set(form, browser)
  return browser
}

async function closeUnused(): Promise<void> {
  if (users > 0) return
  const unused = [...open.values()]
  open.clear()
  for (const browser of unused) await (await browser).close()
}

/**
 * Names the certificate that all servers of a run have. What comes from one that is trusted is kept between pages, as
 * people's browsers keep it; what comes from one whose faults are put up with (`ignoreHTTPSErrors`) is loaded each time.
 */
function keyOfServers(): string {
  const { publicKey } = new X509Certificate(readFileSync(environment('TESTKIT_TLS_CERT')))
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}
