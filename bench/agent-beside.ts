import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeRandom } from './agent.ts'
import { SMALL } from './data.ts'
import type { Options } from './options.ts'
import { cpuMs } from './process-cost.ts'
import { type Pair, startHoldfastPair, startSyncthingPair } from './synced-pairs.ts'
import { renderTable } from './table.ts'

const IN_FOLDER = 100
const MIB = 1024 * 1024
const CHANGED = 1024
const SAVED = 20 * 1024
const LOOK_MS = 20
const ALONE = 'BENCH_IN_NAMESPACE'

/** Two running agents and their server beside two of Syncthing: what the same work costs, and how long a save takes. */
export async function benchAgentBeside(options: Options, signal: AbortSignal): Promise<string> {
  if (process.env[ALONE] === undefined) return inNamespace()
  const starts = [startHoldfastPair, startSyncthingPair]
  const columns: Figures[] = []
  for (const start of starts) {
    const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-pair-'))
    const pair = await start(options, dir, signal)
    try {
      columns.push(await measure(options, pair))
    } finally {
      await pair.stop()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  return render(columns)
}

/** Nothing but the loopback is there: neither finds other computers, and none finds them. */
function inNamespace(): string {
  const script = 'ip link set lo up && exec "$0" "$@"'
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const { status, stdout } = spawnSync('unshare', ['-rn', 'sh', '-c', script, ...own], {
    env: { ...process.env, [ALONE]: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: MIB,
  })
  if (status !== 0) throw new Error(`It ended with ${status}:\n${stdout}`)
  return stdout.slice(stdout.indexOf('| '))
}

/** In the order of the rows: what it is, and the figure. */
type Figures = Map<string, number>

async function measure(
  { agentFiles: [files = 10_000], largeMib, quick }: Options,
  pair: Pair,
): Promise<Figures> {
  const figures: Figures = new Map()
  const [here, there] = pair.folders
  const during = async (what: string, work: () => Promise<void>) => {
    console.error(`… ${pair.name}: ${what}`)
    const [cpu, server, [sent, received]] = [cpuMs(pair.pids), serverMs(pair), await pair.bytes()]
    await work()
    const [sentNow, receivedNow] = await pair.bytes()
    figures.set(`${what}: CPU of both agents, s`, (cpuMs(pair.pids) - cpu) / 1000)
    figures.set(`${what}: CPU of the server, s`, (serverMs(pair) - server) / 1000)
    figures.set(`${what}: sent by the first, MiB`, (sentNow - sent) / MIB)
    figures.set(`${what}: received by the second, MiB`, (receivedNow - received) / MIB)
  }
  await during(`${files.toLocaleString('en')} × 4 KiB`, async () => {
    for (let n = 0; n < files; n++) {
      const folder = path.join(here, 'many', String(Math.floor(n / IN_FOLDER)))
      if (n % IN_FOLDER === 0) mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, `${n}.dat`), randomBytes(SMALL))
    }
    await until(() => countFiles(path.join(there, 'many')) === files, 500)
  })
  const large = (folder: string) => path.join(folder, 'large.bin')
  const beside = path.join(path.dirname(here), 'large.bin')
  writeRandom(beside, largeMib)
  await during(`${largeMib} MiB`, async () => {
    renameSync(beside, large(here))
    await until(() => statSync(large(there), { throwIfNoEntry: false })?.size === largeMib * MIB, 100)
  })
  const at = Math.floor((largeMib * MIB) / 3)
  const bytes = randomBytes(CHANGED)
  // What came is kept aside for a while, by both.
  await delay(REST_MS)
  await during(`1 KiB in ${largeMib} MiB`, async () => {
    writeAt(large(here), bytes, at)
    await until(() => readAt(large(there), at).equals(bytes), 100)
  })
  const latencies: number[] = []
  console.error(`… ${pair.name}: saves`)
  for (let n = 0; n < (quick ? 5 : 20); n++) {
    await delay(REST_MS)
    const [text, began] = [randomBytes(SAVED), performance.now()]
    const file = (folder: string) => path.join(folder, `saved ${n}.bin`)
    writeFileSync(file(here), text)
    await until(() => statSync(file(there), { throwIfNoEntry: false })?.size === SAVED, LOOK_MS)
    if (!readFileSync(file(there)).equals(text)) throw new Error('It is another file')
    latencies.push((performance.now() - began) / 1000)
  }
  latencies.sort((one, other) => one - other)
  figures.set('a save of 20 KiB appears: median, s', latencies[Math.floor(latencies.length / 2)] ?? 0)
  figures.set('a save of 20 KiB appears: longest, s', latencies.at(-1) ?? 0)
  return figures
}

/** So that one thing is over before the next is measured. */
const REST_MS = 3000

const serverMs = ({ server }: Pair): number => (server === undefined ? 0 : cpuMs([server]))

async function until(isSo: () => boolean, everyMs: number): Promise<void> {
  const began = performance.now()
  while (!isSo()) {
    if (performance.now() - began > 600_000) throw new Error('It takes more than ten minutes')
    await delay(everyMs)
  }
}

function countFiles(folder: string): number {
  let files = 0
  const isThere = statSync(folder, { throwIfNoEntry: false })
  for (const entry of isThere ? readdirSync(folder, { withFileTypes: true }) : [])
    if (entry.isDirectory()) files += countFiles(path.join(folder, entry.name))
    else if (entry.name.endsWith('.dat') && !entry.name.startsWith('.')) files++
  return files
}

function writeAt(file: string, bytes: Uint8Array, at: number): void {
  const fd = openSync(file, 'r+')
  writeSync(fd, bytes, 0, bytes.length, at)
  closeSync(fd)
}

/** Nothing while it is replaced. */
function readAt(file: string, at: number): Buffer {
  const bytes = Buffer.alloc(CHANGED)
  if (!existsSync(file)) return bytes
  const fd = openSync(file, 'r')
  readSync(fd, bytes, 0, CHANGED, at)
  closeSync(fd)
  return bytes
}

function render([holdfast, syncthing]: readonly Figures[]): string {
  const rows = [...(holdfast ?? [])].map(([what, ours]) => {
    const theirs = syncthing?.get(what) ?? 0
    return [
      what,
      ours.toFixed(2),
      theirs === 0 ? '–' : theirs.toFixed(2),
      theirs === 0 ? '–' : (ours / theirs).toFixed(2),
    ]
  })
  return renderTable(['', 'Holdfast', 'Syncthing', 'ratio'], rows)
}
