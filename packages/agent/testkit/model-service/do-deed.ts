import type { Client } from '@holdfast/api/client'
import * as locks from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as trees from '@holdfast/api/files/file-tree'
import * as files from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import * as retention from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { type Deed, itemId } from './drawn-deed.ts'
import type { Content } from './model-root.ts'
import type { PersonAtWork } from './people.ts'

/** Does something in the model. */
export function doInModel(person: PersonAtWork, deed: Deed, contentOf: (text: string) => Content): unknown {
  switch (deed.deed) {
    case 'makeFolder':
      return person.makeFolder(deed.folderId, deed.name)
    case 'upload':
      return person.upload(deed.folderId, deed.name, contentOf(deed.text))
    case 'uploadRevision':
      return person.uploadRevision(deed.item.id, contentOf(deed.text))
    case 'rename':
      return person.rename(deed.item.id, deed.name)
    case 'move':
      return person.move(deed.item.id, deed.folderId)
    case 'delete':
      return person.delete(deed.item.id)
    case 'restore':
      return person.restore(deed.item.id, deed.onTaken)
    case 'purge':
      return person.purge(deed.item.id)
    case 'lock':
      return person.lock(itemId(deed.item), deed.minutes)
    case 'unlock':
      return person.unlock(itemId(deed.item))
    case 'setBack':
      return person.setBack(deed.seq)
  }
}

const fileOf = (text: string) => ({ name: 'x', bytes: new Blob([text]) })

/** Does the same by the service; `ids` gives its ids for those of the model. */
export function doByService(
  client: Client,
  root_id: RootId,
  deed: Deed,
  ids: (id: EntryId) => EntryId,
): Promise<unknown> {
  switch (deed.deed) {
    case 'makeFolder': {
      const folder_id = ids(deed.folderId)
      return client.call(files.createFolderInFolder, { root_id, folder_id, name: deed.name })
    }
    case 'upload': {
      const file = { ...fileOf(deed.text), name: deed.name }
      return client.call(files.uploadToFolder, { root_id, folder_id: ids(deed.folderId), file })
    }
    case 'setBack':
      return client.call(restoreState, { root_id, as_of: String(deed.seq) })
    case 'lock':
    case 'unlock':
      return doLock(client, root_id, deed, ids)
    default:
      return doToItem(client, root_id, deed, ids)
  }
}

function doLock(
  client: Client,
  root_id: RootId,
  deed: Extract<Deed, { deed: 'lock' | 'unlock' }>,
  ids: (id: EntryId) => EntryId,
): Promise<unknown> {
  const isLock = deed.deed === 'lock'
  const id = ids(itemId(deed.item))
  const lasting = isLock && deed.minutes !== undefined ? { duration: deed.minutes } : {}
  if (deed.item?.kind === 'file')
    return client.call(isLock ? locks.lockFile : locks.unlockFile, { root_id, file_id: id, ...lasting })
  // Folder 0 is the root.
  return client.call(isLock ? locks.lockFolder : locks.unlockFolder, { root_id, folder_id: id, ...lasting })
}

function doToItem(
  client: Client,
  root_id: RootId,
  deed: Extract<Deed, { item: { id: EntryId } }>,
  ids: (id: EntryId) => EntryId,
): Promise<unknown> {
  const isFile = deed.item.kind === 'file'
  const id = ids(deed.item.id)
  const [file, folder] = [
    { root_id, file_id: id },
    { root_id, folder_id: id },
  ]
  switch (deed.deed) {
    case 'uploadRevision':
      return client.call(uploadRevision, { ...file, file: fileOf(deed.text) })
    case 'rename': {
      const { name } = deed
      return isFile
        ? client.call(places.renameFile, { ...file, name })
        : client.call(places.renameFolder, { ...folder, name })
    }
    case 'move': {
      const to_folder_id = ids(deed.folderId)
      return isFile
        ? client.call(places.moveFile, { ...file, to_folder_id })
        : client.call(places.moveFolder, { ...folder, to_folder_id })
    }
    case 'delete':
      return isFile ? client.call(files.deleteFile, file) : client.call(files.deleteFolder, folder)
    case 'restore': {
      const on_conflict = deed.onTaken
      return isFile
        ? client.call(trees.restoreFile, { ...file, on_conflict })
        : client.call(trees.restoreFolder, { ...folder, on_conflict })
    }
    case 'purge':
      return isFile ? client.call(retention.purgeFile, file) : client.call(retention.purgeFolder, folder)
  }
}
