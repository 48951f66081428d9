// npm run package-api [-- folder]: makes the package @holdfast/api as others install it, packed into the folder, or dist/.
//
// Inside the workspace it is imported as it stands, in TypeScript, which Node refuses to read in node_modules. So what
// is packed is a folder of its own, with JavaScript and types in place of the sources.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, giveUp, isProgram, ROOT, spawnNode } from './bootstrap.mjs'

const SOURCE = path.join(ROOT, 'packages/api')

/** Gives the path of the tarball. */
async function packageApi(target) {
  const work = path.join(target, 'api')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const code = await spawnNode([
    tsc,
    '-p',
    path.join(SOURCE, 'tsconfig.package.json'),
    '--outDir',
    path.join(work, 'lib'),
  ])
  if (code !== 0) giveUp('The package @holdfast/api could not be built.')
  nameBuiltFiles(path.join(work, 'lib'))
  const { private: _private, scripts: _scripts, ...manifest } = readJson(path.join(SOURCE, 'package.json'))
  const { license } = readJson(path.join(ROOT, 'package.json'))
  const engines = { node: '>=20' }
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, source]) => {
      const built = source.replace(/^\.\/src\//, './lib/').replace(/\.ts$/, '')
      return [name, { types: `${built}.d.ts`, default: `${built}.js` }]
    }),
  )
  writeFileSync(
    path.join(work, 'package.json'),
    JSON.stringify({ ...manifest, license, engines, exports, files: ['lib'] }, null, 2),
  )
  copyFileSync(path.join(SOURCE, 'README.md'), path.join(work, 'README.md'))
  return pack(work, target)
}

/** The compiler names built files in imports of JavaScript, but leaves those of types as they were. */
function nameBuiltFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'))
  for (const file of files.map((name) => path.join(folder, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
}

function pack(folder, target) {
  const options = ['--pack-destination', target, '--json', '--loglevel=error']
  const { status, stdout, stderr } = spawnSync('npm', ['pack', folder, ...options], { encoding: 'utf8' })
  if (status !== 0) giveUp(`npm pack failed: ${stderr}`)
  const [{ filename }] = Object.values(JSON.parse(stdout))
  return path.join(target, filename)
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

if (isProgram(import.meta.url)) {
  ensureInstalled()
  console.log(await packageApi(path.resolve(process.argv[2] ?? path.join(ROOT, 'dist'))))
}
