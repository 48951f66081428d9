import { applyBulk, type BulkAction, type BulkReport, MAX_BULK } from '@holdfast/api/files/file-bulk'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { ApiClientError, call } from '../service/api.ts'
import { isBusy, isOffline } from '../service/errors.ts'
import type { Named } from './changes.ts'

/** What a change of many is about: items by themselves, or everything in a folder, however much that is. */
export type Which =
  | { items: readonly Named[] }
  | {
      allIn: EntryId
      except: readonly EntryId[]
      /** As far as the list knows. */
      count: number
      /** Only what the operation that begins with this change changed last. */
      onlyOf?: number
    }

export const MOST_EXCEPT = MAX_BULK

export interface Change {
  action: BulkAction
  on_conflict?: 'rename'
  to_root_id?: RootId
  to_folder_id?: EntryId
}

export interface Failure {
  item: Named
  error: unknown
}

/** What became of it: items that failed stay as they were. */
export interface Outcome {
  count: number
  /** Those of them that are known by themselves. */
  done: Named[]
  /** What did not exist before: copies, and what moved to another root. */
  made: Named[]
  failed: Failure[]
  /** The first change of the operation, where it is of everything in a folder. */
  firstSeq?: number
  /** Someone did not want the rest. */
  stopped: boolean
  /** What kept it from going on after some of it was done. */
  error?: unknown
}

/** Whoever looks on: hears of each step, and can stop between two of them. */
export interface Watch {
  isStopped: () => boolean
  onStep: (done: number) => void
  onWait: (isWaiting: boolean) => void
}

/** Items that one request is about: what takes long for each is done a few at a time. */
const STEP: Record<BulkAction, number> = {
  ...{ delete: 500, restore: 500, move: 500 },
  ...{ lock: 200, unlock: 200, copy: 50, purge: 50 },
}

export const countOf = (which: Which): number => ('items' in which ? which.items.length : which.count)
/** Whether it takes more than one request, so that there is something between them. */
export const hasSteps = (which: Which, { action }: Change): boolean =>
  !('items' in which) || which.items.length > STEP[action]

/** Requests that are one operation in the history, however many they are. */
export async function applyInSteps(
  root: RootId,
  which: Which,
  change: Change,
  watch: Watch,
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, done: [], made: [], failed: [], stopped: false }
  const steps = 'items' in which ? eachOf(root, which.items, change) : allOf(root, which, change)
  let seen = 0
  try {
    for (let step = await patiently(steps, watch); !step.done; step = await patiently(steps, watch)) {
      const { report, done } = step.value
      outcome.count += report.done
      outcome.done.push(...done)
      outcome.made.push(...report.made)
      outcome.failed.push(...failuresIn(report, which))
      if (report.done > 0) outcome.firstSeq ??= report.seq_before + 1
      seen += report.done + report.failed.length
      watch.onStep(seen)
      if (watch.isStopped() && steps.isMore()) return { ...outcome, stopped: true }
    }
  } catch (error) {
    if (watch.isStopped()) return { ...outcome, stopped: true }
    if (seen === 0) throw error
    outcome.error = error
  }
  return outcome
}

interface Step {
  report: BulkReport
  /** Items that are known and did not fail. */
  done: readonly Named[]
}

/** A request that failed is made again by the next call. */
interface Steps {
  next: () => Promise<{ done: false; value: Step } | { done: true }>
  isMore: () => boolean
  /** Whether a request whose answer was lost does no harm when it is made again. */
  mayRepeat: () => boolean
}

function eachOf(root: RootId, items: readonly Named[], change: Change): Steps {
  const size = STEP[change.action]
  const together = items.length > size ? { operation: newOperation() } : {}
  let from = 0
  return {
    isMore: () => from < items.length,
    mayRepeat: () => false,
    async next() {
      const some = items.slice(from, from + size)
      if (some.length === 0) return { done: true }
      const ids = (type: Named['type']) => some.filter((item) => item.type === type).map(({ id }) => id)
      const [file_ids, folder_ids] = [ids('file'), ids('folder')]
      const report = await call(applyBulk, {
        root_id: root,
        ...change,
        ...together,
        ...(file_ids.length > 0 && { file_ids }),
        ...(folder_ids.length > 0 && { folder_ids }),
      })
      from += some.length
      const failed = new Set(report.failed.map(({ id }) => id))
      return { done: false, value: { report, done: some.filter(({ id }) => !failed.has(id)) } }
    },
  }
}

function allOf(root: RootId, which: Exclude<Which, { items: unknown }>, change: Change): Steps {
  const { allIn, except, onlyOf } = which
  const params = {
    ...{ root_id: root, ...change, all_in: allIn, operation: newOperation() },
    ...(except.length > 0 && { except_ids: [...except] }),
    ...(onlyOf !== undefined && { only_of: onlyOf }),
  }
  let cursor: string | null | undefined
  return {
    isMore: () => cursor !== null,
    // Without a first answer nobody knows where the operation begins; copies would be there twice.
    mayRepeat: () => cursor !== undefined && change.action !== 'copy',
    async next() {
      if (cursor === null) return { done: true }
      const report = await call(applyBulk, { ...params, ...(cursor !== undefined && { cursor }) })
      cursor = report.cursor
      return { done: false, value: { report, done: [] } }
    },
  }
}

const WAIT_MS = 2000
/** About a minute; then it is told, and begun again by whoever wants it. */
const MOST_TRIES = 30

/** Waits out cut lines and busy servers. */
async function patiently(steps: Steps, watch: Watch) {
  for (let tries = 0; ; tries++)
    try {
      const step = await steps.next()
      if (tries > 0) watch.onWait(false)
      return step
    } catch (error) {
      const isLost = isOffline(error) && steps.mayRepeat()
      if ((!isBusy(error) && !isLost) || tries === MOST_TRIES || watch.isStopped()) throw error
      watch.onWait(true)
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      if (watch.isStopped()) throw error
    }
}

function failuresIn(report: BulkReport, which: Which): Failure[] {
  const known = new Map('items' in which ? which.items.map((item) => [item.id, item]) : [])
  // As if each had been refused alone.
  return report.failed.map((failure) => ({
    item: known.get(failure.id) ?? { type: failure.type, id: failure.id },
    error: new ApiClientError(409, failure, new Headers()),
  }))
}

// `randomUUID` is for pages of secure origins only.
const newOperation = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join(
    '',
  )
