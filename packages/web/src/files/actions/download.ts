import { downloadFolder, MAX_ORDERED, orderZip } from '@holdfast/api/files/file-zips'
import { downloadFile } from '@holdfast/api/files/files'
import { downloadRevision } from '@holdfast/api/files/revisions'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import type { Named } from '../../data/files/changes.ts'
import { addressOf, call } from '../../data/service/api.ts'
import { t } from '../../messages/words.ts'
import { loadPart } from '../../platform/load-part.ts'
import { toast } from '../../platform/toasts.ts'
import type { ListItem } from '../list/list-acts.ts'

/** More ids are sent on their own: an address has an end, here or at a proxy on the way. */
const MOST_IN_ADDRESS = 200

interface Wanted {
  count: number
  /** What is known of the items. */
  known: readonly ListItem[]
  /** All of them, however many they are. */
  all: () => Promise<readonly Named[]>
  /** All that is in the folder. */
  whole?: boolean
}

type From = Pick<FilesPlace, 'root' | 'folder' | 'asOf'>

/** A file as it is, or as it was; several and folders as a zip. */
export async function downloadItems(from: From, { count, known, all, whole = false }: Wanted): Promise<void> {
  const { root, folder, asOf } = from
  const place = { root_id: root, folder_id: folder }
  if (whole && count > 1) return save(addressOf(downloadFolder, place))
  if (count > MOST_IN_ADDRESS) return orderLarge(from, count, all)
  const items = await all()
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
  const { files, folders } = idsOf(items)
  save(
    addressOf(downloadFolder, {
      ...place,
      ...(files.length > 0 && { file_ids: files.join(',') }),
      ...(folders.length > 0 && { folder_ids: folders.join(',') }),
    }),
  )
}

function idsOf(items: readonly Named[]) {
  const ids = (type: string) => items.filter((item) => item.type === type).map(({ id }) => id)
  return { files: ids('file'), folders: ids('folder') }
}

/** So many have to be found and sent first: that much of it can be shown. The rest shows the browser. */
async function orderLarge({ root, folder }: From, count: number, all: Wanted['all']): Promise<void> {
  const { prepareZip } = await loadPart(() => import('../work/prepare-zip.ts'))
  await prepareZip(count, async () => {
    const { files, folders } = idsOf(await all())
    if (Math.max(files.length, folders.length) > MAX_ORDERED) {
      toast(t.files.tooManyForZip, { bad: true })
      return false
    }
    const order = { root_id: root, folder_id: folder, file_ids: files, folder_ids: folders }
    save((await call(orderZip, order)).address)
    return true
  })
}

/** By the browser itself: it asks where to, and shows how far it is. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
