import type { RootId } from '@holdfast/api/ids'
import {
  applyInSteps,
  type Change,
  countOf,
  type Failure,
  hasSteps,
  type Outcome,
  type Which,
} from '../../data/files/bulk.ts'
import { withNames } from '../../data/files/names-of.ts'
import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { workWords } from '../../messages/work-words.ts'
import { offerUndo, toast } from '../../platform/toasts.ts'
import { beginWork, changeWork, dropWork, endWork, getWork, type Result, takesOf } from './works.ts'

export interface Part {
  root: RootId
  which: Which
}
export type Done = Part & { outcome: Outcome }

/** One thing that someone does with many items. */
export interface Deed {
  parts: readonly Part[]
  change: Change
  done: (count: number, name: string) => string
  /** What reverses it. */
  undo?: (done: readonly Done[]) => Pick<Deed, 'parts' | 'change'> | undefined
  /** Failures that someone is asked about, and not told of. */
  without?: (failure: Failure) => boolean
  /** Something else follows that tells of it: only what fails is told. */
  isHalf?: boolean
  /** When it is undone. */
  undone?: () => void
}

/** More than these are told of in the tray; fewer are done before anyone could look. */
const FEW = 100

/** Refused as a whole, while nothing of it was done: few are told of by whoever asked for it. */
export async function perform(deed: Deed, line?: number): Promise<Done[]> {
  const { parts, change } = deed
  const total = parts.reduce((sum, { which }) => sum + countOf(which), 0)
  const id = begin(deed, total, line)
  const all: Done[] = []
  try {
    for (const { root, which } of parts) {
      const before = all.reduce((sum, { which: one }) => sum + countOf(one), 0)
      const outcome = await applyInSteps(root, which, change, {
        isStopped: () => getWork(id)?.phase === 'stopping',
        onStep: (done) => changeWork(id, { done: Math.min(total, before + done) }),
        onWait: (isWaiting) => changeWork(id, { isWaiting }),
      })
      all.push({ root, which, outcome })
      if (outcome.stopped || outcome.error !== undefined) break
    }
  } catch (error) {
    if (total <= FEW && line === undefined) {
      dropWork(id)
      throw error
    }
    const { words, retry } = problemOf(error)
    endWork(id, {
      ...{ words: workWords().couldNot[change.action](total), why: words, isBad: true, failed: [] },
      ...(retry && { retry: () => tryAgain(deed, id) }),
    })
    return all
  }
  await tell(deed, all, { id, total, inLine: total > FEW || line !== undefined })
  return all
}

function begin({ parts, change }: Deed, total: number, line: number | undefined): number {
  const [first] = parts
  const takes = first && parts.length === 1 ? takesOf(first.root, first.which, change) : undefined
  const work = {
    words: workWords().doing[change.action](total),
    total,
    canStop: parts.length > 1 || parts.some(({ which }) => hasSteps(which, change)),
    isShown: total > FEW || line !== undefined,
    ...(takes && { takes }),
  }
  if (line === undefined || !getWork(line)) return beginWork(work)
  const { result: _result, takes: _takes, ...rest } = getWork(line) ?? { id: line }
  dropWork(line)
  return beginWork({ ...rest, ...work })
}

interface Line {
  id: number
  total: number
  inLine: boolean
}

async function tell(deed: Deed, all: readonly Done[], { id, total, inLine }: Line): Promise<void> {
  const { change, undo } = deed
  const outcomes = all.map(({ outcome }) => outcome)
  const count = outcomes.reduce((sum, outcome) => sum + outcome.count, 0)
  const failed = outcomes.flatMap((outcome) => outcome.failed).filter((one) => !deed.without?.(one))
  const name = outcomes.flatMap(({ done }) => done)[0]?.name ?? ''
  const error = outcomes.find((outcome) => outcome.error !== undefined)?.error
  const isStopped = outcomes.some(({ stopped }) => stopped)
  const back = count > 0 ? undo?.(all) : undefined
  const goBack = async (at?: number) => {
    if (back) await perform({ ...back, done: undoneOf(back.change) }, at).finally(() => deed.undone?.())
  }
  const isWhole = failed.length === 0 && !isStopped && error === undefined
  if (deed.isHalf && isWhole) return dropWork(id)
  if (!inLine && !isStopped && error === undefined && (failed.length === 0 || total === 1)) {
    dropWork(id)
    const [first] = failed
    if (first) toast(t.done.failed(failed.length, problemOf(first.error).words), { bad: true })
    if (count > 0 && !deed.isHalf) toast(deed.done(count, name), { ...(back && { undo: () => goBack() }) })
    return
  }
  const words = workWords()
  const why =
    error !== undefined ? problemOf(error).words : isStopped ? words.stopped(count, total) : undefined
  const again = whatCanBeTriedAgain(deed, all, error)
  endWork(id, {
    words: count > 0 || isStopped ? deed.done(count, name) : words.couldNot[change.action](failed.length),
    ...(why !== undefined && { why }),
    isBad: failed.length > 0 || error !== undefined,
    failed: await withNames(all[0]?.root, failed),
    ...(back && { undo: offerUndo(() => goBack(id)) }),
    ...(again && { retry: () => tryAgain(again, id) }),
  } satisfies Result)
}

/** Of few it is enough to know that it is so. */
const undoneOf =
  ({ action }: Change): Deed['done'] =>
  (count) =>
    count > FEW ? workWords().undone[action](count) : t.done.undone

/** What was done before stays to be undone. */
function tryAgain(deed: Deed, id: number): Promise<unknown> {
  const { undo, words = '' } = getWork(id)?.result ?? {}
  if (undo) endWork(id, { words, undo, isBad: false, failed: [] })
  else dropWork(id)
  return perform(deed)
}

/** What others hold, or what the server had no time for. Rights and names do not change by asking again. */
const MAY_CHANGE = new Set(['resource_locked', 'temporarily_unavailable', 'unknown', 'ver_conflict'])

function whatCanBeTriedAgain(deed: Deed, all: readonly Done[], error: unknown): Deed | undefined {
  if (error !== undefined) return problemOf(error).retry ? deed : undefined
  const parts = all.flatMap(({ root, outcome }) => {
    const items = outcome.failed
      .filter((failure) => MAY_CHANGE.has(String((failure.error as { code?: string }).code)))
      .map(({ item }) => item)
    return items.length > 0 ? [{ root, which: { items } }] : []
  })
  return parts.length > 0 ? { ...deed, parts } : undefined
}
