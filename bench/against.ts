import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { prepareHoldfast } from './data.ts'
import { type Holdfast, MAIN, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import { Measurement, type Target } from './measure.ts'
import { type Operation, operations } from './operations.ts'
import { isWanted, type Options } from './options.ts'
import { openGround } from './place.ts'
import { memoryMib } from './process-cost.ts'
import { formatNumber, median, quantile, renderTable } from './table.ts'

const MIB = 1024 * 1024
const NO_NGINX = { uploadFolders: [], etag: '' }

/** What is shown of all rounds: what else a busy machine does only adds to them, so the lower ones say more. */
const FIGURES = { median: 0.5, 'lower quartile': 0.25, lowest: 0 }

/** A build, with all that it is asked for. */
interface Build {
  main: string
  place: Place
  planned: Operation[]
}

/** One process of each, in the order that they are shown in. */
type Pair<T> = [other: T, own: T]

/**
 * The same operations on another build and on this one, in turns. One process of a build differs from the next of the same
 * build by several percent for as long as it runs, so each build is started several times.
 */
export async function benchAgainst(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const load = await LoadClient.compile(dir, signal)
  const ground = await openGround(options.stack, dir, resources)
  const start = async ({ main, place }: Omit<Build, 'planned'>) => {
    const server = await startHoldfast({ place, logLevel: 'warn', signal, main })
    resources.defer(server.stop)
    return server
  }
  const targetOf = ({ port, pid }: Holdfast): Target => ({ port, pids: [pid, ...ground.pids] })
  const prepare = async (main: string, place: Place): Promise<Build> => {
    const server = await start({ main, place })
    setDefaultCACertificates([
      ...getCACertificates('default'),
      readFileSync(path.join(place.dataDir, 'tls-cert.pem'), 'utf8'),
    ])
    const data = await prepareHoldfast(server, load, options.largeMib * MIB)
    await server.stop()
    const planned = operations(data, NO_NGINX, options).filter(({ name }) => isWanted(options, name))
    return { main, place, planned }
  }
  console.error('… preparing')
  const other = await prepare(path.resolve(options.against), ground.place)
  const own = await prepare(MAIN, await ground.openAnother())

  const measurement = new Measurement(load, options.rounds)
  const found = new Map<string, Pair<readonly number[]>[]>()
  const note = (name: string, pair: Pair<readonly number[]>) =>
    found.set(name, [...(found.get(name) ?? []), pair])
  for (let n = 1; n <= options.starts; n++) {
    const servers: Pair<Holdfast> = [await start(other), await start(own)]
    const [before, now] = [targetOf(servers[0]), targetOf(servers[1])]
    for (const [at, { name, unit, requests, connections, holdfast }] of own.planned.entries()) {
      console.error(`… ${name}, ${n} of ${options.starts}`)
      const [theirs, ours] = await measurement.compare({ unit, requests, connections }, [
        { target: before, request: other.planned[at]?.holdfast ?? holdfast },
        { target: now, request: holdfast },
      ])
      note(`${name}, ${unit}`, [theirs?.cpu ?? [], ours?.cpu ?? []])
    }
    note(MEMORY, [[memoryMib(before.pids).highest], [memoryMib(now.pids).highest]])
    for (const server of servers) await server.stop()
  }
  return [
    `Server CPU time for one operation: ${options.rounds} rounds of each build, in turns, in each of ${options.starts} processes. ` +
      'The ratio of the middle processes, then those of the pairs.',
    renderTable(['Operation', 'Other build', 'This build', 'Ratio', 'Pairs'], [...found].flatMap(rowsOf)),
  ].join('\n\n')
}

const MEMORY = 'memory at its highest, MiB'

function rowsOf([name, pairs]: [string, Pair<readonly number[]>[]]): string[][] {
  const figures = name === MEMORY ? { highest: 1 } : FIGURES
  return Object.entries(figures).map(([figure, part]) => {
    const [before, now] = [0, 1].map((side) => pairs.map((pair) => quantile(pair[side] ?? [], part))) as Pair<
      number[]
    >
    const ratios = now.map((value, n) => value / (before[n] ?? Number.NaN)).sort((a, b) => a - b)
    return [
      name === MEMORY ? name : `${name}: ${figure}`,
      formatNumber(median(before)),
      formatNumber(median(now)),
      `× ${(median(now) / median(before)).toFixed(3)}`,
      `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    ]
  })
}
