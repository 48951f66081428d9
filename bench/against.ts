import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { prepareHoldfast } from './data.ts'
import { MAIN, startHoldfast } from './holdfast.ts'
import { LoadClient } from './load.ts'
import { Measurement, type Target } from './measure.ts'
import { type Operation, operations } from './operations.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { memoryMib } from './process-cost.ts'
import { formatNumber, quantile, renderTable } from './table.ts'

const MIB = 1024 * 1024
const NO_NGINX = { uploadFolders: [], etag: '' }

/** What is shown of all rounds: what else a busy machine does only adds to them, so the lower ones say more. */
const FIGURES = { median: 0.5, 'lower quartile': 0.25, lowest: 0 }

interface Build {
  target: Target
  planned: Operation[]
}

/** The same operations on another build and on this one, in turns. */
export async function benchAgainst(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const load = await LoadClient.compile(dir, signal)
  const ground = await openGround(options.stack, dir, resources)
  const prepare = async (main: string, place: Place): Promise<Build> => {
    const { stop, ...server } = await startHoldfast({ place, logLevel: 'warn', signal, main })
    resources.defer(stop)
    setDefaultCACertificates([
      ...getCACertificates('default'),
      readFileSync(path.join(place.dataDir, 'tls-cert.pem'), 'utf8'),
    ])
    const data = await prepareHoldfast({ ...server, stop }, load, options.largeMib * MIB)
    return {
      target: { port: server.port, pids: [server.pid, ...ground.pids] },
      planned: operations(data, NO_NGINX, options).filter(({ name }) => name.includes(options.only)),
    }
  }
  console.error('… preparing')
  const other = await prepare(path.resolve(options.against), ground.place)
  const own = await prepare(MAIN, await ground.openAnother())

  const measurement = new Measurement(load, options.rounds)
  const rows: string[][] = []
  for (const [n, { name, unit, requests, connections, holdfast }] of own.planned.entries()) {
    console.error(`… ${name}`)
    const [before, now] = await measurement.compare({ unit, requests, connections }, [
      { target: other.target, request: other.planned[n]?.holdfast ?? holdfast },
      { target: own.target, request: holdfast },
    ])
    for (const [figure, part] of Object.entries(FIGURES))
      rows.push(
        rowOf(
          `${name}, ${unit}: ${figure}`,
          quantile(before?.cpu ?? [], part),
          quantile(now?.cpu ?? [], part),
        ),
      )
  }
  const highest = ({ target }: Build) => memoryMib(target.pids).highest
  rows.push(rowOf('memory at its highest, MiB', highest(other), highest(own)))
  return [
    `Server CPU time for one operation: ${options.rounds} rounds of each build, in turns.`,
    renderTable(['Operation', 'Other build', 'This build', 'Ratio'], rows),
  ].join('\n\n')
}

const rowOf = (name: string, before: number, now: number): string[] => [
  name,
  formatNumber(before),
  formatNumber(now),
  `× ${(now / before).toFixed(3)}`,
]
