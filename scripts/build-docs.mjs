// Renders docs/ into dist/docs, as the server sends it at /docs.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './bootstrap.mjs'
import { BROWSERS, compressed, DIST, hashOf, writeWhole } from './build-output.mjs'
import { BASE, readSite, renderSite, searchIndex } from './docs-site.mjs'

const SOURCE = path.join(ROOT, 'docs')
const TARGET = path.join(DIST, 'docs')
const PAGES = 'packages/server/src/http/pages'
/** Of Brotli: whoever changes a page waits for all of them. */
const QUALITY = 9
/** Where two differ, the later one counts. */
const SHEETS = ['text.css', 'search.css', 'frame.css']
const SCRIPTS = { theme: 'docs-theme', script: 'docs-pages' }

/** What every page loads, by its use there: the address, which has the hash of what is in it, and the file. */
async function buildParts(bundle) {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    minify: true,
    target: BROWSERS,
    logLevel: 'warning',
  }
  const parts = {}
  const add = (use, name, type, text) => {
    const address = `${BASE}/assets/${name.replace('.', `-${hashOf(text)}.`)}`
    parts[use] = { address, file: { type, text, isFixed: true } }
  }
  for (const [use, name] of Object.entries(SCRIPTS)) {
    const { outputFiles } = await bundle({
      ...common,
      entryPoints: [`${PAGES}/scripts/${name}.ts`],
      format: 'iife',
    })
    add(use, `${name}.js`, 'text/javascript; charset=utf-8', outputFiles[0].text)
  }
  // With the colours of the app in it: /look.css, which knows those of an organization, needs the database.
  const look = await bundle({ ...common, entryPoints: [`${PAGES}/frame/look.ts`], format: 'esm' })
  const { LOOK } = await import(`data:text/javascript,${encodeURIComponent(look.outputFiles[0].text)}`)
  const sheets = SHEETS.map((name) => readFileSync(path.join(ROOT, PAGES, 'manual', name), 'utf8'))
  const contents = [LOOK, ...sheets].join('\n')
  const style = await bundle({ ...common, stdin: { contents, loader: 'css' } })
  add('style', 'docs.css', 'text/css; charset=utf-8', style.outputFiles[0].text)
  return { parts, add }
}

/** `site.json` comes last: it says what there is, and by its time whether it is newer than the pages. */
export async function buildDocs(bundle) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const { parts, add } = await buildParts(bundle)
  const read = readSite(SOURCE)
  add('search', 'search.json', 'application/json; charset=utf-8', JSON.stringify(searchIndex(read)))
  const addresses = Object.fromEntries(Object.entries(parts).map(([use, { address }]) => [use, address]))
  const { files, missing, faults } = renderSite(read, { version, parts: addresses })
  // The program is whole without them: tests refuse what readers would stumble over.
  for (const fault of faults) console.error(`docs/${fault}`)
  for (const { address, file } of Object.values(parts)) files.set(address, file)
  const written = new Set()
  const site = { files: {}, missing: await writeFile(`${BASE}/assets/missing`, missing, written) }
  for (const [address, file] of files) site.files[address] = await writeFile(address, file, written)
  removeOthers(written)
  writeWhole({ path: path.join(TARGET, 'site.json'), contents: JSON.stringify(site) })
}

/** Texts lie there compressed, in both ways that browsers read; pictures as they are. */
async function writeFile(address, { type, text, file, isFixed = false }, written) {
  const contents = text === undefined ? readFileSync(file) : Buffer.from(text)
  const name = address === BASE ? 'assets/start' : address.slice(BASE.length + 1)
  const place = path.join(TARGET, name)
  mkdirSync(path.dirname(place), { recursive: true })
  const isText = !type.startsWith('image/')
  const forms = isText ? await Promise.all(compressed(place, contents, QUALITY)) : [{ path: place, contents }]
  for (const form of forms) {
    writeWhole(form)
    written.add(form.path)
  }
  const hash = createHash('sha256').update(contents).digest('base64url').slice(0, 22)
  return { name, type, hash, isText, isFixed }
}

function removeOthers(current) {
  for (const entry of readdirSync(TARGET, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && entry.name !== 'site.json' && !current.has(file)) rmSync(file)
  }
}
