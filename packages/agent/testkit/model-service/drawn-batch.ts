import type { ChunkRef } from '@holdfast/api/files/chunks'
import type { BatchOp } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc, HOUR_MS, type Instant } from '@holdfast/api/time'
import { type Entry, TOP } from './entry.ts'
import type { ModelRoot } from './model-root.ts'

/** A number from 0 up to, and without, the one given. */
export type Random = (below: number) => number

/** Few, so that they meet: some are one name to the service, others are not. */
const NAMES = [
  'a',
  'A',
  'b',
  'ä',
  'A\u0308',
  'Straße',
  'STRASSE',
  'x.txt',
  'X.TXT',
  'z.tar.gz',
  '日本',
  '😀',
  'ﬀ',
]
const TOO_LONG = 'é'.repeat(128)
const BAD_NAMES = ['a/b', 'con', 'dot.', '..', 'a:b', 'tail ', 'program.EXE', TOO_LONG, TOO_LONG]
const NOWHERE = 999_999_999 as EntryId

export const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T
/** Every third is one of many. */
export const drawName = (random: Random): string =>
  random(3) === 0 ? `file ${random(200)}.dat` : pick(random, NAMES)

/** Mostly something live: else nearly all would be refused. */
export function drawEntry(random: Random, root: ModelRoot, kind?: Entry['kind']): Entry | undefined {
  const all = [...root.entries.values()].filter((entry) => kind === undefined || entry.kind === kind)
  const live = all.filter((entry) => root.isLive(entry))
  return pick(random, random(8) === 0 || live.length === 0 ? all : live)
}

export function drawFolder(random: Random, root: ModelRoot): EntryId {
  if (random(40) === 0) return NOWHERE
  const folder = random(4) === 0 ? undefined : drawEntry(random, root, random(30) === 0 ? 'file' : 'folder')
  return folder?.id ?? TOP
}

/** What a batch is drawn from. */
export interface Chances {
  random: Random
  root: ModelRoot
  at: Instant
  contents: readonly ChunkRef[]
  nextOpId: () => string
}

/** What a device may send, much of it too late or mistaken; and the chunks whose bytes it sends along. */
export function drawBatch(chances: Chances, size: number): { ops: BatchOp[]; inline: ChunkRef[] } {
  // New files in a row are what devices send most, and the service makes them together.
  const onlyNew = chances.random(3) === 0
  const ops = Array.from({ length: size }, () => drawOp(chances, onlyNew))
  const named = new Set(ops.flatMap((op) => ('chunks' in op ? op.chunks : [])).map(({ sha256 }) => sha256))
  const inline = chances.contents.filter(({ sha256 }) => named.has(sha256) && chances.random(5) > 0)
  return { ops, inline }
}

function drawOp(chances: Chances, onlyNew: boolean): BatchOp {
  const { random, root, nextOpId } = chances
  const op_id = nextOpId()
  const name = random(10) === 0 ? pick(random, BAD_NAMES) : drawName(random)
  const folder_id = drawFolder(random, root)
  const kind = onlyNew ? 0 : random(13)
  const meta = random(6) === 0 ? { meta: pick(random, ['0644', '0755']) } : {}
  if (kind < 4) return { op: 'put', op_id, folder_id, name, ...drawFile(chances, undefined), ...meta }
  if (kind === 4) return { op: 'mkdir', op_id, folder_id, name, ...meta }
  const entry = drawEntry(random, root, kind < 7 ? 'file' : undefined)
  if (!entry) return { op: 'mkdir', op_id, folder_id, name }
  const entry_id = random(40) === 0 ? NOWHERE : entry.id
  const if_ver = Math.max(1, entry.ver + pick(random, [0, 0, 0, 0, 0, 0, -1, 1]))
  if (kind < 7) return { op: 'put', op_id, entry_id, if_ver, ...drawFile(chances, entry), ...meta }
  if (kind < 9) return { op: 'place', op_id, entry_id, if_ver, folder_id, name, ...meta }
  if (kind === 9) return { op: 'delete', op_id, entry_id, if_ver }
  if (kind === 10) return drawTouch(chances, { op_id, entry_id, if_ver, modifiedAt: entry.modifiedAt })
  return drawRetake(chances, op_id) ?? { op: 'delete', op_id, entry_id, if_ver }
}

function drawTouch(
  { random, at }: Chances,
  { modifiedAt, ...meant }: Pick<Op<'touch'>, 'op_id' | 'entry_id' | 'if_ver'> & { modifiedAt: Instant },
): BatchOp {
  const modified = formatUtc(pick(random, [at - HOUR_MS * random(50), modifiedAt]))
  return { op: 'touch', ...meant, modified }
}

type Op<Name extends BatchOp['op']> = Extract<BatchOp, { op: Name }>

/** Mostly of a file that has just left a name, to that name. */
function drawRetake(chances: Chances, op_id: string): BatchOp | undefined {
  const { random, root } = chances
  const recent = root.log.slice(-30).filter(({ op }) => LEAVING.includes(op))
  const entry = pick(random, recent)?.entry
  if (entry?.kind !== 'file') return undefined
  const states = root.log.filter((line) => line.entry?.id === entry.id)
  const was = states.at(-1 - pick(random, [0, 1, 1, 1, 2]))?.entry ?? entry
  const now = root.entries.get(entry.id) ?? entry
  const if_ver = Math.max(1, now.ver - (random(12) === 0 ? 1 : 0))
  const place = { folder_id: was.parentId, name: random(12) === 0 ? drawName(random) : was.name }
  const { created, ...file } = drawFile(chances, now)
  return { op: 'retake', op_id, entry_id: entry.id, if_ver, ...place, ...file }
}

const LEAVING: readonly string[] = ['rename', 'move', 'delete']

function drawFile({ random, at, contents }: Chances, entry: Entry | undefined) {
  const chunks = Array.from({ length: pick(random, [0, 1, 1, 1, 1, 2]) }, () => pick(random, contents))
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, random(40) === 0 ? 1 : 0)
  const times = [at - 2 * HOUR_MS, ...(entry ? [entry.modifiedAt] : [])]
  return {
    size,
    chunks: random(40) === 0 ? chunks.map((chunk) => ({ ...chunk, size: chunk.size + 1 })) : chunks,
    ...(random(3) === 0 && { modified: formatUtc(pick(random, times)) }),
    ...(random(6) === 0 && { created: formatUtc(at - 3 * HOUR_MS) }),
  }
}
