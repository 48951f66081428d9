import { copyFile } from '@holdfast/api/files/file-tree'
import { uploadToRoot } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Someone } from '../servers/world.ts'
import { chunkOf, commit, put } from './client-cut.ts'
import { TusCaller } from './tus.ts'

export interface Entrance {
  url: string
  who: Someone
  rootId: RootId
  /** Another root of the same person, for what is to be brought from elsewhere. */
  elsewhere: RootId
}

/** What content is to become: a new file, or a revision of one that has this version. */
export type Becoming = { name: string } | { file_id: EntryId; if_ver: number }

/** Does all that can be done beforehand, and gives the request that decides. */
type WayIn = (
  to: Entrance,
  bytes: Buffer<ArrayBuffer>,
  as: Becoming,
) => Promise<() => Promise<unknown>> | (() => Promise<unknown>)

const uploadOf = (bytes: Buffer<ArrayBuffer>, name = 'x') => ({ name, bytes: new Blob([bytes]) })

/** Every way by which content becomes a file. */
export const WAYS_IN: Record<string, WayIn> = {
  upload:
    ({ who, rootId: root_id }, bytes, as) =>
    () =>
      'name' in as
        ? who.call(uploadToRoot, { root_id, file: uploadOf(bytes, as.name) })
        : who.call(uploadRevision, { root_id, ...as, file: uploadOf(bytes) }),
  'upload by tus': async ({ url, who, rootId }, bytes, as) => {
    const tus = new TusCaller({ url, bearer: who.bearer, rootId })
    const path = await tus.begin('name' in as ? { filename: as.name } : as, bytes.length)
    const last = bytes.length - 1
    await succeed(tus.patch(path, 0, bytes.subarray(0, last)))
    return () => succeed(tus.patch(path, last, bytes.subarray(last)))
  },
  'commit of chunks': async ({ who, rootId: root_id }, bytes, as) => {
    const chunk = chunkOf(bytes)
    await put(who, chunk, root_id)
    return () => commit(who, [chunk], { root_id, ...as })
  },
  'copy from another root': async ({ who, rootId, elsewhere: root_id }, bytes, as) => {
    if (!('name' in as)) throw new Error('A copy is a new file')
    const { id: file_id } = await who.call(uploadToRoot, {
      root_id,
      file: uploadOf(bytes, chunkOf(bytes).sha256),
    })
    return () => who.call(copyFile, { root_id, file_id, to_root_id: rootId, name: as.name })
  },
}

/** tus answers errors as every operation does. */
async function succeed(asked: Promise<Response>): Promise<void> {
  const response = await asked
  if (response.status === 204) return
  const { error } = (await response.json()) as { error: string }
  throw Object.assign(new Error(`${response.status} ${error}`), { status: response.status, code: error })
}

/** Asks for all of it at once; gives how often each answer came, and who were successful. */
export async function atOnce(
  asks: readonly (() => Promise<unknown>)[],
): Promise<{ answers: Record<string, number>; winners: number[] }> {
  const outcomes = await Promise.allSettled(asks.map((ask) => ask()))
  const answers: Record<string, number> = {}
  const winners: number[] = []
  for (const [n, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') winners.push(n)
    const { status, code, message } = outcome.status === 'rejected' ? outcome.reason : {}
    const answer = outcome.status === 'fulfilled' ? 'done' : status ? `${status} ${code}` : message
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  return { answers, winners }
}
