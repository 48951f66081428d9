// node --import this file: a program of the agent's sources with a rule taken away, named by AGENT_MUTANT.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMutant, mutated } from '../sim/mutate.ts'

const name = process.env.AGENT_MUTANT ?? ''
if (!isMutant(name)) throw new Error(`There is no mutant «${name}»`)

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') ? mutated(name, fileURLToPath(url)) : undefined
    return source === undefined
      ? next(url, context)
      : { format: 'module-typescript', source, shortCircuit: true }
  },
})
