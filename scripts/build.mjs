// npm run build [-- --unless-fresh] [--agent-binary]: bundles the server into dist/, which starts several times faster than
// its sources, the agent into one file that the server offers, the app and the scripts of other pages for browsers,
// and renders docs/. With --agent-binary, the agent also becomes a program of its own.
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { giveUp, isProgram, ROOT } from './bootstrap.mjs'
import { AGENT_WINDOW, buildAgent, buildAgentBinary } from './build-agent.mjs'
import { DIST, removeStale, writeWhole } from './build-output.mjs'
import { buildPageScripts, buildWeb } from './build-web.mjs'

const MAIN = path.join(DIST, 'main.js')
const SITE = path.join(DIST, 'docs', 'site.json')
const ENTRIES = {
  main: 'packages/server/src/main.ts',
  'cutter-worker': 'packages/server/src/platform/content/cutter-worker.ts',
  'quick-check-process': 'packages/server/src/platform/db/quick-check-process.ts',
  'backup-process': 'packages/server/src/service/backup/backup-process.ts',
  'verify-process': 'packages/server/src/service/verify/verify-process.ts',
  'thumbnail-process': 'packages/server/src/platform/thumbnails/thumbnail-process.ts',
}
/** What is no JavaScript, and so cannot be bundled. */
export const NATIVE = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'sharp']
// Bundled CommonJS asks for `require`, which an ES module does not have.
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS']

const script = (name) => `scripts/${name}.mjs`
const PROGRAM_SOURCES = [
  'package.json',
  'package-lock.json',
  ...['build', 'build-agent', 'build-output', 'build-web', 'agent-release'].map(script),
  'packaging/agent',
  AGENT_WINDOW,
]
const SITE_SOURCES = [
  'docs',
  'package.json',
  'package-lock.json',
  ...['build-docs', 'build-output', 'docs-markdown', 'docs-page', 'docs-site'].map(script),
  ...['frame', 'manual', 'scripts'].map((room) => `packages/server/src/http/pages/${room}`),
]

/** Whether dist/ is newer than all it is made of. */
export const isFresh = () => isProgramFresh() && isSiteFresh()

function isProgramFresh() {
  const sources = readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/src`)
  return isNewer(MAIN, [...sources, ...PROGRAM_SOURCES])
}

/** Apart from the program: a changed page is rendered in a moment. */
const isSiteFresh = () => isNewer(SITE, SITE_SOURCES)

function isNewer(file, sources) {
  const built = modifiedAt(file)
  return built !== undefined && sources.every((source) => isOlder(path.join(ROOT, source), built))
}

// Folders count too: a deleted file only shows there.
function isOlder(file, time) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return true
  if (stat.mtimeMs >= time) return false
  return !stat.isDirectory() || readdirSync(file).every((name) => isOlder(path.join(file, name), time))
}

export async function build() {
  // Not at the top: `isFresh` must cost a start next to nothing.
  const { build: bundle } = await import('esbuild')
  await buildSite(bundle)
  const exists = ([, file]) => modifiedAt(path.join(ROOT, file)) !== undefined
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(Object.entries(ENTRIES).filter(exists)),
    outdir: DIST,
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    platform: 'node',
    // Packages that carry both forms are taken as modules: their other form has no named exports here.
    mainFields: ['module', 'main'],
    target: 'node24',
    sourcemap: 'linked',
    external: NATIVE,
    banner: { js: BANNER },
    logLevel: 'warning',
  })
  await buildAgent(bundle)
  await buildWeb(bundle)
  await buildPageScripts(bundle)
  writeOutputs(outputFiles)
}

/** `main.js` comes last and whole: its time is what `isFresh` trusts, also after a build that was cut off. */
function writeOutputs(outputFiles) {
  mkdirSync(DIST, { recursive: true })
  const last = (file) => Number(file.path === MAIN)
  for (const file of [...outputFiles].sort((a, b) => last(a) - last(b))) writeWhole(file)
  removeStale(DIST, /\.js(\.map)?$/, new Set(outputFiles.map((file) => file.path)))
}

async function buildSite(bundle) {
  const { buildDocs } = await import('./build-docs.mjs')
  await buildDocs(bundle)
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

const whole = async () => {
  const mayKeep = process.argv.includes('--unless-fresh')
  if (!mayKeep || !isProgramFresh()) await build()
  else if (!isSiteFresh()) await buildSite((await import('esbuild')).build)
  if (process.argv.includes('--agent-binary')) await buildAgentBinary()
}

if (isProgram(import.meta.url))
  await whole().catch((error) => {
    if (!NOT_ALLOWED.includes(error.code)) throw error
    giveUp(
      `The program has to be built, and this account may not write ${DIST} (${error.code}). ` +
        'As the owner of the code, run `npm start -- help` once.',
    )
  })
