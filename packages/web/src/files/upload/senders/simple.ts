import { type File as FileView, getFile, uploadToFolder } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import { checkNames } from '@holdfast/api/files/upload-checks'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { nameIn } from '../../../core/upload/machine-change.ts'
import type { Theirs } from '../../../core/upload/machine-types.ts'
import { addressOf, call } from '../../../data/service/api.ts'
import { outcomeOfAnswer, Refused } from './outcomes.ts'
import { sendBytes } from './send-bytes.ts'
import type { Job } from './sender.ts'

/** In one request, for what is small. */
export async function sendSimply(job: Job): Promise<EntryId | undefined> {
  const { item, batch, folder, file, signal, progress } = job
  const root_id = batch.target.root
  const form = new FormData()
  form.append('modified', formatUtc(item.modified))
  if (item.makes.what === 'version') form.append('if_ver', String(item.makes.ver))
  form.append('file', file, nameIn(item.path))
  const url =
    item.makes.what === 'version'
      ? addressOf(uploadRevision, { root_id, file_id: item.makes.file })
      : addressOf(uploadToFolder, { root_id, folder_id: folder })
  // What goes beside the bytes is counted by the browser too.
  const onProgress = (sent: number) => progress(Math.min(sent, item.size))
  const answer = await sendBytes({ method: 'POST', url, body: form, signal, onProgress })
  if (answer.status < 400) return (answer.body as Pick<FileView, 'id'>).id
  if (answer.body.error !== 'name_conflict' && answer.body.error !== 'ver_conflict')
    throw new Refused(outcomeOfAnswer(answer))
  const theirs = await findTheirs(job)
  // Where an answer was lost on its way, what stands there is what was sent before.
  const isOurs = theirs?.size === item.size && theirs.modified === formatUtc(item.modified)
  if (theirs && isOurs && item.tries > 0) return theirs.id
  throw new Refused(theirs ? { kind: 'taken', theirs } : outcomeOfAnswer(answer))
}

/** What has the name now, or what the file has become. */
export async function findTheirs({ item, batch, folder }: Job): Promise<Theirs | undefined> {
  const root_id = batch.target.root
  if (item.makes.what === 'version') {
    const { id, ver, size, modified } = await call(getFile, { root_id, file_id: item.makes.file })
    return ver === undefined ? undefined : { type: 'file', id, ver, size, modified }
  }
  const names = [nameIn(item.path)]
  const { taken } = await call(checkNames, { root_id, folder_id: folder, names })
  return theirsOf(taken[0])
}

type Taken = Awaited<ReturnType<typeof call<typeof checkNames>>>['taken'][number]

export function theirsOf(taken: Taken | undefined): Theirs | undefined {
  if (!taken) return undefined
  const { type, id, ver, size, modified } = taken
  return {
    type,
    id,
    ver,
    ...(typeof size === 'number' && { size }),
    ...(typeof modified === 'string' && { modified }),
  }
}
