// Who imports whom: the files of TypeScript, and the imports that esbuild finds in them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const FOLDERS = ['packages', 'bench', 'meta']
const SOURCE = /\.tsx?$/
// The rules know imports of types by this name: they are gone at run time, and some rules let them pass.
const TYPE_IMPORT = 'typeOnly'
const TYPE_STATEMENT = /^(?:import|export) type [^'"]*?from ['"]([^'"]+)['"]/gm
const TYPE_EXPRESSION = /(?<!await )\bimport\(['"]([^'"]+)['"]\)\.[A-Z]/g

/** All files of ours that may import each other, and those of them that are code. */
export function listFiles(root) {
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder))
  return { files, sources: files.filter((file) => SOURCE.test(file)) }
}

/** For each source, what it imports: the name as it is written, and the import alone as code. */
export async function findImports(root, sources) {
  const found = new Map(
    sources.map((file) => [file, typeImports(readFileSync(path.join(root, file), 'utf8'))]),
  )
  const collect = {
    name: 'collect-imports',
    setup: (esbuild) =>
      esbuild.onResolve({ filter: /.*/ }, ({ path: specifier, importer, kind }) => {
        if (kind === 'entry-point') return undefined
        // Styles import nothing of ours.
        if (specifier.endsWith('.css')) return { external: true }
        const code =
          kind === 'dynamic-import'
            ? `import(${JSON.stringify(specifier)})`
            : `import ${JSON.stringify(specifier)}`
        found.get(path.relative(root, importer)).push({ specifier, code })
        return { external: true }
      }),
  }
  await build({
    absWorkingDir: root,
    entryPoints: sources.map((file) => `./${file}`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    outdir: path.join(root, 'dist'),
    write: false,
    logLevel: 'error',
    // An import of values that only serves types stays an import, as in Node.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [collect],
  })
  return found
}

function typeImports(source) {
  const matches = [...source.matchAll(TYPE_STATEMENT), ...source.matchAll(TYPE_EXPRESSION)]
  return matches.map(([, specifier]) => ({ specifier, code: `${TYPE_IMPORT}(${JSON.stringify(specifier)})` }))
}

/** Where names such as `@holdfast/api/files/names` lead, by what the packages export. */
export function ownNames(root) {
  const exported = readdirSync(path.join(root, 'packages')).flatMap((folder) => {
    const at = path.posix.join('packages', folder)
    const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, at, 'package.json'), 'utf8'))
    return Object.entries(exports).map(([key, target]) => ({
      name: path.posix.join(name, key),
      file: path.posix.join(at, target),
    }))
  })
  return (specifier) => {
    for (const { name, file } of exported) {
      if (name === specifier) return file
      const [before, after] = name.split('*')
      if (after !== undefined && specifier.startsWith(before))
        return file.replace('*', specifier.slice(before.length))
    }
    return undefined
  }
}

function filesBelow(root, folder) {
  const at = path.join(root, folder)
  if (!statSync(at, { throwIfNoEntry: false })) return []
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (!entry.isDirectory()) return [file]
    return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(root, file)
  })
}
