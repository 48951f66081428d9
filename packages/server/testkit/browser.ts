import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM } from './chromium.ts'
import { environment } from './environment.ts'

/** A process for each site, and one more in advance for the next, is what most of the time of a short visit goes to. */
const FRUGAL = ['--disable-site-isolation-trials']

let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/** One browser for all tests of a process. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    ...CHROMIUM,
    args: [...CHROMIUM.args, ...FRUGAL, `--ignore-certificate-errors-spki-list=${keyOfServers()}`],
  })
  return browser
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
