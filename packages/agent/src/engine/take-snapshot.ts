import { reconcile } from '../core/reconcile.ts'
import type { RemoteRow } from '../core/remote-tree.ts'
import { ask } from './ask.ts'
import type { Engine } from './engine.ts'
import type { NoAnswer } from './line.ts'
import { rowOfEntry } from './rows.ts'

/**
 * Begins with all that there is. Pages are read at different moments; the log from before the first one tells the rest.
 * Nothing of it counts before the last page is there.
 */
export async function takeSnapshot(engine: Engine): Promise<'done' | NoAnswer> {
  const { state, server, save } = engine
  const rows: RemoteRow[] = []
  let after: string | undefined
  for (;;) {
    const asked = after === undefined ? {} : { after }
    const page = await ask(engine, () => server.getSnapshot(asked))
    if ('none' in page) return page.none
    const { epoch, epoch_seq, cursor, results, next } = page.answer
    rows.push(...results.map(rowOfEntry))
    state.noteLocks(results)
    if (next !== null) {
      after = next
      continue
    }
    if (state.position) reconcile(state.trees, rows, epoch_seq)
    else for (const row of rows) state.trees.remote.learn(row)
    for (const { opId } of [...state.intents()]) state.dropIntent(opId)
    state.unread.clear()
    state.position = { epoch, cursor }
    await save()
    return 'done'
  }
}
