// The command line, started by scripts/holdfast: installs and builds when needed, then runs the server or the command given.
import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, isRuntime, ROOT, runNode, spawnNode } from './bootstrap.mjs'
import { isFresh } from './build.mjs'

const MAIN = path.join(ROOT, 'dist', 'main.js')
const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['serve']

// npm dies of SIGTERM without passing it on, and who stops npm means the service.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid === npm || process.kill(process.pid, 'SIGTERM'), 250).unref()
}

ensureInstalled()
if (!isFresh()) {
  // In a process of its own: the bundler would stay as long as the one that called it.
  const code = await spawnNode([path.join(ROOT, 'scripts', 'build.mjs'), '--unless-fresh'])
  if (code !== 0) process.exit(code)
}
// Only builds need it: the service would take it for a setting that it does not know.
delete process.env.HOLDFAST_AGENT_SIGNING_KEY

if (isRuntime()) {
  module.enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'compiled'))
  process.argv.splice(1, process.argv.length, MAIN, ...args)
  await import(pathToFileURL(MAIN).href)
} else {
  await runNode([MAIN, ...args])
}
