// npm run bench [-- options]: builds the server, then measures it beside nginx. For the options, -- --help.
import { ensureInstalled, ROOT, runNode } from './bootstrap.mjs'
import { build, isFresh } from './build.mjs'
import { BENCH_PACKAGES, ensureDebianPackages, TEST_PACKAGES } from './system-packages.mjs'

const args = process.argv.slice(2)
const needsServers = args.some((argument) => argument.includes('postgres+s3'))

ensureInstalled()
ensureDebianPackages(needsServers ? [...BENCH_PACKAGES, ...TEST_PACKAGES] : BENCH_PACKAGES)
if (!isFresh()) await build()
await runNode(['bench/run.ts', ...args], { cwd: ROOT })
