import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Ctx } from '../../platform/context.ts'
import { LISTS } from './lists.ts'
import { takePiece } from './make-way.ts'
import { PartWriter } from './part-writer.ts'
import type { ExportRow } from './queries.ts'
import { Stretch } from './stretch.ts'

const PIECE = 64 * 1024

/** Writes the next list of an export; after the last one, all of it is read back. */
export async function writeLists(ctx: Ctx, row: ExportRow): Promise<void> {
  const writer = new PartWriter(ctx, row)
  await writer.begin()
  const { at } = writer
  const list = LISTS[at.list]
  if (list) {
    await putList(ctx, writer, row, list)
    at.list++
    return writer.commit()
  }
  await writer.closePart()
  Object.assign(at, { doing: 'verify', part: 1 })
  const totals = { files_total: row.files, bytes_total: row.bytes, bytes: 0 }
  await writer.commit({ ...totals, state: 'verifying' })
}

async function putList(
  ctx: Ctx,
  writer: PartWriter,
  row: ExportRow,
  { name, lines }: (typeof LISTS)[number],
): Promise<void> {
  const content = new Stretch(ctx.content, row.root_id)
  const hash = createHash('sha256')
  let crc = 0
  let size = 0
  for await (const piece of piecesOf(lines(ctx, row)))
    await takePiece(ctx, async () => {
      hash.update(piece)
      crc = crc32(piece, crc)
      size += piece.length
      await content.add(piece)
    })
  const path = (await writer.freePath(name)) ?? name
  const file = { path, modified: ctx.now(), size, crc, sha256: hash.digest(), is_content: 0 as const }
  await writer.put(file, (stretch) => stretch.append(content))
}

async function* piecesOf(lines: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let length = 0
  for await (const line of lines) {
    waiting.push(line)
    length += line.length
    if (length < PIECE) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  if (waiting.length > 0) yield Buffer.from(waiting.join(''))
}
