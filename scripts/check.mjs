// npm run check: format and lint, types, boundaries, all at once. Names what fails.
import { ensureInstalled, giveUp, isProgram, ROOT, spawnNode } from './bootstrap.mjs'

const PAGE_SCRIPTS = 'packages/server/src/http/pages/scripts'
const CHECKS = [
  ['Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  // Each further checker does much of the work again; the other core has the other checks to do.
  ['Types', 'node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'],
  ['Types of the app', 'node_modules/typescript/bin/tsc', '-p', 'packages/web', '--checkers', '1'],
  ['Types of the scripts of pages', 'node_modules/typescript/bin/tsc', '-p', PAGE_SCRIPTS],
  ['Types of the agent’s page', 'node_modules/typescript/bin/tsc', '-p', 'packages/agent/window'],
  ['Boundaries', 'scripts/boundaries.mjs'],
]

/** Gives what failed, by its headings. */
export async function findFailed() {
  ensureInstalled()
  const running = CHECKS.map(([heading, ...command]) => ({
    heading,
    ended: spawnNode(command, { cwd: ROOT }),
  }))
  console.log(`── ${running.map(({ heading }) => heading).join(', ')}`)
  const ended = await Promise.all(running.map(async ({ heading, ended }) => ({ heading, code: await ended })))
  return ended.filter(({ code }) => code !== 0).map(({ heading }) => heading)
}

/** Ends the process where something failed, and names it. */
export function refuse(failed) {
  if (failed.length > 0) giveUp(`Check failed: ${failed.join(', ')}`)
}

if (isProgram(import.meta.url)) refuse(await findFailed())
