import type { Bringing } from '../../core/ops.ts'
import type { RemoteRow } from '../../core/remote-tree.ts'
import { type ContentSource, DiskGone, DiskTrouble, type Seen, type Staged } from '../../ports/disk.ts'
import { ask } from '../state/ask.ts'
import type { Engine } from '../state/engine.ts'
import { unlessTrouble } from '../state/trouble.ts'

/** Fetches a file's content to where nobody sees it. Undefined if that failed: then it waits, and people see why. */
export async function stageFile(
  engine: Engine,
  op: Bringing,
  near: readonly Seen[],
): Promise<Staged | undefined> {
  const { problems, line } = engine
  const staged = await unlessTrouble(engine, op, () => stageContent(engine, op.row, near))
  if (!staged || 'id' in staged) return staged
  if (line.broken === undefined) problems.fail(op, { reason: null, detail: staged.cutShort })
  return undefined
}

/** Or why it did not come to an end. */
async function stageContent(
  engine: Engine,
  row: RemoteRow,
  near: readonly Seen[],
): Promise<Staged | { readonly cutShort: string }> {
  const { server, disk, transfers, problems } = engine
  const opened = await ask(engine, () => server.openContent(row))
  if ('none' in opened) return { cutShort: opened.error?.message ?? 'no answer' }
  const shown = transfers.begin({ path: problems.rowPath(row.id), direction: 'down', size: row.size })
  try {
    return await disk.stageFile(watched(engine, opened.answer, shown.more.bind(shown)), near)
  } catch (error) {
    if (error instanceof DiskGone || error instanceof DiskTrouble) throw error
    // The line broke, or the bytes are not those that the service named: either way it is tried again.
    return { cutShort: String(error) }
  } finally {
    shown.end()
  }
}

function watched(engine: Engine, source: ContentSource, more: (bytes: number) => void): ContentSource {
  return {
    ...source,
    async *bytes(from, to) {
      for await (const part of source.bytes(from, to)) {
        if (engine.isHalted()) throw new Error('The agent stops.')
        more(part.length)
        yield part
      }
    },
  }
}
