import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setDefaultCACertificates } from 'node:tls'
import { prepareHoldfast, prepareNginx } from './data.ts'
import { type Holdfast, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import { type Measured, Measurement, type Target } from './measure.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { LOGGED, type Operation, operations } from './operations.ts'
import { isWanted, type Options } from './options.ts'
import { type Ground, openGround } from './place.ts'
import { memoryMib } from './process-cost.ts'
import { profilerOptions } from './profile.ts'
import type { ServerFigures } from './report.ts'

const MIB = 1024 * 1024
const SETTLE_MS = 2000

/** What all steps of a run share. Everything that must end with it is among its resources. */
interface Run {
  options: Options
  dir: string
  load: LoadClient
  ground: Ground
  signal: AbortSignal
  resources: AsyncDisposableStack
}

export interface BenchResult {
  measured: Measured[]
  servers: ServerFigures
}

/** Measures everything that the options ask for, on empty storage; leaves nothing behind. */
export async function bench(options: Options, signal: AbortSignal): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const load = await LoadClient.compile(dir, signal)
  const ground = await openGround(options.stack, dir, resources)
  const run: Run = { options, dir, load, ground, signal, resources }

  const { planned, nginx } = await prepare(run)
  const holdfast = await start(run, profilerOptions(options))
  await delay(SETTLE_MS)
  const idle = memoryOf(holdfast, nginx)
  const targets = { holdfast: targetOf(holdfast, ground), nginx: { port: nginx.port, pids: [nginx.pid] } }
  const measurement = new Measurement(load, options.rounds)
  const measured: Measured[] = []
  for (const operation of planned) {
    console.error(`… ${operation.name}`)
    measured.push(await measurement.run(operation, targets))
  }
  const highest = memoryOf(holdfast, nginx)
  await holdfast.stop()

  const logged = planned.find(({ name }) => name === LOGGED)
  if (logged) measured.push(await measureLogged(run, measurement, logged, targets.nginx))
  return { measured, servers: { idle: idle.now, highest: highest.highest, start: await measureStarts(run) } }
}

/** Fills both servers; ours is stopped again, so that what is measured begins fresh on existing data. */
async function prepare(run: Run): Promise<{ planned: Operation[]; nginx: Nginx }> {
  const { options, dir, load, ground, signal, resources } = run
  console.error('… preparing')
  const largeSize = options.largeMib * MIB
  const holdfast = await start(run)
  const { dataDir } = ground.place
  const tls = { certFile: path.join(dataDir, 'tls-cert.pem'), keyFile: path.join(dataDir, 'tls-key.pem') }
  setDefaultCACertificates([readFileSync(tls.certFile, 'utf8')])
  const data = await prepareHoldfast(holdfast, load, largeSize)
  await holdfast.stop()

  const nginx = await startNginx(path.join(dir, 'nginx'), tls, signal)
  resources.defer(() => nginx.stop())
  const all = operations(data, await prepareNginx(nginx, data, largeSize), options)
  const planned = all.filter(({ name }) => isWanted(options, name))
  if (planned.length === 0)
    throw new Error(`No operation contains «${options.only}»:\n${all.map(({ name }) => name).join('\n')}`)
  return { planned, nginx }
}

async function start(
  { ground, signal, resources }: Run,
  nodeOptions: string[] = [],
  logLevel: 'warn' | 'info' = 'warn',
) {
  const holdfast = await startHoldfast({ place: ground.place, logLevel, signal, nodeOptions })
  resources.defer(() => holdfast.stop())
  return holdfast
}

const targetOf = ({ port, pid }: Holdfast, { pids }: Ground): Target => ({ port, pids: [pid, ...pids] })

function memoryOf(ours: Holdfast, theirs: Nginx) {
  const holdfast = memoryMib([ours.pid])
  const nginx = memoryMib([theirs.pid])
  return {
    now: { holdfast: holdfast.now, nginx: nginx.now },
    highest: { holdfast: holdfast.highest, nginx: nginx.highest },
  }
}

async function measureLogged(run: Run, measurement: Measurement, logged: Operation, nginx: Target) {
  const holdfast = await start(run, [], 'info')
  const { goal: _, nginx: __, ...operation } = logged
  const named = { ...operation, name: `${logged.name}, with a log line each` }
  console.error(`… ${named.name}`)
  const measured = await measurement.run(named, { holdfast: targetOf(holdfast, run.ground), nginx })
  await holdfast.stop()
  return measured
}

async function measureStarts(run: Run): Promise<number[]> {
  console.error('… starts')
  const seconds: number[] = []
  for (let round = 0; round < run.options.rounds; round++) {
    const holdfast = await start(run)
    seconds.push(holdfast.startMs / 1000)
    await holdfast.stop()
  }
  return seconds
}
