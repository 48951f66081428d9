// npm run check: format and lint, types, boundaries, all at once. Names what fails.
import { ensureInstalled, giveUp, isProgram, ROOT, spawnNode } from './bootstrap.mjs'

const CHECKS = [
  ['Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  // Each further checker does much of the work again; the other core has the other checks to do.
  ['Types', 'node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'],
  ['Types of the app', 'node_modules/typescript/bin/tsc', '-p', 'packages/web', '--checkers', '1'],
  ['Boundaries', 'scripts/boundaries.mjs'],
]

/** Returns when all is well; otherwise ends the process, naming what failed. */
export async function check() {
  ensureInstalled()
  const running = CHECKS.map(([heading, ...command]) => ({
    heading,
    ended: spawnNode(command, { cwd: ROOT }),
  }))
  console.log(`── ${running.map(({ heading }) => heading).join(', ')}`)
  const ended = await Promise.all(running.map(async ({ heading, ended }) => ({ heading, code: await ended })))
  const failed = ended.filter(({ code }) => code !== 0).map(({ heading }) => heading)
  if (failed.length > 0) giveUp(`Check failed: ${failed.join(', ')}`)
}

if (isProgram(import.meta.url)) await check()
