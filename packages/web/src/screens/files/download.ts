import { downloadFolder, MAX_ORDERED, orderZip } from '@holdfast/api/file-zips'
import { downloadFile } from '@holdfast/api/files'
import { toast } from '../../app/toasts.ts'
import { addressOf, call } from '../../data/api.ts'
import type { Named, Target } from '../../data/changes.ts'
import { t } from '../../messages/words.ts'

/** More ids are sent on their own: an address has an end, here or at a proxy on the way. */
const MOST_IN_ADDRESS = 200

/** Of a folder: one file as it is, several items or the whole folder as one zip. */
export async function download(
  { root, folder }: Target,
  items: readonly Named[],
  whole: boolean,
): Promise<void> {
  const [only] = items
  if (items.length === 1 && only?.type === 'file')
    return save(addressOf(downloadFile, { root_id: root, file_id: only.id }))
  const ids = (type: string) => items.filter((item) => item.type === type).map(({ id }) => id)
  const [files, folders] = [ids('file'), ids('folder')]
  const from = { root_id: root, folder_id: folder }
  if (!whole && Math.max(files.length, folders.length) > MAX_ORDERED)
    return toast(t.files.tooManyForZip, { bad: true })
  if (!whole && items.length > MOST_IN_ADDRESS)
    return save((await call(orderZip, { ...from, file_ids: files, folder_ids: folders })).address)
  save(
    addressOf(downloadFolder, {
      ...from,
      ...(!whole && files.length > 0 && { file_ids: files.join(',') }),
      ...(!whole && folders.length > 0 && { folder_ids: folders.join(',') }),
    }),
  )
}

/** By the browser itself: it asks where to, and shows how far it is. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
