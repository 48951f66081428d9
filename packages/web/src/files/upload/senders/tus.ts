import { UPLOADS_PATH } from '@holdfast/api/files/uploads'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { nameIn } from '../../../core/upload/machine-change.ts'
import { outcomeOfAnswer, Refused } from './outcomes.ts'
import { type Answer, sendBytes } from './send-bytes.ts'
import type { Job } from './sender.ts'
import { findTheirs } from './simple.ts'

const PIECE = 16 * 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }

/** In pieces that go on after a cut at the byte where they were (tus 1.0). */
export async function sendInPieces(job: Job): Promise<EntryId | undefined> {
  const { item, file, signal, progress } = job
  const url = item.url ?? (await begin(job))
  let offset = 0
  // One without bytes is made as it begins.
  if (item.url !== undefined || item.size === 0) {
    const now = await sendBytes({ method: 'HEAD', url, headers: TUS, signal })
    if (now.status === 404 || now.status === 410) throw new Refused({ kind: 'gone' })
    if (now.status >= 400) throw new Refused(outcomeOfAnswer(now))
    offset = offsetIn(now)
    if (now.header('holdfast-file-id')) return madeIn(now)
  }
  progress(offset)
  // A file that is refused at its last byte is tried again by a piece of nothing.
  for (;;) {
    signal.throwIfAborted()
    const from = offset
    const answer = await sendBytes({
      method: 'PATCH',
      url,
      headers: { ...TUS, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      body: file.slice(from, Math.min(from + PIECE, item.size)),
      signal,
      onProgress: (sent) => progress(Math.min(from + sent, item.size)),
    })
    if (answer.status >= 400) throw await refusalOf(answer, job)
    offset = offsetIn(answer)
    progress(offset)
    if (offset >= item.size) return madeIn(answer)
  }
}

/** Not to be stopped: an upload whose address nobody knows cannot be discarded. */
async function begin({ item, batch, folder, placed }: Job): Promise<string> {
  const { makes } = item
  const metadata: Record<string, string | number> = {
    root_id: batch.target.root,
    filename: nameIn(item.path),
    modified: formatUtc(item.modified),
    ...(makes.what === 'version'
      ? { file_id: makes.file, if_ver: makes.ver }
      : { folder_id: folder, on_conflict: makes.what === 'copy' ? 'rename' : 'error' }),
  }
  const answer = await sendBytes({
    method: 'POST',
    url: UPLOADS_PATH,
    headers: {
      ...TUS,
      'upload-length': String(item.size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(String(value))}`)
        .join(','),
    },
  })
  const url = answer.header('location')
  if (answer.status >= 400 || url === null) throw new Refused(outcomeOfAnswer(answer))
  placed(url)
  return url
}

async function refusalOf(answer: Answer, job: Job): Promise<Refused> {
  const code = answer.body.error
  // Asked again by its offset, it goes on.
  if (code === 'upload_offset_mismatch') return new Refused({ kind: 'busy', afterMs: 1000 })
  if (answer.status === 404 && job.item.url !== undefined) return new Refused({ kind: 'gone' })
  const theirs = code === 'name_conflict' || code === 'ver_conflict' ? await findTheirs(job) : undefined
  return new Refused(theirs ? { kind: 'taken', theirs } : outcomeOfAnswer(answer))
}

/** What an earlier page, or a change of mind, left at the server. */
export async function discard(url: string): Promise<void> {
  const { status } = await sendBytes({ method: 'DELETE', url, headers: TUS })
  if (status >= 500 || status === 423 || status === 401)
    throw new Error(`It could not be discarded: ${status}`)
}

const offsetIn = (answer: Answer): number => Number(answer.header('upload-offset') ?? 0)
const madeIn = (answer: Answer): EntryId | undefined =>
  (Number(answer.header('holdfast-file-id')) || undefined) as EntryId | undefined

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
