// npm run check: format and lint, types, boundaries. Stops at the first that fails.
import { ensureInstalled, giveUp, isProgram, ROOT, spawnNode } from './bootstrap.mjs'

const CHECKS = [
  ['Format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  ['Types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['Boundaries', 'scripts/boundaries.mjs'],
]

/** Returns when all is well; otherwise ends the process, naming what failed. */
export async function check() {
  ensureInstalled()
  for (const [heading, ...command] of CHECKS) {
    console.log(`── ${heading}`)
    const code = await spawnNode(command, { cwd: ROOT })
    if (code !== 0) giveUp(`Check failed: ${heading}`)
  }
}

if (isProgram(import.meta.url)) await check()
