import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { HASTY } from './hasty-mutants.ts'
import { MUTANTS } from './mutants.ts'
import { RARE } from './rare-mutants.ts'
import { SAVING } from './saving-mutants.ts'
import { SCRIPTED } from './scripted-mutants.ts'
import { UNSEEN } from './unseen-mutants.ts'

const ALL = { ...MUTANTS, ...SAVING, ...UNSEEN, ...HASTY, ...RARE, ...SCRIPTED }

/** The module of runs, and all that it imports of the agent, with a rule taken away; in one piece, which is loaded in no time. */
export async function runsUnder(name: string): Promise<typeof import('./run.ts')> {
  const found = ALL[name]
  if (!found) throw new Error(`There is no mutant «${name}»: ${Object.keys(ALL).join(', ')}`)
  const applied = new Set<string>()
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'run.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    plugins: [mutating(name, applied)],
  })
  for (const { file } of found.edits)
    if (!applied.has(file)) throw new Error(`${name}: ${file} was not loaded`)
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return (await import(`data:text/javascript;base64,${text}`)) as typeof import('./run.ts')
}

/** What is not of the agent stays the one that is loaded already. */
const mutating = (name: string, applied: Set<string>): Plugin => ({
  name: 'mutating',
  setup(bundle) {
    bundle.onResolve({ filter: /^@holdfast\/api\// }, ({ path: given }) => ({
      path: import.meta.resolve(given),
      external: true,
    }))
    bundle.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const contents = mutated(name, file, applied)
      return contents === undefined ? undefined : { contents, loader: 'ts' }
    })
  },
})

export const isMutant = (name: string): boolean => Object.hasOwn(ALL, name)

/** The text of a file without the rule; undefined where it is no part of it. `applied` gets the names of those that are. */
export function mutated(name: string, file: string, applied?: Set<string>): string | undefined {
  const here = (ALL[name]?.edits ?? []).filter((edit) => file.endsWith(`/${edit.file}`))
  if (here.length === 0) return undefined
  let source = readFileSync(file, 'utf8')
  for (const { file: named, from, to } of here) {
    if (source.split(from).length !== 2) throw new Error(`${name}: ${named} does not have once: ${from}`)
    source = source.replace(from, () => to)
    applied?.add(named)
  }
  return source
}
