// npm run sim [-- --runs n --seed n --trace …]: the agent in a simulated world; packages/agent/testkit/sim/main.ts has the options.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'

ensureInstalled()
await runNode(['packages/agent/testkit/sim/main.ts', ...process.argv.slice(2)], { cwd: ROOT })
