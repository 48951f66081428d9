import type { BulkOutcome } from '@holdfast/api/accounts/account-bulk'
import { type Act, apply, type Where } from '../../data/console/bulk.ts'
import { refreshConsole } from '../../data/console/table.ts'
import { isBusy, problemOf, refusalWords } from '../../data/service/errors.ts'
import { beginWork, changeWork, dropWork, endWork, getWork, type NotDone } from '../../files/work/works.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import type { ActWords } from '../../messages/console/en/bulk.ts'
import { shownName } from '../../messages/format.ts'
import { offerUndo, toast } from '../../platform/toasts.ts'
import { patiently } from './patiently.ts'
import { saveCsv } from './save-csv.ts'

export interface Deed {
  where: Where
  act: Act
  ids: readonly number[]
  words: ActWords
  /** What takes it back, with those that it was done with. */
  undo?: (done: readonly BulkOutcome<number>[]) => readonly Deed[]
}

/** So many are done at once: a moment's work for the server. */
const AT_ONCE = 25

/** Does it some at a time, in the tray: whoever asked for it may leave the screen. */
export async function runBulk(deed: Deed): Promise<void> {
  const { where, act, ids, words } = deed
  const id = beginWork({
    words: words.doing(ids.length),
    total: ids.length,
    canStop: ids.length > AT_ONCE,
    isShown: ids.length > AT_ONCE,
  })
  const results: BulkOutcome<number>[] = []
  let error: unknown
  let isStopped = false
  for (let at = 0; at < ids.length && !isStopped && error === undefined; at += AT_ONCE) {
    try {
      // What sends emails is not sent again on a mere suspicion: only where the server says that it was too busy.
      const step = ids.slice(at, at + AT_ONCE)
      results.push(...(await patiently(id, async () => (await apply(where, act, step)).results, isBusy)))
      changeWork(id, { done: results.length })
    } catch (reason) {
      error = reason
    }
    isStopped = getWork(id)?.phase === 'stopping' && at + AT_ONCE < ids.length
  }
  await refreshConsole()
  tell(deed, id, results, { error, isStopped })
}

function tell(
  deed: Deed,
  work: number,
  results: readonly BulkOutcome<number>[],
  { error, isStopped }: { error: unknown; isStopped: boolean },
): void {
  const { words, ids, undo } = deed
  const { bulk } = consoleWords()
  const done = results.filter(({ outcome }) => outcome === 'done')
  const failed = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'same').map(notDone)
  const opposites = done.length > 0 ? (undo?.(done) ?? []) : []
  const back = async () => {
    for (const opposite of opposites) await runBulk(opposite)
  }
  const hasBack = opposites.length > 0
  if (failed.length === 0 && error === undefined && !isStopped && ids.length <= AT_ONCE) {
    dropWork(work)
    toast(words.done(done.length), { ...(hasBack && { undo: back }) })
    return
  }
  const why =
    error !== undefined
      ? problemOf(error).words
      : isStopped
        ? bulk.stopped(results.length, ids.length)
        : undefined
  endWork(work, {
    words: done.length > 0 ? words.done(done.length) : bulk.none,
    ...(why !== undefined && { why }),
    isBad: failed.length > 0 || error !== undefined,
    failed,
    ...(results.length > 0 && { download: () => downloadResults(results) }),
    ...(hasBack && { undo: offerUndo(back) }),
  })
}

const notDone = (one: BulkOutcome<number>): NotDone => ({
  item: { type: 'account', id: one.id, name: shownName(one.name) || `#${one.id}` },
  why: whyOf(one),
})

const whyOf = ({ reason, outcome, error, error_description }: BulkOutcome<number>): string => {
  const { bulk } = consoleWords()
  if (error !== undefined) return refusalWords(error, error_description)
  return reason ? bulk.refused[reason](1) : outcome === 'gone' ? bulk.gone : ''
}

function downloadResults(results: readonly BulkOutcome<number>[]): void {
  const { bulk } = consoleWords()
  const lines = results.map((one) => [one.name, bulk.outcomes[one.outcome], whyOf(one), String(one.id)])
  saveCsv('results.csv', [[...bulk.heads, 'ID'], ...lines])
}
