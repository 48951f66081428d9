// npm run soak -- --nightly [--hours 6]: as much of the soak as fits in a night, what was tried longest ago first, and
// simulated lives of agents in a third of the time. Each result is a line at the end of docs/reliability-runs.md, written when
// it is known: a night that is cut off has told what it found until then.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { giveUp, ROOT, runtimePath } from './bootstrap.mjs'

const RESULTS = path.join(ROOT, 'docs/reliability-runs.md')
const RUNNER = 'packages/server/testkit/runner/run.ts'
const HOUR_MS = 3_600_000
const SIMULATED_SHARE = 1 / 3
const LIVES = 10_000
/** No night has the seeds of another, nor those that were tried by hand. */
const FIRST_SEED = 1_500_000_000
const SEEDS_A_DAY = 1_000_000
const FIRST_DAY = Date.UTC(2026, 10, 18)

/** What a night consists of, by the paths of its tests. */
export const PARTS = [
  'content/kill',
  'tree/kill',
  'writing/model',
  'records/touch-folders',
  'content/memory',
  'db/durability',
  'access/privacy-calls',
  'access/matrix access/actions accounts/tables/random accounts/groups/members accounts/directories/import',
  'team-shares/roles shared-content/matrix',
  'agent/src/core/plan',
  'testkit/sim/sim.test testkit/sim/mutants',
  'testkit/chaos',
  'testkit/disk/folders',
  'agent/src/disk/swap agent/src/disk/cut-again agent/src/net/hostile-service agent/src/net/direct-download',
  'agent/src/cli/wild',
  'agent/src/cli/binary',
  'backup/faults',
  'backup/kills',
  'backup/changed-places',
  'backup/broken-off',
  'backup/load',
  'service/faults',
  'content/content content/ingest oversight/verify/verify writing/states uploads/tus-client',
  'reading/large-folder history/random chunks/chunks',
  'content/sweep files/sync search/search retention/purge writing/races restore/large channel/many-lines',
  'model-service/replay agent/src/backup agent/src/net/service-line agent/src/cli/few-requests agent/src/service/device-decides',
  'http/pages http/exchange/encodings',
  'http/webdav',
  'meta/installed meta/examples',
  'web/journeys',
]

const commandOf = (part) => `npm run soak -- ${part}`

/** Those never tried first, then by the day of their last result. */
export function inOrder(parts, results) {
  const lastTried = (part) =>
    results
      .split('\n')
      .filter((line) => line.includes(`\`${commandOf(part)}\``))
      .map((line) => /^\| (\d{4}-\d\d-\d\d) \|/.exec(line)?.[1] ?? '')
      .reduce((last, day) => (day > last ? day : last), '')
  return parts
    .map((part) => ({ part, last: lastTried(part) }))
    .sort((a, b) => (a.last < b.last ? -1 : a.last > b.last ? 1 : 0))
    .map(({ part }) => part)
}

/** A line of the table of results. */
export function resultLine({ at, commit, tried, result, minutes }) {
  const day = new Date(at).toISOString().slice(0, 10)
  const took = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `| ${day} | \`${tried}\` at ${commit} on ${process.arch}, ${took} | ${result} |\n`
}

/** What the end of a run says, in the words of the table. */
export function outcome({ code, output, cut }) {
  const counts = /^(\d+) passed, (\d+) failed/m.exec(output)
  if (cut) return 'cut off at the end of the night'
  if (code === 0 && counts) return `${counts[1]} passed`
  if (counts) return `**${counts[2]} failed**, ${counts[1]} passed`
  return `**ended with ${code}** and without a count`
}

export async function runNight(args) {
  const hours = Number(
    /^--hours[= ]([\d.]+)$/.exec(args.join(' '))?.[1] ?? (args.length === 0 ? 6 : Number.NaN),
  )
  if (!(hours > 0)) giveUp('npm run soak -- --nightly [--hours 6]')
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stdout.trim()
  const end = Date.now() + hours * HOUR_MS
  let failed = false
  const tell = ({ tried, started, ...rest }, result) => {
    const minutes = Math.round((Date.now() - started) / 60_000)
    appendFileSync(RESULTS, resultLine({ at: started, commit, tried, result, minutes, ...rest }))
    failed ||= result.startsWith('**')
    console.log(`${tried}: ${result}`)
  }
  await simulate(Date.now() + hours * HOUR_MS * SIMULATED_SHARE, tell)
  for (const part of inOrder(PARTS, readFileSync(RESULTS, 'utf8'))) {
    if (Date.now() >= end) break
    const started = Date.now()
    const run = await runUntil(end, [RUNNER, ...part.split(' ')], { TESTKIT_SOAK: '1' })
    tell({ tried: commandOf(part), started }, outcome(run))
  }
  process.exitCode = failed ? 1 : 0
}

/** Parts of 10,000 lives; of ten, one has three devices and one a single person at a time. */
async function simulate(end, tell) {
  const first = FIRST_SEED + Math.max(0, Math.floor((Date.now() - FIRST_DAY) / (24 * HOUR_MS))) * SEEDS_A_DAY
  const started = Date.now()
  const faults = []
  let lives = 0
  for (let part = 0; Date.now() < end; part++) {
    const seed = first + part * LIVES
    const kind = part % 10 === 3 ? ['--devices', '3'] : part % 10 === 7 ? ['--one-by-one'] : []
    const options = ['--all', '--runs', `${LIVES}`, '--seed', `${seed}`, ...kind]
    const run = await runUntil(end, ['packages/agent/testkit/sim/main.ts', ...options], {})
    if (run.cut) break
    lives += LIVES
    if (run.code !== 0)
      faults.push(/^seed .*$/m.exec(run.output)?.[0] ?? `part ${seed} ended with ${run.code}`)
  }
  if (lives === 0) return
  const result =
    faults.length === 0
      ? `${lives} lives, no fault`
      : `**${faults.length} parts failed**: ${faults.join('; ')}`
  tell({ tried: `npm run sim -- --all --runs ${lives} --seed ${first}`, started }, result)
}

/** Runs a program by the project's Node, shows what it says, and ends it when the time is over. */
function runUntil(end, args, env) {
  const child = spawn(runtimePath(), args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let cut = false
  child.stdout.on('data', (text) => {
    process.stdout.write(text)
    output = `${output}${text}`.slice(-20_000)
  })
  const timer = setTimeout(() => {
    cut = true
    child.kill('SIGTERM')
  }, end - Date.now())
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: code ?? signal, output, cut })
    })
  })
}
