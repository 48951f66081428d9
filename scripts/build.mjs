// npm run build [-- --unless-fresh] [--agent-binary]: bundles the server into dist/, which starts several times faster than
// its sources, the agent into one file that the server offers, the app and the scripts of other pages for browsers; with the last option also into a program of its own.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { makeRelease } from './agent-release.mjs'
import { giveUp, isProgram, ROOT } from './bootstrap.mjs'

const DIST = path.join(ROOT, 'dist')
const MAIN = path.join(DIST, 'main.js')
const ENTRIES = {
  main: 'packages/server/src/main.ts',
  'cutter-worker': 'packages/server/src/platform/content/cutter-worker.ts',
  'quick-check-process': 'packages/server/src/platform/db/quick-check-process.ts',
  'backup-process': 'packages/server/src/service/backup/backup-process.ts',
  'thumbnail-process': 'packages/server/src/platform/thumbnails/thumbnail-process.ts',
}
const WEB = path.join(DIST, 'web')
const PAGES = path.join(DIST, 'pages')
const PAGE_SCRIPTS = ['upload', 'docs-search'].map(
  (name) => `packages/server/src/http/pages/scripts/${name}.ts`,
)
const AGENT_ENTRY = 'packages/agent/src/main.ts'
const AGENT_WINDOW = 'packages/agent/window'
/** What the agent runs in threads, by what its text is called there. */
const AGENT_WORKERS = {
  HOLDFAST_CUT_WORKER: 'packages/agent/src/disk/cut-worker.ts',
  HOLDFAST_CONTROL_WORKER: 'packages/agent/src/service/control-worker.ts',
}
export const AGENT = path.join(DIST, 'agent', 'holdfast-agent.mjs')
// What Node looks for in itself to learn that it carries a program.
const SEA_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
// As `install` has the file started that Node runs.
const SPARING = ['--max-semi-space-size=4', '--heap-growing-percent=40']
/** What is no JavaScript, and so cannot be bundled. */
export const NATIVE = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'sharp']
// Bundled CommonJS asks for `require`, which an ES module does not have.
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS']

/** Whether dist/ is newer than all it is made of. */
export function isFresh() {
  const built = modifiedAt(MAIN)
  if (built === undefined) return false
  const sources = readdirSync(path.join(ROOT, 'packages')).map((name) =>
    path.join(ROOT, 'packages', name, 'src'),
  )
  const others = [
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/agent-release.mjs',
    'packaging/agent',
    AGENT_WINDOW,
  ].map((file) => path.join(ROOT, file))
  return [...sources, ...others].every((file) => isOlder(file, built))
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

const AGENT_COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  platform: 'node',
  mainFields: ['module', 'main'],
  target: 'node24',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
}

// It says so itself where Node is too old: for that, what it needs is asked for after this, and not imported.
const AGENT_BANNER = `#!/usr/bin/env node
import { createRequire } from 'node:module'
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('The Holdfast agent needs Node 24 or later, and this is Node ' + process.versions.node + '.')
  console.error('The page /agent of your Holdfast server has a line that installs the agent with its own Node.')
  process.exit(1)
}
const require = createRequire(import.meta.url)`

/** One file that needs nothing but Node: it is carried to other machines. */
async function buildAgent(bundle) {
  const { outputFiles } = await bundle({
    ...AGENT_COMMON,
    ...(await agentEntry(bundle)),
    outfile: AGENT,
    banner: { js: AGENT_BANNER },
  })
  mkdirSync(path.dirname(AGENT), { recursive: true })
  for (const file of outputFiles) writeWhole(file)
  await makeRelease(path.dirname(AGENT))
}

const WEB_COMMON = {
  absWorkingDir: ROOT,
  outdir: path.join(WEB, 'assets'),
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  target: ['chrome120', 'firefox128', 'safari17.4'],
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { typebox: './packages/web/src/data/service/no-schemas.ts' },
  // Parts that come later would bring theirs with nobody to load it: all of it is one sheet.
  loader: { '.css': 'empty' },
  logLevel: 'warning',
}

const APP = 'packages/web/src/main.tsx'

/**
 * What several parts share becomes a file for each set of parts that share it: eight small ones for the first view. So
 * each part that comes later is made to need all of the first view, which then is one file.
 */
const FIRST_VIEW_IN_ONE = {
  name: 'first-view-in-one',
  setup(build) {
    const later = new Set()
    build.onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, ({ path: file, kind, resolveDir }) => {
      if (kind === 'dynamic-import') later.add(path.join(resolveDir, file))
      return undefined
    })
    build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => {
      if (!later.has(file)) return undefined
      const first = `import ${JSON.stringify(path.join(ROOT, APP))}`
      return { contents: `${first}\n${readFileSync(file, 'utf8')}`, loader: path.extname(file).slice(1) }
    })
  },
}

// What is for everything comes first, so that the rest can differ from it; where two sheets differ, the later one counts.
const SHEETS = [
  ...['ui/look/', 'app/', 'files/found/search-field', 'ui/answers/', 'files/content/', 'files/found/'],
  ...[
    'files/history/',
    'ui/table/',
    'files/list/',
    'screens/',
    'console/',
    'files/sharing/',
    'ui/',
    'files/upload/',
  ],
]
const sheetOrder = (name) => SHEETS.findIndex((place) => name.startsWith(place))

function allStyles() {
  const folder = path.join(ROOT, 'packages/web/src')
  const ordered = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.css'))
    .sort()
    .sort((a, b) => sheetOrder(a) - sheetOrder(b))
  const contents = ordered.map((name) => `@import ${JSON.stringify(`./${name}`)};`).join('\n')
  return {
    stdin: { contents, loader: 'css', resolveDir: folder, sourcefile: 'style.css' },
    entryNames: 'style-[hash]',
  }
}

/** What browsers load, compressed here once: names have the hash of what is in them, and `app.json` tells them. */
async function buildWeb(bundle) {
  const app = await bundle({
    ...WEB_COMMON,
    entryPoints: { main: APP },
    format: 'esm',
    splitting: true,
    plugins: [FIRST_VIEW_IN_ONE],
  })
  const style = await bundle({ ...WEB_COMMON, ...allStyles(), loader: {} })
  const files = [app, style].flatMap(({ outputFiles }) => outputFiles)
  mkdirSync(WEB_COMMON.outdir, { recursive: true })
  await Promise.all(files.flatMap(({ path: file, contents }) => compressed(file, contents))).then((written) =>
    written.forEach(writeWhole),
  )
  const nameOf = (outputs, isIt) => path.basename(Object.entries(outputs).find(isIt)?.[0] ?? '')
  const parts = {
    build: hashOf(files.map(({ hash }) => hash).join()),
    main: nameOf(app.metafile.outputs, ([, { inputs }]) => APP in inputs),
    style: nameOf(style.metafile.outputs, () => true),
  }
  writeWhole({ path: path.join(WEB, 'app.json'), contents: JSON.stringify(parts) })
  removeStale(
    WEB_COMMON.outdir,
    /./,
    new Set(files.flatMap(({ path: file }) => [`${file}.br`, `${file}.gz`])),
  )
}

/** For the pages that are no part of the app. People with a link have any browser: nothing newer than their forms need. */
async function buildPageScripts(bundle) {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: PAGE_SCRIPTS,
    outdir: PAGES,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    logLevel: 'warning',
  })
  mkdirSync(PAGES, { recursive: true })
  for (const file of outputFiles) writeWhole(file)
  removeStale(PAGES, /./, new Set(outputFiles.map((file) => file.path)))
}

const hashOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 12)

const compressed = (file, contents) => [
  promisify(brotliCompress)(contents).then((br) => ({ path: `${file}.br`, contents: br })),
  promisify(gzip)(contents, { level: 9 }).then((gz) => ({ path: `${file}.gz`, contents: gz })),
]

/** A thread is begun with a file: an agent that has only itself carries the text of it. */
async function agentEntry(bundle) {
  const define = {}
  for (const [name, file] of Object.entries(AGENT_WORKERS)) {
    const worker = await bundle({ ...AGENT_COMMON, format: 'esm', entryPoints: [file] })
    define[name] = JSON.stringify(worker.outputFiles[0].text)
  }
  return {
    entryPoints: [AGENT_ENTRY],
    define: {
      ...define,
      HOLDFAST_WINDOW: JSON.stringify(await agentWindow(bundle)),
      HOLDFAST_STARTER: JSON.stringify(
        readFileSync(path.join(ROOT, 'packaging/agent/holdfast-agent'), 'utf8'),
      ),
    },
    // What ws would like to have, and does without.
    external: ['bufferutil', 'utf-8-validate'],
    format: 'cjs',
    // A file's own address means nothing in it, and is not asked for.
    logOverride: { 'empty-import-meta': 'silent' },
  }
}

/** The page that an agent shows to browsers of its own computer. */
async function agentWindow(bundle) {
  const { outputFiles } = await bundle({
    absWorkingDir: ROOT,
    entryPoints: [`${AGENT_WINDOW}/main.ts`, `${AGENT_WINDOW}/window.css`],
    outdir: path.join(DIST, 'window'),
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: WEB_COMMON.target,
    logLevel: 'warning',
  })
  const textOf = (end) => outputFiles.find((file) => file.path.endsWith(end)).text
  return { script: textOf('.js'), style: textOf('.css') }
}

/** A program that needs no Node: the one that runs this, with the agent in it. */
async function buildAgentBinary() {
  const { build: bundle } = await import('esbuild')
  const { inject } = await import('postject')
  const name = `holdfast-agent-${process.platform}-${process.arch}`
  const work = mkdtempSync(path.join(tmpdir(), 'holdfast-agent-'))
  try {
    const [main, output, config, program] = ['main.cjs', 'blob', 'config.json', name].map((file) =>
      path.join(work, file),
    )
    const entry = await agentEntry(bundle)
    const { outputFiles } = await bundle({ ...AGENT_COMMON, ...entry })
    writeFileSync(main, outputFiles[0].contents)
    writeFileSync(
      config,
      JSON.stringify({ main, output, disableExperimentalSEAWarning: true, execArgv: SPARING }),
    )
    execFileSync(process.execPath, ['--experimental-sea-config', config], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    copyFileSync(process.execPath, program)
    await inject(program, 'NODE_SEA_BLOB', readFileSync(output), { sentinelFuse: SEA_FUSE })
    writeWhole({ path: path.join(path.dirname(AGENT), name), contents: readFileSync(program) })
    chmodSync(path.join(path.dirname(AGENT), name), 0o755)
    // By this a server knows that it is of the same build as the file that it offers.
    const sha256 = createHash('sha256').update(readFileSync(AGENT)).digest('hex')
    writeWhole({ path: path.join(path.dirname(AGENT), `${name}.of`), contents: sha256 })
    console.log(`dist/agent/${name}`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function writeWhole(file) {
  const temporary = `${file.path}.${process.pid}.tmp`
  writeFileSync(temporary, file.contents)
  renameSync(temporary, file.path)
}

/** `main.js` comes last and whole: its time is what `isFresh` trusts, also after a build that was cut off. */
function writeOutputs(outputFiles) {
  mkdirSync(DIST, { recursive: true })
  const last = (file) => Number(file.path === MAIN)
  for (const file of [...outputFiles].sort((a, b) => last(a) - last(b))) writeWhole(file)
  removeStale(DIST, /\.js(\.map)?$/, new Set(outputFiles.map((file) => file.path)))
}

function removeStale(folder, pattern, current) {
  const stale = readdirSync(folder).map((name) => path.join(folder, name))
  for (const file of stale) if (pattern.test(file) && !current.has(file)) rmSync(file)
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs
}

const whole = async () => {
  if (!(process.argv.includes('--unless-fresh') && isFresh())) await build()
  if (process.argv.includes('--agent-binary')) await buildAgentBinary()
}

if (isProgram(import.meta.url))
  await whole().catch((error) => {
    if (!NOT_ALLOWED.includes(error.code)) throw error
    giveUp(
      `The program has to be built, and this account may not write ${DIST} (${error.code}). ` +
        'As the owner of the code, run «npm start -- help» once.',
    )
  })
