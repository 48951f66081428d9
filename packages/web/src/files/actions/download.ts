import { downloadFolder, MAX_ORDERED, orderZip } from '@holdfast/api/files/file-zips'
import { downloadFile } from '@holdfast/api/files/files'
import { downloadRevision } from '@holdfast/api/files/revisions'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import type { Named } from '../../data/files/changes.ts'
import { addressOf, call } from '../../data/service/api.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import type { ListItem } from '../list/list-acts.ts'

/** More ids are sent on their own: an address has an end, here or at a proxy on the way. */
const MOST_IN_ADDRESS = 200

interface Which {
  /** All that is in the folder. */
  whole: boolean
  /** What is known of the items. */
  known: readonly ListItem[]
}

/** A file as it is, or as it was; several and folders as a zip. */
export async function downloadItems(
  { root, folder, asOf }: Pick<FilesPlace, 'root' | 'folder' | 'asOf'>,
  items: readonly Named[],
  { whole, known }: Which,
): Promise<void> {
  const [only] = items
  if (items.length === 1 && only?.type === 'file') {
    const file = { root_id: root, file_id: only.id }
    const then = known.find(({ id }) => id === only.id)
    return save(
      asOf !== undefined && then?.type === 'file'
        ? addressOf(downloadRevision, { ...file, revision_id: then.revision_id })
        : addressOf(downloadFile, file),
    )
  }
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
