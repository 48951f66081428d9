import type { Bringing } from '../../core/ops.ts'
import { ContentMismatch, DiskTrouble, type SmallContent, type Staged } from '../../ports/disk.ts'
import { ask } from '../state/ask.ts'
import type { Engine } from '../state/engine.ts'
import { noteTrouble } from '../state/trouble.ts'

/** Small files that are fetched by one request each: so many, or so many bytes. They keep their order. */
export function groupsOf({ limits }: Engine, ops: readonly Bringing[]): Bringing[][] {
  const groups: Bringing[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const op of ops) {
    const last = groups.at(-1)
    bytes += op.row.size
    if (last && last.length < limits.contentsFiles && bytes <= limits.contentsBytes) last.push(op)
    else {
      groups.push([op])
      bytes = op.row.size
    }
  }
  return groups
}

/** What came of one of a group: it is staged, or only a request of its own can tell whether its bytes are right. */
export type Come = [op: Bringing, staged: Staged | 'alone']

/**
 * Fetches the contents of small files by one request to where nobody sees them. Gives those that are there; the others wait.
 * Undefined where they have to be fetched one by one, which also tells what is wrong with which.
 */
export async function stageTogether(engine: Engine, ops: readonly Bringing[]): Promise<Come[] | undefined> {
  const { server, line, transfers, problems, isHalted } = engine
  const shown = ops.map(({ row }) =>
    transfers.begin({ path: problems.rowPath(row.id), direction: 'down', size: row.size }),
  )
  try {
    const asked = await ask(engine, () => server.openContents(ops.map(({ row }) => row)))
    if ('none' in asked) return line.broken === undefined ? undefined : []
    if (!asked.answer || isHalted()) return asked.answer && []
    const come: { op: Bringing; file: SmallContent }[] = []
    for (const [n, op] of ops.entries()) {
      const file = asked.answer.get(op.row.id)
      if (file && 'bytes' in file) {
        shown[n]?.more(file.bytes.length)
        come.push({ op, file })
      } else problems.fail(op, { reason: null, detail: file?.leftOut ?? 'The server did not send it.' })
    }
    return await write(engine, come)
  } finally {
    for (const one of shown) one.end()
  }
}

async function write(engine: Engine, come: readonly { op: Bringing; file: SmallContent }[]): Promise<Come[]> {
  const { disk } = engine
  if (come.length === 0) return []
  const outcomes = await disk.stageFiles(come.map(({ file }) => file)).catch((error: unknown) => {
    if (error instanceof DiskTrouble) return come.map(() => error)
    throw error
  })
  return come.flatMap(({ op }, n): Come[] => {
    const outcome = outcomes[n]
    if (outcome instanceof DiskTrouble) noteTrouble(engine, op, outcome)
    // Its id may be that of a list of chunks, which other clients cut as they like.
    else if (outcome instanceof ContentMismatch) return [[op, 'alone']]
    else if (outcome !== undefined) return [[op, outcome]]
    return []
  })
}
