// npm test [-- part of a path…]: the checks (left out when only some tests are asked for), then the tests.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'
import { check } from './check.mjs'
import { ensureDebianPackages, TEST_PACKAGES } from './system-packages.mjs'

const filters = process.argv.slice(2)

ensureInstalled()
ensureDebianPackages(TEST_PACKAGES)
if (filters.length === 0) await check()
await runNode(['packages/server/testkit/run.ts', ...filters], { cwd: ROOT })
