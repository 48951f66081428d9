import { fail } from '../../../errors.ts'
import { contentOf, type StagedContent } from '../../../platform/content/staged.ts'
import type { DraftRow } from '../places/queries.ts'

type ChunkText = [hex: string, size: number]

/** Which chunks a content has, as a draft keeps it. */
export const chunkText = ({ chunks }: StagedContent): string =>
  JSON.stringify(chunks.map(({ sha256, size }): ChunkText => [sha256.toString('hex'), size]))

export const chunksIn = ({ chunks }: DraftRow): { sha256: Buffer; size: number }[] =>
  (JSON.parse(chunks) as ChunkText[]).map(([hex, size]) => ({ sha256: Buffer.from(hex, 'hex'), size }))

/** The content of a draft for a file of its root. */
export function contentOfDraft(draft: DraftRow): StagedContent {
  const content = contentOf(chunksIn(draft).map((chunk) => ({ ...chunk, data: undefined, blob: undefined })))
  return content.id.equals(draft.content) ? content : fail('unknown', 'The draft is damaged.')
}
