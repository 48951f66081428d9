import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only what is wrong is reported: axe would look for words for all that is right as well, which takes longer than to look at it. */
const examination = (among: string, options: object) => `axe
  .run(${among}, ${JSON.stringify({ iframes: false, resultTypes: ['violations'], ...options })})
  .then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, ...nodes.map((node) => node.html + ' ' + node.failureSummary)]))`

interface AxeOptions {
  include?: string[]
  runOnly?: string[]
  rules?: Record<string, { enabled: boolean }>
}

/** What axe calls serious or worse, on a page or in the parts of it that are given. */
export async function axeFaultsOn(page: Page, options: AxeOptions = {}): Promise<string[]> {
  const { include, ...rest } = options
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const among = include === undefined ? 'document' : JSON.stringify({ include })
  const found = (await page.evaluate(examination(among, rest))) as string[][]
  return found.map((words) => words.join(' '))
}

/** Fails for any of that. */
export async function checkWithAxe(page: Page, name: string, options?: AxeOptions): Promise<void> {
  assert.deepEqual(await axeFaultsOn(page, options), [], name)
}
