// npm run soak [-- part of a path…]: the tests with long rounds, by way of chance and kills; an hour and more for all.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'
import { ensureDebianPackages, SOAK_PACKAGES, TEST_PACKAGES } from './system-packages.mjs'

ensureInstalled()
ensureDebianPackages([...TEST_PACKAGES, ...SOAK_PACKAGES])
await runNode(['packages/server/testkit/runner/run.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  env: { ...process.env, TESTKIT_SOAK: '1' },
})
