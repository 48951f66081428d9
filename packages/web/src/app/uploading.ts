import { uploadToFolder } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { call } from '../data/api.ts'
import { problemOf } from '../data/errors.ts'
import { toast } from './toasts.ts'

/** Where an upload goes. */
export interface UploadTarget {
  root: RootId
  folder: EntryId
  name: string
}

/** Lets people choose files, or a folder with all that is in it. */
export function chooseFiles(target: UploadTarget, whole = false): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = whole
  input.addEventListener('change', () => void send(target, [...(input.files ?? [])]))
  input.click()
}

export const dropFiles = (target: UploadTarget, transfer: DataTransfer): void =>
  void send(target, [...transfer.files])

async function send({ root, folder }: UploadTarget, files: readonly File[]): Promise<void> {
  for (const file of files)
    await call(uploadToFolder, {
      root_id: root,
      folder_id: folder,
      file: { name: file.name, bytes: file },
      on_conflict: 'revision',
    }).catch((error: unknown) => toast(`${file.name}: ${problemOf(error).words}`, { bad: true }))
}
