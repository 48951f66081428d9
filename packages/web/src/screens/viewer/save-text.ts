import { type File, getFile, uploadToFolder, uploadToRoot } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { call } from '../../data/service/api.ts'
import { codeOf } from '../../data/service/errors.ts'
import { type Decoded, encode } from '../../files/content/decode.ts'
import { FIRST_BYTES, readText } from '../../files/content/read.ts'
import type { Base, Draft } from './drafts.ts'

/** A text that is here whole, and can be written again as it was. */
interface Opened {
  file: File
  decoded: Decoded
  base: Base
}

/** Undefined where it is no text, too long, or would come back in another encoding. */
export async function openText(root: RootId, id: EntryId): Promise<Opened | undefined> {
  const file = await call(getFile, { root_id: root, file_id: id })
  if (file.ver === undefined) return undefined
  const at = { root, file: id, revision: file.revision_id }
  const { decoded, isWhole } = await readText(at, FIRST_BYTES)
  if (!decoded?.isUtf8 || !isWhole) return undefined
  const { hasBom, lineEnd } = decoded
  const text = decoded.text.replaceAll('\r\n', '\n')
  return { file, decoded, base: { ver: file.ver, revision: file.revision_id, text, hasBom, lineEnd } }
}

/** Someone else was faster; their text is undefined where it is none any more. */
export interface Conflict {
  file: File
  base: Base
  isText: boolean
}

const uploadOf = (name: string, { text, base }: Draft) => ({ name, bytes: new Blob([encode(text, base)]) })
const TRIES = 5

/** As a new version, unless someone else has made one since: then nothing is written. */
export async function saveText(
  root: RootId,
  { id, name }: Pick<File, 'id' | 'name'>,
  draft: Draft,
): Promise<{ saved: File } | { conflict: Conflict }> {
  let { ver } = draft.base
  for (let tried = 1; ; tried++)
    try {
      const params = { root_id: root, file_id: id, file: uploadOf(name, draft), if_ver: ver }
      return { saved: await call(uploadRevision, params) }
    } catch (error) {
      if (codeOf(error) !== 'ver_conflict' || tried === TRIES) throw error
      const theirs = await call(getFile, { root_id: root, file_id: id })
      if (theirs.ver === undefined) throw error
      // Renamed, moved or locked: the content is still the one that was changed here.
      if (theirs.revision_id === draft.base.revision) ver = theirs.ver
      else return { conflict: await conflictWith(root, theirs, theirs.ver, draft) }
    }
}

async function conflictWith(root: RootId, theirs: File, ver: number, { base }: Draft): Promise<Conflict> {
  const at = { root, file: theirs.id, revision: theirs.revision_id }
  const { decoded } = await readText(at, FIRST_BYTES)
  const text = decoded?.text.replaceAll('\r\n', '\n') ?? ''
  return {
    file: theirs,
    base: { ...base, ver, revision: theirs.revision_id, text },
    isText: decoded !== undefined,
  }
}

/** Beside the file, under a name that is free; at the top level where its folder is gone. */
export async function saveCopy(
  root: RootId,
  { id, name }: Pick<File, 'id' | 'name'>,
  draft: Draft,
): Promise<File> {
  const found = await call(getFile, { root_id: root, file_id: id, include_ancestors: true }).catch(
    () => undefined,
  )
  const above = found?.ancestors?.at(-1)
  const params = { root_id: root, file: uploadOf(name, draft), on_conflict: 'rename' as const }
  return above?.type === 'folder'
    ? call(uploadToFolder, { ...params, folder_id: above.id })
    : call(uploadToRoot, params)
}
