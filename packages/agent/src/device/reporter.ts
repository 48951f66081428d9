import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { DeviceHere, RootHere } from './device.ts'
import { whyOf } from './why-of.ts'
import { within } from './within.ts'

const DEFAULT_MINUTES = 15
const MAX_PROBLEMS = 100
const MAX_REASON = 1000
/** As often as the service writes down what it hears. */
const LOOK_MS = 4000

export interface Reporting {
  readonly device: DeviceHere
  readonly now: () => Instant
  /** `health_report_period_minutes` of the configuration. */
  readonly periodMinutes: () => number | null
  /** False where nobody hears it. */
  readonly say: (report: object) => boolean
}

/** Tells the service how roots are, whenever that is something else, and how the device is, now and then. */
export class Reporter {
  readonly #reporting: Reporting
  readonly #told = new Map<RootHere['rsubId'], string>()
  #healthDueAt: Instant = 0
  /** What was reported of roots that are not kept at all: nobody waits for that until the next report is due. */
  #toldRefused = ''

  constructor(reporting: Reporting) {
    this.#reporting = reporting
  }

  /** There is a new line: everything is sent again. */
  begin(): void {
    this.#told.clear()
    this.#healthDueAt = 0
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.tell()
      await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** What there is to tell, if anything. */
  async tell(): Promise<void> {
    const { device, now, say, periodMinutes } = this.#reporting
    const all = device.roots()
    const changed = all.filter((root) => this.#told.get(root.rsubId) !== wordOf(root))
    const refused = all.flatMap(({ rsubId, why }) => (why === null ? [] : [`${rsubId} ${why}`])).join('\n')
    const isDue = now() >= this.#healthDueAt || refused !== this.#toldRefused
    if (changed.length === 0 && !isDue) return
    const roots = changed.map(({ rsubId, folder, status }) => ({
      rsub_id: rsubId,
      state: status.state,
      folder,
    }))
    const held = changed.map(({ rsubId, status: { wouldGo } }) => ({
      rsub_id: rsubId,
      here: wouldGo?.here ?? 0,
      there: wouldGo?.there ?? 0,
    }))
    const health = isDue && { health: await healthOf(device) }
    if (!say({ ...(roots.length > 0 && { roots, held }), ...health })) return
    for (const root of changed) this.#told.set(root.rsubId, wordOf(root))
    this.#toldRefused = refused
    if (isDue) this.#healthDueAt = now() + (periodMinutes() ?? DEFAULT_MINUTES) * MINUTE_MS
  }
}

const wordOf = ({ status, folder, why }: RootHere): string =>
  `${status.state} ${JSON.stringify(status.wouldGo)} ${folder} ${why ?? ''}`

async function healthOf({ version, roots, ownFolders }: DeviceHere) {
  const here = roots()
  const space = await spaceAt(here[0]?.folder ?? ownFolders[0] ?? '/')
  const problems = here.flatMap(({ folder, status, why }) => [
    ...(why === null ? [] : [{ path: folder, reason: why.slice(0, MAX_REASON) }]),
    ...status.problems.map((problem) => ({ path: path.join(folder, problem.path), reason: whyOf(problem) })),
  ])
  return { version, ...space, problems: within(problems, { count: MAX_PROBLEMS, bytes: 256 * 1024 }) }
}

/** Of the disk that the first root is on; nothing where it cannot be known. */
async function spaceAt(folder: string): Promise<{ free_space?: number; total_space?: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free_space: bavail * bsize, total_space: blocks * bsize }
  } catch {
    return {}
  }
}
