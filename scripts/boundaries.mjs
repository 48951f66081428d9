// Checks who imports whom by the rules of .dependency-cruiser.cjs, and that folders do so in no circle:
// node scripts/boundaries.mjs [folder]
//
// dependency-cruiser reads TypeScript through the compiler's API, which TypeScript 7 no longer has; without it, it
// finds no imports and all is always well. So it is given a copy of the tree in which each file holds its imports,
// found by us, and nothing else.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { giveUp, isProgram, ROOT, spawnNode } from './bootstrap.mjs'
import { findFolderCircles } from './folder-circles.mjs'
import { findImports, listFiles } from './imports.mjs'

// Tests may look anywhere.
const IN_ORDER = /^packages\/[^/]+\/(src|testkit)\//
const BESIDE = /\.(test|contract)\.tsx?$/

/** The exit code: 0 when no rule is broken. */
export async function checkBoundaries(root) {
  const { files, sources } = listFiles(root)
  if (sources.length === 0) giveUp(`No TypeScript below ${root}`)

  const mirror = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdfast-boundaries-')))
  try {
    for (const file of ['package.json', ...files.filter((name) => path.basename(name) === 'package.json')]) {
      write(mirror, file, readFileSync(path.join(root, file)))
    }
    const imports = await findImports(root, sources)
    for (const [file, lines] of imports) write(mirror, file, lines.map(({ code }) => code).join('\n'))
    addModules(mirror, root, [...imports.values()].flat())
    const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const rules = path.join(ROOT, '.dependency-cruiser.cjs')
    const options = ['--config', rules, '--output-type', 'err-long']
    const broken = await spawnNode([cruiser, ...options, ...sources], { cwd: mirror })
    return broken || refuseFolderCircles(imports)
  } finally {
    rmSync(mirror, { recursive: true, force: true })
  }
}

/** Where rules for files are broken these would only say the same again. */
function refuseFolderCircles(imports) {
  const inOrder = (file) => IN_ORDER.test(file) && !BESIDE.test(file)
  const own = [...imports].filter(([file]) => inOrder(file))
  const targets = own.map(([file, found]) => [
    file,
    found
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
      .filter(inOrder),
  ])
  const circles = findFolderCircles(new Map(targets))
  for (const circle of circles) {
    console.log(
      '  Folders in a circle can only be understood together: they are one folder with several names.',
    )
    for (const folder of circle.folders) console.log(`  error no-folder-circles: ${folder}`)
    for (const one of circle.imports) console.log(`    ${one}`)
  }
  return circles.length === 0 ? 0 : 1
}

/** Our own packages are linked as npm links them; of others, the rules only look at the name. */
function addModules(mirror, root, imports) {
  const own = readdirSync(path.join(root, 'packages')).filter((name) =>
    statSync(path.join(root, 'packages', name)).isDirectory(),
  )
  mkdirSync(path.join(mirror, 'node_modules/@holdfast'), { recursive: true })
  for (const name of own)
    symlinkSync(path.join('../../packages', name), path.join(mirror, 'node_modules/@holdfast', name))

  const isForeign = (specifier) => !/^(\.|\/|node:|@holdfast\/)/.test(specifier)
  for (const specifier of new Set(imports.map((entry) => entry.specifier).filter(isForeign))) {
    write(mirror, path.join('node_modules', specifier, 'index.js'), '')
  }
}

function write(mirror, file, contents) {
  const target = path.join(mirror, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, contents)
}

if (isProgram(import.meta.url))
  process.exitCode = await checkBoundaries(path.resolve(process.argv[2] ?? ROOT))
