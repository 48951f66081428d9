// npm run soak [-- part of a path…]: the tests with long rounds, by way of chance and kills; an hour and more for all.
// npm run soak -- --nightly [--hours 6]: as much of it as fits, with the results written down.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'
import { runNight } from './nightly.mjs'
import { ensureDebianPackages, SOAK_PACKAGES, TEST_PACKAGES } from './system-packages.mjs'

const [first, ...rest] = process.argv.slice(2)

ensureInstalled()
ensureDebianPackages([...TEST_PACKAGES, ...SOAK_PACKAGES])
if (first === '--nightly') await runNight(rest)
else
  await runNode(['packages/server/testkit/runner/run.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: { ...process.env, TESTKIT_SOAK: '1' },
  })
