import { parseArgs } from 'node:util'
import { FEATURES, type Feature, LATER_FEATURES } from './features.ts'
import { Fingerprint } from './fingerprint.ts'
import { runsUnder } from './mutate.ts'
import * as asItIs from './run.ts'

// Stops at the first fault, unless `--all`; `--features none` has edits, crashes and lost requests only.
// `--fingerprint` prints a hash of all that happened for each seed: the same before and after a change of code that is to
// change nothing.
// npm run sim -- --runs 1000 --seed 1 [--one-by-one] [--devices 3] [--features tree,epoch] [--mutant name] [--all] [--fingerprint] [--trace]
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    devices: { type: 'string', default: '2' },
    features: { type: 'string' },
    'one-by-one': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    fingerprint: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
// Most errors here are what the simulated world throws on purpose.
if (!values.trace) Error.stackTraceLimit = 0
const first = Number(values.seed)
const runs = values.trace ? 1 : Number(values.runs)
const features = values.features
  ?.split(',')
  .filter((name): name is Feature => [...FEATURES, ...LATER_FEATURES].includes(name as Feature))
const show = (what: unknown) => (typeof what === 'string' ? what : JSON.stringify(what)?.slice(0, 300))
const trace = values.trace ? (...what: unknown[]) => console.log(what.map(show).join(' ')) : undefined
const { runAtOnce, runOneByOne } = values.mutant === undefined ? asItIs : await runsUnder(values.mutant)
const run = values['one-by-one'] ? runOneByOne : runAtOnce
const total = { runs: 0, faults: 0, steps: 0, crashes: 0 }
const kinds: Record<string, number> = {}
for (let seed = first; seed < first + runs; seed++) {
  const fingerprint = values.fingerprint ? new Fingerprint() : undefined
  const noted = (...what: unknown[]) => {
    trace?.(...what)
    fingerprint?.note(...what)
  }
  const isNoted = trace !== undefined || fingerprint !== undefined
  const options = { devices: Number(values.devices), features, trace: isNoted ? noted : undefined }
  const outcome = await run(seed, options)
  fingerprint?.note(outcome)
  if (fingerprint) console.log(`seed ${seed} ${fingerprint.digest()}`)
  total.runs++
  total.steps += outcome.steps
  total.crashes += outcome.crashes
  if (outcome.fault === undefined) continue
  total.faults++
  const kind = outcome.fault.split(/[ :]/)[0] ?? ''
  kinds[kind] = (kinds[kind] ?? 0) + 1
  if (total.faults <= 3) console.log(`seed ${seed} (${outcome.features.join(', ')}): ${outcome.fault}`)
  if (!values.all) break
}
console.log(JSON.stringify({ ...total, kinds, cpu: process.cpuUsage().user / 1e6 }))
process.exitCode = total.faults > 0 ? 1 : 0
