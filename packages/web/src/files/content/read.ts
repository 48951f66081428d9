import { viewRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RevisionId, RootId } from '@holdfast/api/ids'
import { addressOf, open } from '../../data/service/api.ts'
import { type Decoded, decode } from './decode.ts'

/** The content of a file at one time: it never changes, so that it is fetched once. */
export interface ContentAt {
  root: RootId
  file: EntryId
  revision: RevisionId
}

/** What is shown of a text at first, and the most that is. */
export const FIRST_BYTES = 1024 * 1024
export const MOST_BYTES = 16 * FIRST_BYTES

const paramsOf = ({ root, file, revision }: ContentAt) => ({
  root_id: root,
  file_id: file,
  revision_id: revision,
})

export const viewAddress = (at: ContentAt): string => addressOf(viewRevision, paramsOf(at))

export interface TextPart {
  /** Undefined where it is no text. */
  decoded: Decoded | undefined
  isWhole: boolean
}

export async function readText(at: ContentAt, most: number, signal?: AbortSignal): Promise<TextPart> {
  const headers = { range: `bytes=0-${most - 1}` }
  const answer = await open(viewRevision, paramsOf(at), { headers, ...(signal && { signal }) })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? bytes.length)
  const isWhole = bytes.length >= total
  return { decoded: decode(bytes, !isWhole), isWhole }
}

export const textQuery = (at: ContentAt, most = FIRST_BYTES) => ({
  queryKey: ['text', at.root, at.file, at.revision, most],
  queryFn: ({ signal }: { signal: AbortSignal }) => readText(at, most, signal),
})
