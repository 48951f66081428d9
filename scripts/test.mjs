// npm test [-- part of a path…]: the tests, and beside them the checks (left out when only some tests are asked for).
import { ensureInstalled, ROOT, spawnNode } from './bootstrap.mjs'
import { findFailed, refuse } from './check.mjs'
import { ensureDebianPackages, TEST_PACKAGES } from './system-packages.mjs'

const filters = process.argv.slice(2)

ensureInstalled()
ensureDebianPackages(TEST_PACKAGES)
// Servers for the tests come up while the checks run. One that fails ends the tests.
const tests = spawnNode(['packages/server/testkit/runner/run.ts', ...filters], { cwd: ROOT })
const failed = filters.length === 0 ? await findFailed() : []
if (failed.length > 0) process.kill(process.pid, 'SIGTERM')
const code = await tests
refuse(failed)
process.exit(code)
