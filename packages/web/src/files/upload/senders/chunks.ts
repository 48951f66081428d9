import { commitChunks, findMissingChunks, MAX_CHUNKS_OF_FILE, putChunk } from '@holdfast/api/files/chunks'
import { AVERAGE_CHUNK } from '@holdfast/api/files/cutter'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { Item } from '../../../core/upload/machine-types.ts'
import { callOnce } from '../../../data/service/api.ts'
import { codeOf } from '../../../data/service/errors.ts'
import { type Cut, cut, sha256 } from './cut.ts'
import { Refused } from './outcomes.ts'
import type { Job } from './sender.ts'
import { findTheirs } from './simple.ts'
import { sendInPieces } from './tus.ts'

const LARGE = 8 * 1024 * 1024
/** Asked about at once, so that the first bytes leave before the last are read. */
const AT_ONCE = 32

/** Pages without HTTPS have no hashes. */
export const goesByChunks = ({ makes, size, url }: Item): boolean =>
  makes.what === 'version' &&
  url === undefined &&
  size >= LARGE &&
  size < (MAX_CHUNKS_OF_FILE / 2) * AVERAGE_CHUNK &&
  crypto.subtle !== undefined

/** Only what the server does not have yet. What was sent before a cut is not sent again: it has that. */
export async function sendChunks(job: Job): Promise<EntryId | undefined> {
  const chunks: Cut[] = []
  let asked: Cut[] = []
  let passed = 0
  try {
    for await (const chunk of cut(job.file)) {
      chunks.push(chunk)
      if (asked.push(chunk) < AT_ONCE) continue
      passed = await sendMissing(job, asked, passed)
      asked = []
    }
    await sendMissing(job, asked, passed)
    return await commit(job, chunks)
  } catch (error) {
    // People who may write and not read do not learn what is there.
    if (codeOf(error) === 'forbidden' && passed === 0) return sendInPieces(job)
    throw error
  }
}

async function sendMissing(job: Job, chunks: readonly Cut[], before: number): Promise<number> {
  job.signal.throwIfAborted()
  const root_id = job.batch.target.root
  const refs = chunks.map(({ sha256, size }) => ({ sha256, size }))
  const { missing } =
    refs.length > 0 ? await callOnce(findMissingChunks, { root_id, chunks: refs }) : { missing: [] }
  const isMissing = new Set(missing)
  let passed = before
  for (const { sha256, size, bytes } of chunks) {
    if (isMissing.delete(sha256)) await callOnce(putChunk, { root_id, sha256, bytes })
    job.signal.throwIfAborted()
    passed += size
    job.progress(passed)
  }
  return passed
}

async function commit(job: Job, chunks: readonly Cut[]): Promise<EntryId> {
  const { item, batch } = job
  if (item.makes.what !== 'version') throw new Error('Only versions are made of chunks.')
  const { file, ver } = item.makes
  try {
    const { id } = await callOnce(commitChunks, {
      root_id: batch.target.root,
      file_id: file,
      if_ver: ver,
      modified: formatUtc(item.modified),
      chunks: chunks.map(({ sha256, size }) => ({ sha256, size })),
      size: item.size,
      // By which a commit whose answer was lost is known again.
      client_op: await sha256(new TextEncoder().encode(`${batch.id} ${item.path} ${ver}`)),
    })
    return id
  } catch (error) {
    if (codeOf(error) === 'missing_chunks') throw new Refused({ kind: 'busy', afterMs: 1000 })
    const theirs = codeOf(error) === 'ver_conflict' ? await findTheirs(job) : undefined
    if (theirs) throw new Refused({ kind: 'taken', theirs })
    throw error
  }
}
