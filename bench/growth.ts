import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { type Grown, prepareGrown, type Size, sizesOf } from './growth-data.ts'
import { ALLOWED, type Look, looks } from './growth-looks.ts'
import { startHoldfast } from './holdfast.ts'
import { type Listing, listWhole } from './listing.ts'
import { LoadClient } from './load.ts'
import { type Figures, Measurement } from './measure.ts'
import type { Options } from './options.ts'
import { type Ground, openGround } from './place.ts'
import { formatNumber, formatRatio, formatSpread, median, renderTable } from './table.ts'

/** Measured so often before a row counts as too much: other work on the machine passes, growth does not. */
const TRIES = 3
/** How much more memory the whole of a folder may take, in MiB, whatever it holds. */
const ALLOWED_MIB = 20

interface Compared extends Look {
  small: Figures
  large: Figures
  tooMuch: boolean
}

export interface GrowthResult {
  report: string
  failed: boolean
}

/** The same looks at a root and at one that holds ten times as much, each on a server of its own. */
export async function benchGrowth(options: Options, signal: AbortSignal): Promise<GrowthResult> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const load = await LoadClient.compile(dir, signal)
  const ground = await openGround(options.stack, dir, resources)
  const start = async (place: Place) => {
    const server = await startHoldfast({ place, logLevel: 'warn', signal })
    resources.defer(() => server.stop())
    return server
  }
  const sizes = sizesOf(options.quick)
  const prepare = (place: Place, size: Size) => {
    console.error(`… preparing ${size.root.toLocaleString('en')} files`)
    return prepareGrown(place, size, start)
  }
  const small = await prepare(ground.place, sizes.small)
  const large = await prepare(await ground.openAnother(), sizes.large)

  const measurement = new Measurement(load, options.rounds)
  const compared: Compared[] = []
  for (const look of looks().filter(({ name }) => name.includes(options.only)))
    compared.push(await compare(measurement, options.quick, ground, look, small, large))
  const listings: [Listing, Listing] | undefined = 'whole folder'.includes(options.only)
    ? [await list(small), await list(large)]
    : undefined
  const failed = compared.some(({ tooMuch }) => tooMuch) || (listings?.[1].grownMib ?? 0) > ALLOWED_MIB
  return { report: render(sizes, compared, listings), failed }
}

async function compare(
  measurement: Measurement,
  quick: boolean,
  { pids }: Ground,
  look: Look,
  small: Grown,
  large: Grown,
): Promise<Compared> {
  console.error(`… ${look.name}`)
  const side = (grown: Grown) => ({
    target: { port: grown.server.port, pids: [grown.server.pid, ...pids] },
    request: look.request(grown),
  })
  const { requests, connections } = look
  const plan = { unit: 'ms', requests: quick ? Math.ceil(requests / 2) : requests, connections } as const
  for (let tries = 1; ; tries++) {
    const [first, second] = await measurement.compare(plan, [side(small), side(large)])
    if (!first || !second) throw new Error('Nothing was measured')
    const tooMuch = median(second.cpu) > ALLOWED[look.growth] * median(first.cpu)
    if (!tooMuch || tries === TRIES) return { ...look, small: first, large: second, tooMuch }
  }
}

function list(grown: Grown): Promise<Listing> {
  console.error(`… whole folder of ${grown.size.folder.toLocaleString('en')}`)
  return listWhole(grown)
}

function render(
  { small, large }: { small: Size; large: Size },
  compared: readonly Compared[],
  listings: readonly Listing[] | undefined,
): string {
  const titled = ({ folder, root }: Size) => `${folder.toLocaleString('en')} in ${root.toLocaleString('en')}`
  const rows = compared.map((row) => [
    row.name,
    formatSpread(row.small.cpu),
    formatSpread(row.large.cpu),
    formatRatio(row.large.cpu, row.small.cpu),
    `× ${ALLOWED[row.growth]}${row.tooMuch ? ' exceeded' : ''}`,
  ])
  const whole = (listings ?? []).map((listing) => [
    listing.entries.toLocaleString('en'),
    Math.round(listing.entries / listing.seconds).toLocaleString('en'),
    formatNumber((listing.cpuMs * 1000) / listing.entries),
    formatNumber(listing.firstByteMs),
    `${formatNumber(listing.grownMib)}${listing.grownMib > ALLOWED_MIB ? ' exceeded' : ''}`,
  ])
  return [
    'Server CPU time for one request to a folder in a root, ms: median of all rounds (lowest–highest).',
    renderTable(['Request', titled(small), titled(large), 'Ratio', 'Allowed'], rows),
    ...(listings
      ? [
          `The whole of that folder in one answer; memory may grow by ${ALLOWED_MIB} MiB.`,
          renderTable(
            ['Items', 'Items a second', 'CPU µs each', 'First byte, ms', 'Memory grown, MiB'],
            whole,
          ),
        ]
      : []),
  ].join('\n\n')
}
