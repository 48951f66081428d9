// npm test: the tests, and beside them the checks.
// npm test -- --changed[=revision]: the tests that a change can reach, and the checks.
// npm test -- part of a path…: the tests whose path contains one of them.
import { ensureInstalled, ROOT, spawnNode } from './bootstrap.mjs'
import { findFailed, refuse } from './check.mjs'
import { ensureDebianPackages, TEST_PACKAGES } from './system-packages.mjs'

const args = process.argv.slice(2)
const changed = args.length === 1 ? /^--changed(?:=(.+))?$/.exec(args[0]) : null

ensureInstalled()
ensureDebianPackages(TEST_PACKAGES)
// Has dependencies, so it comes after they are installed.
const filters = changed ? await (await import('./changed.mjs')).testsOfChange(ROOT, changed[1]) : args
// Servers for the tests come up while the checks run. One that fails ends the tests.
const tests = spawnNode(['packages/server/testkit/runner/run.ts', ...filters], { cwd: ROOT })
const failed = args.length === 0 || changed ? await findFailed() : []
if (failed.length > 0) process.kill(process.pid, 'SIGTERM')
const code = await tests
refuse(failed)
process.exit(code)
