import { setTimeout as pause } from 'node:timers/promises'
import type { RootId } from '@holdfast/api/ids'
import { MINUTE_MS } from '@holdfast/api/time'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Topic } from '../../platform/db/database.ts'
import type { Watch } from '../../platform/live/hub.ts'
import { makeConfigs } from '../roots/make-configs.ts'
import type { Line } from './line.ts'
import { listSeqs } from './queries.ts'

/** What a device was told last. */
interface Told {
  ver: string | undefined
  seqs: Map<RootId, number>
}

/** Some news come by the thousand: those that come within this time are dealt with together. */
const PAUSE_MS = 100
/** News may be lost, and not all that counts makes some. */
const ALL_MS = MINUTE_MS

/**
 * Tells the devices that are connected here what they are to do, whenever that is something else, and that there are
 * changes in the roots that they have. It is worked out for all of them together.
 */
export class Configs {
  readonly #ctx: Ctx
  readonly #told = new Map<Line, Told>()
  readonly #byRoot = new Map<RootId, Set<Line>>()
  /** To be worked out now. */
  readonly #due = new Set<Line>()
  /** To be worked out when it is time: what happens in an organization seldom changes what a device is to do. */
  readonly #stale = new Set<Line>()
  /** Whether lines or roots have come or gone since it was last said which news matter. */
  #moved = false
  #staleAt = 0
  #allAt = performance.now()
  #watch: Watch | undefined
  #running: Promise<void> | undefined
  #closed = false

  constructor(ctx: Ctx) {
    this.#ctx = ctx
  }

  /** From its welcome on. `ver` is of what the device knows already. */
  add(line: Line, ver: string | undefined): void {
    if (this.#closed) return
    this.#told.set(line, { ver, seqs: new Map() })
    this.#moved = true
    this.#due.add(line)
    this.#watch ??= this.#ctx.live.hub.watch()
    this.#running ??= this.#run(this.#watch)
    this.#watch.wake(`m${line.machineId}`)
  }

  drop(line: Line): void {
    for (const rootId of this.#told.get(line)?.seqs.keys() ?? []) this.#leave(rootId, line)
    this.#moved = this.#told.delete(line) || this.#moved
    this.#due.delete(line)
    this.#stale.delete(line)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#watch?.[Symbol.dispose]()
    await this.#running
  }

  async #run(watch: Watch): Promise<void> {
    while (!watch.ended) {
      await watch.wait(this.#ctx.live.pace.checkMs)
      const heard = watch.take()
      try {
        // Before it is worked out: what changes from now on is heard of.
        this.#follow(watch)
        this.#note(heard)
        const came = await this.#workOut()
        this.#follow(watch)
        await this.#tell([...came, ...this.#rootsAmong(heard)])
      } catch (error) {
        logFailure(this.#ctx.log, error, 'devices could not be told what to do', {})
      }
      if (heard.size > 0 && !watch.ended) await pause(PAUSE_MS)
    }
  }

  #follow(watch: Watch): void {
    if (!this.#moved) return
    this.#moved = false
    const topics = [...this.#told.keys()].flatMap(({ machineId, personId, organizationId }): Topic[] => [
      `m${machineId}`,
      `p${personId}`,
      `o${organizationId}`,
    ])
    watch.follow([...topics, ...[...this.#byRoot.keys()].map((id): Topic => `r${id}`)])
  }

  #note(heard: ReadonlySet<Topic | 'anything'>): void {
    const now = performance.now()
    const all = now - this.#allAt >= ALL_MS
    if (all) this.#allAt = now
    for (const line of this.#told.keys()) {
      if (all || heard.has(`m${line.machineId}`)) this.#due.add(line)
      else if (
        ['anything' as const, `p${line.personId}` as const, `o${line.organizationId}` as const].some(
          (topic) => heard.has(topic),
        )
      )
        this.#stale.add(line)
    }
    if (now - this.#staleAt < this.#ctx.live.pace.checkMs) return
    this.#staleAt = now
    for (const line of this.#stale) this.#due.add(line)
    this.#stale.clear()
  }

  /** Gives the roots that no device here had before. */
  async #workOut(): Promise<RootId[]> {
    const lines = [...this.#due]
    if (lines.length === 0) return []
    const made = await makeConfigs(
      this.#ctx,
      lines.map(({ machineId }) => machineId),
    )
    const came: RootId[] = []
    for (const line of lines) {
      this.#due.delete(line)
      const told = this.#told.get(line)
      const found = made.get(line.machineId)
      if (!told || !found) continue
      if (found.config.ver !== told.ver) line.say('config', found.config)
      told.ver = found.config.ver
      came.push(...this.#join(line, told, found.seqs))
    }
    return came
  }

  /** A device that gets a root reads it from where it is; it is notified of what comes after that. */
  #join(line: Line, told: Told, seqs: ReadonlyMap<RootId, number>): RootId[] {
    for (const rootId of told.seqs.keys()) if (!seqs.has(rootId)) this.#leave(rootId, line)
    const came: RootId[] = []
    for (const [rootId, seq] of seqs) {
      const lines = this.#byRoot.get(rootId)
      if (lines) lines.add(line)
      else {
        this.#byRoot.set(rootId, new Set([line]))
        this.#moved = true
        came.push(rootId)
      }
      if (told.seqs.has(rootId)) this.#tellOf(line, told, rootId, seq)
      else told.seqs.set(rootId, seq)
    }
    return came
  }

  #leave(rootId: RootId, line: Line): void {
    this.#told.get(line)?.seqs.delete(rootId)
    const lines = this.#byRoot.get(rootId)
    lines?.delete(line)
    if (lines?.size === 0) this.#moved = this.#byRoot.delete(rootId)
  }

  #rootsAmong(heard: ReadonlySet<Topic | 'anything'>): RootId[] {
    if (heard.has('anything')) return [...this.#byRoot.keys()]
    return [...heard]
      .filter((topic) => topic.startsWith('r'))
      .map((topic) => Number(topic.slice(1)) as RootId)
  }

  async #tell(roots: readonly RootId[]): Promise<void> {
    if (roots.length === 0) return
    for (const { id, seq } of await listSeqs(this.#ctx.db.read, [...new Set(roots)]))
      for (const line of this.#byRoot.get(id) ?? []) {
        const told = this.#told.get(line)
        if (told) this.#tellOf(line, told, id, seq)
      }
  }

  #tellOf(line: Line, told: Told, rootId: RootId, seq: number): void {
    if (seq <= (told.seqs.get(rootId) ?? 0)) return
    told.seqs.set(rootId, seq)
    line.say('news', { root_id: rootId, seq })
  }
}
