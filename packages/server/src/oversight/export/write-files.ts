import { createHash } from 'node:crypto'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { DEFAULT_LANGUAGE, wordsIn } from '../../platform/messages/catalogue.ts'
import { organizationLanguage } from '../../records/languages.ts'
import { findRoot } from '../../records/roots.ts'
import { chunksOf } from './content-queries.ts'
import { leaveIfStopping } from './make-way.ts'
import { PartWriter } from './part-writer.ts'
import { type ExportRow, type ExportSource, findSource } from './queries.ts'
import { readRevision } from './read-revision.ts'
import { type SourceItem, walkSource } from './walk-source.ts'

const ITEMS_IN_A_STEP = 2000
const BYTES_IN_A_STEP = 256 * 1024 * 1024
const EMPTY = createHash('sha256').digest()

/** Writes some of the files of an export into its parts. */
export async function writeFiles(ctx: Ctx, row: ExportRow): Promise<void> {
  const writer = new PartWriter(ctx, row)
  await writer.begin()
  const { at } = writer
  const source = await findSource(ctx.db.read, row.id, at.source)
  if (!source) {
    at.doing = 'lists'
    return writer.commit()
  }
  if (await isGone(ctx, row, source)) return nextSource(writer)
  const language = (await organizationLanguage(ctx.db.read, row.organization_id)) ?? DEFAULT_LANGUAGE
  const how = { rootId: source.root_id, versions: row.versions, words: wordsIn(language).exported }
  let items = 0
  let bytes = 0
  for await (const item of walkSource(ctx.db.read, how, { ...at })) {
    leaveIfStopping(ctx)
    await putItem(ctx, writer, source, item)
    at.entry = item.entry
    at.revision = item.revision?.id ?? 0
    bytes += item.revision?.size ?? 0
    const isEnough = ++items >= ITEMS_IN_A_STEP || bytes >= BYTES_IN_A_STEP
    if (isEnough || writer.isFull) await writer.commit()
    if (isEnough) return
  }
  await nextSource(writer)
}

/** It was deleted since, or moved to an organization that the export is not of. */
async function isGone(ctx: Ctx, row: ExportRow, { root_id }: ExportSource): Promise<boolean> {
  const root = await findRoot(ctx.db.read, root_id)
  const organizations: OrganizationId[] = JSON.parse(row.organizations)
  return !root || root.deleted_at !== null || !organizations.includes(root.organization_id)
}

async function nextSource(writer: PartWriter): Promise<void> {
  writer.at.source++
  writer.at.entry = 0
  writer.at.revision = 0
  await writer.commit()
}

async function putItem(
  ctx: Ctx,
  writer: PartWriter,
  { folder }: ExportSource,
  { revision, path: inside, modified }: SourceItem,
): Promise<void> {
  const path = await writer.freePath(folder + inside)
  if (path === undefined) return
  if (!revision) {
    const empty = { path, modified, size: 0, crc: 0, sha256: EMPTY, is_content: 0 as const }
    return writer.put(empty, async () => {})
  }
  const read = await readRevision(ctx, revision)
  if (typeof read === 'string') return writer.fail(path, read)
  const { size } = revision
  const { crc, sha256, bytes } = read
  await writer.put({ path, modified, size, crc, sha256, is_content: 1 }, async (stretch) => {
    if (bytes) return stretch.add(bytes)
    for await (const chunk of chunksOf(ctx.db.read, revision)) {
      await stretch.share(chunk)
      await writer.relieve()
    }
  })
}
