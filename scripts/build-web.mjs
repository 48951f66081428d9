// What browsers load: the app, and the scripts of other pages.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './bootstrap.mjs'
import { BROWSERS, compressed, DIST, hashOf, removeStale, writeWhole } from './build-output.mjs'

const WEB = path.join(DIST, 'web')
const PAGES = path.join(DIST, 'pages')
const ICONS = path.join(ROOT, 'packages/web/icons')
const ADDRESSES = path.join(ROOT, 'packages/server/src/http/pages/frame/app-addresses.ts')
const WORKERS = ['worker', 'remove-worker'].map((name) => `packages/web/src/app/offline/${name}.ts`)
const PAGE_SCRIPTS = ['upload', 'docs-search', 'link-page', 'show-password', 'copy-command'].map(
  (name) => `packages/server/src/http/pages/scripts/${name}.ts`,
)

const WEB_COMMON = {
  absWorkingDir: ROOT,
  outdir: path.join(WEB, 'assets'),
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  target: BROWSERS,
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

const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+")`
const TOLD = new RegExp(
  String.raw`\b(?:summary|description):\s*${TEXT}(?:\s*\+\s*${TEXT})*\s*(?:,|(?=\}))`,
  'g',
)

/** What operations say about themselves is for those who read about them: the app only calls them. */
const WITHOUT_TEXTS = {
  name: 'without-texts',
  setup(build) {
    build.onLoad({ filter: /packages\/api\/src\/.*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(TOLD, ''),
      loader: 'ts',
    }))
  },
}

// What is for everything comes first, so that the rest can differ from it; where two sheets differ, the later one counts.
const SHEETS = [
  ...['ui/look/', 'app/', 'files/found/search-field', 'ui/answers/', 'files/content/', 'files/found/'],
  ...['files/history/', 'ui/table/', 'files/list/', 'screens/', 'files/sharing/', 'ui/', 'files/upload/'],
]
const sheetOrder = (name) => SHEETS.findIndex((place) => name.startsWith(place))

/** All style sheets, as two: that of the console is only for those who open it. */
function stylesOf(name) {
  const folder = path.join(ROOT, 'packages/web/src')
  const ordered = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.css') && file.startsWith('console/') === (name === 'console'))
    .sort()
    .sort((a, b) => sheetOrder(a) - sheetOrder(b))
  const contents = ordered.map((file) => `@import ${JSON.stringify(`./${file}`)};`).join('\n')
  return {
    stdin: { contents, loader: 'css', resolveDir: folder, sourcefile: `${name}.css` },
    entryNames: `${name}-[hash]`,
    loader: {},
  }
}

const nameOf = ({ metafile }, isIt) =>
  path.basename(Object.entries(metafile.outputs).find(([, output]) => isIt(output))?.[0] ?? '')

/** What browsers load, compressed here once: names have the hash of what is in them, and `app.json` tells them. */
export async function buildWeb(bundle) {
  const style = await bundle({ ...WEB_COMMON, ...stylesOf('style') })
  const consoleStyle = await bundle({ ...WEB_COMMON, ...stylesOf('console') })
  const app = await bundle({
    ...WEB_COMMON,
    define: {
      ...WEB_COMMON.define,
      CONSOLE_SHEET: JSON.stringify(`/assets/${nameOf(consoleStyle, () => true)}`),
    },
    entryPoints: { main: APP },
    format: 'esm',
    splitting: true,
    plugins: [FIRST_VIEW_IN_ONE, WITHOUT_TEXTS],
  })
  const files = [app, style, consoleStyle].flatMap(({ outputFiles }) => outputFiles)
  mkdirSync(WEB_COMMON.outdir, { recursive: true })
  await Promise.all(files.flatMap(({ path: file, contents }) => compressed(file, contents))).then((written) =>
    written.forEach(writeWhole),
  )
  const icons = readIcons()
  icons.forEach(writeWhole)
  const parts = {
    build: hashOf(files.map(({ hash }) => hash).join()),
    main: nameOf(app, ({ inputs }) => APP in inputs),
    style: nameOf(style, () => true),
    icons: Object.fromEntries(icons.map(({ kind, path: file }) => [kind, path.basename(file)])),
  }
  const names = files.map(({ path: file }) => path.basename(file)).filter((name) => !name.endsWith('.map'))
  await buildWorker(bundle, parts.build, names)
  writeWhole({ path: path.join(WEB, 'app.json'), contents: JSON.stringify(parts) })
  removeStale(
    WEB_COMMON.outdir,
    /./,
    new Set([
      ...icons.map((icon) => icon.path),
      ...files.flatMap(({ path: file }) => [`${file}.br`, `${file}.gz`]),
    ]),
  )
}

/** Drawn by scripts/app-icons.mjs. */
function readIcons() {
  return readdirSync(ICONS).map((name) => {
    const kind = name.replace(/^icon-|\.png$/g, '')
    const contents = readFileSync(path.join(ICONS, name))
    return { kind, contents, path: path.join(WEB_COMMON.outdir, `icon-${kind}-${hashOf(contents)}.png`) }
  })
}

/** It knows which build it is of, what that is made of, and which addresses are the app's. */
async function buildWorker(bundle, build, names) {
  const { APP_SEGMENTS: segments } = await import(ADDRESSES)
  const known = { build, files: names.map((name) => `/assets/${name}`).sort(), segments }
  const { outputFiles } = await bundle({
    ...WEB_COMMON,
    entryPoints: WORKERS,
    entryNames: '[name]',
    format: 'iife',
    define: { WORKER: JSON.stringify(known) },
  })
  for (const { path: file, contents } of outputFiles)
    writeWhole({ path: path.join(WEB, path.basename(file)), contents })
}

/** For the pages that are no part of the app. Whoever was given a link has any browser: nothing newer than their forms need. */
export async function buildPageScripts(bundle) {
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
