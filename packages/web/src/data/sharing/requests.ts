import type { RequestSenderId, SharelinkId, SubscriberId } from '@holdfast/api/ids'
import {
  type FileRequest,
  getFileRequest,
  listRequestFiles,
  listRequestMissing,
  listRequestSenders,
  remindRequest,
  setFileRequest,
} from '@holdfast/api/sharing/file-requests'
import { deleteSharelink, type Sharelink, shareFolder, updateSharelink } from '@holdfast/api/sharing/links'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SharedItem } from '../../core/sharing/item.ts'
import { ApiClientError, call } from '../service/api.ts'
import { linksChanged, loadOwnLinks } from './links.ts'

/** A file request is something beside its link: only links that collect files can have one. */
async function requestOf(link: Sharelink, signal?: AbortSignal): Promise<FileRequest | null> {
  if (link.type !== 'folder_sharelink' || !link.upload_only) return null
  try {
    return await call(getFileRequest, { sharelink_id: link.id }, signal && { signal })
  } catch (error) {
    // There is none, or it is none of one's own.
    if (error instanceof ApiClientError && error.status < 500) return null
    throw error
  }
}

/** The file request of a link; null where it has none. */
export const useRequest = (link: Sharelink | undefined) =>
  useQuery({
    queryKey: ['links', 'request', link?.id, link?.type === 'folder_sharelink' && link.upload_only],
    queryFn: ({ signal }) => (link ? requestOf(link, signal) : null),
    enabled: link !== undefined,
    staleTime: 60_000,
  })

export interface Asked {
  link: Sharelink
  request: FileRequest
}

/** One's own links to an item, oldest first; those that ask for files are apart from the others. */
export async function loadOwnSharing(
  item: SharedItem,
  signal?: AbortSignal,
): Promise<{ links: Sharelink[]; requests: Asked[] }> {
  const links: Sharelink[] = []
  const requests: Asked[] = []
  for (const link of await loadOwnLinks(item, signal)) {
    const request = await requestOf(link, signal)
    if (request) requests.push({ link, request })
    else links.push(link)
  }
  return { links, requests }
}

export const useOwnSharing = (item: SharedItem) =>
  useQuery({
    queryKey: ['links', 'own', item.root, item.type, item.id],
    queryFn: ({ signal }) => loadOwnSharing(item, signal),
    staleTime: 0,
  })

const PAGE_SIZE = 50
const nextPage = ({ page, max_page }: { page: number; max_page: number }) =>
  page < max_page ? page + 1 : undefined

/** Who has sent something, the last one first. */
export const useSenders = (sharelink_id: SharelinkId) =>
  useInfiniteQuery({
    queryKey: ['links', 'senders', sharelink_id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(listRequestSenders, { sharelink_id, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 0,
  })

/** Who was invited and has sent nothing. */
export const useMissing = (sharelink_id: SharelinkId) =>
  useInfiniteQuery({
    queryKey: ['links', 'missing', sharelink_id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(listRequestMissing, { sharelink_id, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 0,
  })

/** What someone has sent, as on the receipt. */
export const useSentFiles = (sharelink_id: SharelinkId, sender_id: RequestSenderId) =>
  useInfiniteQuery({
    queryKey: ['links', 'sent', sharelink_id, sender_id],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(listRequestFiles, { sharelink_id, sender_id, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    getNextPageParam: nextPage,
    staleTime: 0,
  })

export interface RequestChange {
  title?: string
  note?: string | null
  deadline?: string | null
  timezone?: string
  ask_name?: boolean
  folder_per_sender?: boolean
  closed?: boolean
}

async function changing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await linksChanged()
  }
}

export const changeRequest = (sharelink_id: SharelinkId, change: RequestChange) =>
  changing(call(setFileRequest, { sharelink_id, ...change }))

/** A link of its own, whose uploads are mailed about: what is open to others in the folder stays as it is. */
export const makeRequest = (
  item: SharedItem,
  signInOnly: boolean,
  asked: RequestChange,
): Promise<SharelinkId> =>
  changing(
    (async () => {
      const { id } = await call(shareFolder, {
        ...{ root_id: item.root, folder_id: item.id, login_required: signInOnly },
        ...{ upload_only: true, upload_notify: true },
      })
      try {
        await call(setFileRequest, { sharelink_id: id, ...asked })
      } catch (error) {
        // Nobody asked for a link alone.
        await call(deleteSharelink, { sharelink_id: id })
        throw error
      }
      return id
    })(),
  )

/** A link that collects files already becomes a request; whoever made it is mailed about uploads from then on. */
export const turnIntoRequest = (sharelink_id: SharelinkId, asked: RequestChange): Promise<SharelinkId> =>
  changing(
    (async () => {
      await call(setFileRequest, { sharelink_id, ...asked })
      await call(updateSharelink, { sharelink_id, upload_notify: true })
      return sharelink_id
    })(),
  )

/** Gives how many are mailed. */
export const remind = async (sharelink_id: SharelinkId, subscriber_id?: SubscriberId): Promise<number> =>
  (await changing(call(remindRequest, { sharelink_id, ...(subscriber_id && { subscriber_id }) }))).count
