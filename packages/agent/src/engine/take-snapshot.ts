import { reconcile } from '../core/reconcile.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import { ask } from './state/ask.ts'
import type { Engine } from './state/engine.ts'
import type { NoAnswer } from './state/line.ts'
import { rowOfEntry } from './state/rows.ts'

/** So many rows are forgotten at once. */
const TOGETHER = 1000

/**
 * Begins with all that there is. Pages are read at different moments; the log from before the first one tells the rest.
 * Nothing of it counts before the last page is there: the first time, pages are written down as they come, and without a
 * position nothing is made of them.
 */
export async function takeSnapshot(engine: Engine): Promise<'done' | NoAnswer> {
  const { state, server, save } = engine
  const isFirst = state.position === undefined
  if (isFirst) await forgetRows(engine)
  const rows: RemoteRow[] = []
  let after: string | undefined
  for (;;) {
    const asked = after === undefined ? {} : { after }
    const page = await ask(engine, () => server.getSnapshot(asked))
    if ('none' in page) return page.none
    const { epoch, epoch_seq, cursor, results, next } = page.answer
    const told = results.map(rowOfEntry)
    if (isFirst) for (const row of told) state.trees.remote.learn(row)
    else rows.push(...told)
    state.noteLocks(results)
    if (next !== null) {
      after = next
      if (isFirst) await save()
      // The first plan looks at everything, whatever has changed before it.
      if (isFirst) state.trees.dirty.take()
      continue
    }
    if (!isFirst) reconcile(state.trees, rows, epoch_seq)
    for (const { opId } of [...state.intents()]) state.dropIntent(opId)
    state.unlistedFolders.clear()
    state.position = { epoch, cursor }
    await save()
    return 'done'
  }
}

/** Of a snapshot that was broken off: the next one may be of another time. */
async function forgetRows({ state: { trees }, save }: Engine): Promise<void> {
  let forgotten = 0
  for (const { id } of trees.remote.rows()) {
    trees.remote.forget(id)
    if (++forgotten % TOGETHER === 0) await save()
  }
}
