import type { GroupId, PersonId, SharelinkId, SubscriberId } from '@holdfast/api/ids'
import { listFileSharelinks, listFolderSharelinks } from '@holdfast/api/sharing/link-administration'
import {
  addSharelinkSubscriber,
  deleteSharelink,
  deleteSharelinkSubscriber,
  listPersonSharelinks,
  type Sharelink,
  shareFile,
  shareFolder,
  updateSharelink,
  updateSharelinkSubscriber,
} from '@holdfast/api/sharing/links'
import { useQuery } from '@tanstack/react-query'
import type { SharedItem } from '../../core/sharing/item.ts'
import { call } from '../service/api.ts'
import { queries } from '../service/queries.ts'
import { ownPersonId } from '../service/session.ts'

const MOST = 100

const me = () => ownPersonId() as PersonId
const ofItem = ({ type, id }: SharedItem) => (type === 'file' ? { file_id: id } : { folder_id: id })

/** One's own links to an item, oldest first. */
export const loadOwnLinks = async (item: SharedItem, signal?: AbortSignal): Promise<Sharelink[]> => {
  const params = { person_id: me(), root_id: item.root, ...ofItem(item), page_size: MOST }
  return (await call(listPersonSharelinks, params, signal && { signal })).results
}

/** All of one's own links in a root, newest first, as far as one answer goes. */
export const useOwnLinksIn = (item: SharedItem, enabled: boolean) =>
  useQuery({
    queryKey: ['links', 'in', item.root],
    queryFn: async ({ signal }) =>
      (
        await call(
          listPersonSharelinks,
          { person_id: me(), root_id: item.root, page_size: MOST, sort_order: 'desc' },
          { signal },
        )
      ).results,
    enabled,
    staleTime: 0,
  })

/** Everybody's links to an item and to folders above it, for those who manage the root. */
export const useLinksTo = (item: SharedItem, enabled: boolean) =>
  useQuery({
    queryKey: ['links', 'to', item.root, item.type, item.id],
    queryFn: async ({ signal }) => {
      const params = { root_id: item.root, include_above: true, page_size: MOST }
      return item.type === 'file'
        ? (await call(listFileSharelinks, { ...params, file_id: item.id }, { signal })).results
        : (await call(listFolderSharelinks, { ...params, folder_id: item.id }, { signal })).results
    },
    enabled,
    staleTime: 0,
  })

/** Those whom one has shared with lately: most are shared with again. */
export const useRecipients = () =>
  useQuery({
    queryKey: ['links', 'recipients'],
    queryFn: async ({ signal }) => {
      const params = { person_id: me(), page_size: MOST, sort_order: 'desc' as const }
      const { results } = await call(listPersonSharelinks, params, { signal })
      return results.flatMap(({ subscribers }) => subscribers)
    },
    staleTime: 60_000,
  })

/** Whatever is shown about links and about who can reach what is asked for again. */
export async function linksChanged(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['links'] }),
    queries.invalidateQueries({ queryKey: ['reach'] }),
  ])
}

async function changing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await linksChanged()
  }
}

export const makeLink = (item: SharedItem, { login_required }: { login_required: boolean }) =>
  changing<Sharelink>(
    item.type === 'file'
      ? call(shareFile, { root_id: item.root, file_id: item.id, login_required })
      : call(shareFolder, { root_id: item.root, folder_id: item.id, login_required }),
  )

export interface LinkChange {
  login_required?: boolean
  expires?: string | null
  download_limit?: number | null
  download_notify?: boolean
  upload_notify?: boolean
  anon_edit?: boolean
  upload_only?: boolean
  password?: string | null
}
export const changeLink = (sharelink_id: SharelinkId, change: LinkChange) =>
  changing(call(updateSharelink, { sharelink_id, ...change }))

/** Several at once, each for itself; gives those that were done, and why another was not. */
export async function eachLink(
  links: readonly Sharelink[],
  work: { change: LinkChange } | 'delete',
): Promise<{ done: Sharelink[]; failed: unknown }> {
  const done: Sharelink[] = []
  let failed: unknown
  for (const link of links)
    try {
      const at = { sharelink_id: link.id }
      if (work === 'delete') await call(deleteSharelink, at)
      else await call(updateSharelink, { ...at, ...work.change })
      done.push(link)
    } catch (error) {
      failed = error
    }
  await linksChanged()
  return { done, failed }
}

/** Whom to share with: an address, or a group. */
export type Recipient = { email: string } | { subscriber_type: 'group'; subscriber_id: GroupId }
export interface Rights {
  write_access: boolean
  delete_access?: boolean
}

export const addSubscriber = (
  sharelink_id: SharelinkId,
  recipient: Recipient,
  rights: Rights & { message?: string; notify?: boolean },
) => changing(call(addSharelinkSubscriber, { sharelink_id, ...recipient, ...rights }))

export const changeSubscriber = (sharelink_id: SharelinkId, subscriber_id: SubscriberId, rights: Rights) =>
  changing(call(updateSharelinkSubscriber, { sharelink_id, subscriber_id, ...rights }))

export const removeSubscriber = (sharelink_id: SharelinkId, subscriber_id: SubscriberId) =>
  changing(call(deleteSharelinkSubscriber, { sharelink_id, subscriber_id }))
