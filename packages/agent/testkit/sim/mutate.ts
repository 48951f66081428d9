import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { MUTANTS, SCRIPTED } from './mutants.ts'

const ALL = { ...MUTANTS, ...SCRIPTED }

const QUERY = '?mutant='
const mutantIn = (url: string | undefined): string | undefined => {
  const [, name] = url?.split(QUERY) ?? []
  return name === undefined ? undefined : decodeURIComponent(name)
}

let isRegistered = false

/** The module of runs, and all that it imports of the agent, with a rule taken away. */
export async function runsUnder(name: string): Promise<typeof import('./run.ts')> {
  const found = ALL[name]
  if (!found) throw new Error(`There is no mutant «${name}»: ${Object.keys(ALL).join(', ')}`)
  register()
  const applied = marks.get(name) ?? new Set()
  marks.set(name, applied)
  const runs = (await import(`./run.ts${QUERY}${encodeURIComponent(name)}`)) as typeof import('./run.ts')
  for (const { file } of found.edits)
    if (!applied.has(file)) throw new Error(`${name}: ${file} was not loaded`)
  return runs
}

/** By mutant, the files that were changed. */
const marks = new Map<string, Set<string>>()

export const isMutant = (name: string): boolean => Object.hasOwn(ALL, name)

/** The text of a module without the rule; undefined where it is no part of it. */
export function mutated(name: string, url: string): string | undefined {
  const path = url.split(QUERY)[0] ?? url
  const here = (ALL[name]?.edits ?? []).filter(({ file }) => path.endsWith(`/${file}`))
  if (here.length === 0) return undefined
  let source = readFileSync(fileURLToPath(path), 'utf8')
  for (const { file, from, to } of here) {
    if (source.split(from).length !== 2) throw new Error(`${name}: ${file} does not have once: ${from}`)
    source = source.replace(from, () => to)
    marks.get(name)?.add(file)
  }
  return source
}

function register(): void {
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const name = mutantIn(context.parentURL)
      if (name === undefined || !resolved.url.includes('/packages/agent/') || resolved.url.includes(QUERY))
        return resolved
      return { ...resolved, url: `${resolved.url}${QUERY}${encodeURIComponent(name)}` }
    },
    load(url, context, next) {
      const name = mutantIn(url)
      const source = name === undefined ? undefined : mutated(name, url)
      return source === undefined
        ? next(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
