import { statfs } from 'node:fs/promises'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import type { SystemServer } from '@holdfast/api/oversight/system'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Config } from '../../platform/config/config.ts'

type Told = Omit<SystemServer, 'id' | 'name' | 'version' | 'this' | 'at'>
type Disk = SystemServer['disks'][number]

interface Counted {
  now: () => Instant
  connections: () => number
  devices: () => number
}

/** How this process and its machine are. */
export class ProcessFigures {
  readonly #config: Config
  readonly #counted: Counted
  readonly #started: string
  #cpu = process.cpuUsage()
  #looked = performance.now()

  constructor(config: Config, counted: Counted) {
    this.#config = config
    this.#counted = counted
    this.#started = formatUtc(counted.now())
  }

  async read(): Promise<Told> {
    const { connections, devices } = this.#counted
    return {
      started: this.#started,
      cpu_percent: this.#cpuPercent(),
      memory: process.memoryUsage.rss(),
      connections: connections(),
      devices: devices(),
      load_percent: Math.round((100 * (loadavg()[0] ?? 0)) / availableParallelism()),
      cores: availableParallelism(),
      machine_memory: totalmem(),
      free_memory: freemem(),
      disks: await disksOf(this.#config),
    }
  }

  /** Since it was asked last. */
  #cpuPercent(): number {
    const { user, system } = process.cpuUsage(this.#cpu)
    const passed = (performance.now() - this.#looked) * 1000
    this.#cpu = process.cpuUsage()
    this.#looked = performance.now()
    return passed < 1 ? 0 : Math.round((100 * (user + system)) / passed)
  }
}

/** The disks that it writes to, each once. */
async function disksOf({ dataDir, database, blobs }: Config): Promise<Disk[]> {
  const folders: { place: string; use: Disk['uses'][number] }[] = [
    { place: dataDir, use: 'data' },
    ...(database.kind === 'sqlite' ? [{ place: path.dirname(database.file), use: 'database' as const }] : []),
    ...(blobs.kind === 'disk' ? [{ place: blobs.dir, use: 'files' as const }] : []),
  ]
  const disks = new Map<string, Disk>()
  for (const { place, use } of folders) {
    const found = await statfs(place).catch(() => undefined)
    if (!found) continue
    const { bavail, blocks, bsize, type } = found
    // Folders with the same figures at one moment are on the same disk.
    const known = disks.get(`${type} ${blocks} ${bavail}`)
    if (known) known.uses.push(use)
    else
      disks.set(`${type} ${blocks} ${bavail}`, {
        place,
        uses: [use],
        free: bavail * bsize,
        total: blocks * bsize,
      })
  }
  return [...disks.values()]
}
