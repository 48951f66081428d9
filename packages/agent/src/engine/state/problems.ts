import type { EntryId } from '@holdfast/api/ids'
import { formatUtc, HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { Subject } from '../../core/affected.ts'
import { RULES_FILE } from '../../core/ignore-rules.ts'
import type { LocalId } from '../../core/local-id.ts'
import { isSameEntry, type LocalEntry } from '../../core/local-tree.ts'
import type { Op, Plan } from '../../core/ops.ts'
import { isSameRow, type RemoteRow } from '../../core/remote-tree.ts'
import type { Trees } from '../../core/trees.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Unreadable } from '../../ports/disk.ts'
import type { TakenRules } from '../../ports/store.ts'
import type { Problem, ProblemReason } from './status.ts'

/** Why something could not be done; without a reason it is only tried again, and becomes a problem when it fails often. */
export interface Failure {
  readonly reason: ProblemReason | null
  /** What it is then reported as; that the service refuses it, if nothing better is known. */
  readonly likely?: ProblemReason | undefined
  readonly detail?: string | null | undefined
}

interface Held {
  /** What it was tried with: when the item is another one, it is tried at once. */
  readonly local: LocalEntry | undefined
  readonly row: RemoteRow | undefined
  readonly tries: number
  readonly until: Instant
  readonly problem: Problem | undefined
}

/** So often something fails for no reason that we know before people are notified. */
const TRIES_BEFORE_PROBLEM = 5
interface Rules {
  readonly rules: TakenRules | undefined
  readonly waitingRules: (TakenRules & { readonly files: number }) | undefined
}

/** So many of what this device does not keep are listed: people may list as much as they like. */
const MOST_NOTICES = 100
/** What only a person, or time, can fix is tried less and less often. */
const DELAYS: Partial<Record<ProblemReason, readonly [first: number, most: number]>> = {
  locked: [5000, 5 * MINUTE_MS],
  disk_busy: [5000, 5 * MINUTE_MS],
  disk_full: [MINUTE_MS, HOUR_MS],
  quota: [MINUTE_MS, HOUR_MS],
  // What is in a folder that was moved may have been taken out of it.
  too_deep: [HOUR_MS, HOUR_MS],
}
const USUAL_DELAYS = [MINUTE_MS, HOUR_MS] as const

/** What keeps items from being the same here and there, and when each is tried again. */
export class Problems {
  readonly #trees: Trees
  readonly #clock: Clock
  readonly #held = new Map<Subject, Held>()
  readonly #onDisk = new Map<LocalId, Problem>()
  readonly #stuck = new Map<LocalId, Problem>()
  readonly #undecided = new Map<EntryId, Problem>()
  #unreadable: readonly Problem[] = []
  #rulesBy: TakenRules['by'] = null
  #rulesWaiting: Problem | undefined
  /** Of what this device does not keep: since when it is reported. */
  #noticed = new Map<string, Problem>()
  /** No file is brought, or sent, before then: there is no room. */
  #noRoom: { up: Instant; down: Instant } = { up: 0, down: 0 }

  constructor(trees: Trees, clock: Clock) {
    this.#trees = trees
    this.#clock = clock
  }

  list(): Problem[] {
    const held = [...this.#held.values()].flatMap(({ problem }) => problem ?? [])
    const inPlan = [...this.#stuck.values(), ...this.#undecided.values()]
    return [
      ...inPlan,
      ...(this.#rulesWaiting ? [this.#rulesWaiting] : []),
      ...this.#unreadable,
      ...this.#onDisk.values(),
      ...held,
    ]
  }

  /** What this device does not keep. Nobody has to do anything about it. */
  listNotices(): Problem[] {
    const { ignored, listed, unsent } = this.#trees.leftOut
    const now = new Map<string, Problem>()
    const note = (path: string, reason: ProblemReason, detail: string | null) => {
      const since = this.#noticed.get(path)?.since
      if (now.size < MOST_NOTICES) now.set(path, this.#problem(path, reason, since, detail))
    }
    if (unsent.size > 0) note(RULES_FILE, 'not_sent', rulesInWords(unsent.size, this.#rulesBy))
    for (const id of ignored) note(this.rowPath(id), 'name_ignored', null)
    for (const id of listed) note(this.rowPath(id), 'listed', null)
    this.#noticed = now
    return [...now.values()]
  }

  /** It failed: it waits, the longer the more often it has. */
  fail(op: Op, { reason, likely = 'refused', detail = null }: Failure): void {
    const before = this.#holding(op)
    const tries = (before?.tries ?? 0) + 1
    const shown = reason ?? (tries < TRIES_BEFORE_PROBLEM ? null : likely)
    const [first, most] = reason ? (DELAYS[reason] ?? USUAL_DELAYS) : [tries < 2 ? 0 : 250, MINUTE_MS]
    const now = this.#clock.now()
    // A new folder is as deep as the way to it is long, whenever it is tried.
    const onlyElsewhere = reason === 'too_deep' && op.op === 'create'
    const until = onlyElsewhere ? Number.POSITIVE_INFINITY : now + Math.min(most, first * 2 ** (tries - 1))
    const problem = shown ? this.#problem(this.#pathOf(op), shown, before?.problem?.since, detail) : undefined
    this.#held.set(subjectOf(op), { ...itemOf(op), tries, until, problem })
    if (reason === 'disk_full') this.#noRoom.down = until
    if (reason === 'quota') this.#noRoom.up = until
  }

  succeed(op: Op): void {
    this.#held.delete(subjectOf(op))
  }

  /** What waits need not wait longer: someone has asked for it, or what it waits for has come. */
  tryAgain(reason?: ProblemReason): void {
    for (const [subject, held] of this.#held)
      if (reason === undefined || held.problem?.reason === reason)
        this.#held.set(subject, { ...held, until: 0 })
    if (reason === undefined) this.#noRoom = { up: 0, down: 0 }
  }

  isHeld(op: Op): boolean {
    const now = this.#clock.now()
    if (this.#noRoom.down > now && (op.op === 'replace' || (op.op === 'make' && op.row.kind === 'file')))
      return true
    if (
      this.#noRoom.up > now &&
      (op.op === 'send' || op.op === 'retake' || (op.op === 'create' && op.local.kind === 'file'))
    )
      return true
    return (this.#holding(op)?.until ?? 0) > now
  }

  /** When the first of those that wait is tried again. */
  get nextTry(): Instant | undefined {
    const times = [...this.#held.values()].map(({ until }) => until).filter(Number.isFinite)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** A plan was made: what it does not have any more is no problem, and what it cannot do is. */
  takePlan({ ops, stuck, undecided }: Pick<Plan, 'ops' | 'stuck' | 'undecided'>): void {
    if (this.#held.size > 0) {
      const planned = new Set(ops.map(subjectOf))
      for (const subject of this.#held.keys()) if (!planned.has(subject)) this.#held.delete(subject)
    }
    this.#become(
      this.#stuck,
      stuck.map(({ local, reason }) => ({ of: local.id, path: this.localPath(local.id), reason })),
    )
    this.#become(
      this.#undecided,
      [...undecided].map((id) => ({ of: id, path: this.rowPath(id), reason: 'undecided' })),
    )
  }

  /** An item that cannot be looked at; null when it can. */
  noteDisk(id: LocalId, path: string, reason: ProblemReason | null): void {
    if (reason === null) this.#onDisk.delete(id)
    else this.#onDisk.set(id, this.#problem(path, reason, this.#onDisk.get(id)?.since, null))
  }

  /** Of items that are not there any more nobody would say that they can be looked at. */
  forgetDisk(isGone: (id: LocalId) => boolean): void {
    for (const id of this.#onDisk.keys()) if (isGone(id)) this.#onDisk.delete(id)
  }

  /** Items whose names are no text, and volumes that are mounted. What was found in folders that are gone is gone. */
  noteUnreadable(items: readonly Unreadable[]): void {
    const before = new Map(this.#unreadable.map((problem) => [problem.path, problem.since]))
    this.#unreadable = items
      .filter(({ folder }) => this.#trees.local.get(folder) !== undefined)
      .map(({ folder, shownName, why }) => {
        const path = [this.localPath(folder), shownName].filter(Boolean).join('/')
        return this.#problem(
          path,
          why === 'mounted' ? 'other_volume' : 'name_refused',
          before.get(path),
          null,
        )
      })
  }

  /** Which list of what is not sent counts, and which waits for somebody's yes. */
  noteRules({ rules, waitingRules }: Rules): void {
    this.#rulesBy = rules?.by ?? null
    const since = this.#rulesWaiting?.since
    const detail = waitingRules ? rulesInWords(waitingRules.files, waitingRules.by) : null
    this.#rulesWaiting = waitingRules && this.#problem(RULES_FILE, 'rules_waiting', since, detail)
  }

  get hasUnreadable(): boolean {
    return this.#unreadable.length > 0
  }

  localPath(id: LocalId): string {
    const way = this.#trees.local.wayTo(id) ?? []
    return way.map(({ rawName }) => rawName).join('/')
  }

  rowPath(id: EntryId): string {
    const names: string[] = []
    for (let row = this.#trees.remote.get(id); row && row.name !== '' && names.length < 1000; ) {
      names.unshift(row.name)
      row = this.#trees.remote.get(row.parentId)
    }
    return names.join('/')
  }

  #pathOf(op: Op): string {
    const { local, row } = itemOf(op)
    return local ? this.localPath(local.id) : row ? this.rowPath(row.id) : ''
  }

  #holding(op: Op): Held | undefined {
    const held = this.#held.get(subjectOf(op))
    const { local, row } = itemOf(op)
    // Where a folder above it was moved, it is elsewhere though it is the same.
    if (held?.problem?.reason === 'too_deep' && held.problem.path !== this.#pathOf(op)) return undefined
    return held && isSame(held.local, local, isSameEntry) && isSame(held.row, row, isSameRow)
      ? held
      : undefined
  }

  /** Problems that were there before are as old as they were. */
  #become<Id extends Subject>(
    problems: Map<Id, Problem>,
    now: readonly { readonly of: Id; readonly path: string; readonly reason: ProblemReason }[],
  ): void {
    if (problems.size + now.length === 0) return
    const before = new Map(problems)
    problems.clear()
    for (const { of, path, reason } of now)
      problems.set(of, this.#problem(path, reason, before.get(of)?.since, null))
  }

  #problem(path: string, reason: ProblemReason, since: Instant | undefined, detail: string | null): Problem {
    return { path, reason, since: since ?? this.#clock.now(), detail }
  }
}

export function subjectOf(op: Op): Subject {
  if ('link' in op) return op.link.rowId
  return op.op === 'make' ? op.row.id : op.local.id
}

function rulesInWords(files: number, by: TakenRules['by']): string {
  const count = files === 1 ? '1 file' : `${files} files`
  return by ? `${count}; changed by ${by.name}, ${formatUtc(by.at).slice(0, 10)}` : count
}

const isSame = <T>(one: T | undefined, other: T | undefined, test: (one: T, other: T) => boolean): boolean =>
  one && other ? test(one, other) : one === other

const itemOf = (op: Op): Pick<Held, 'local' | 'row'> => ({
  local: 'local' in op ? op.local : undefined,
  row: 'row' in op ? op.row : undefined,
})
