import type { File, Item } from '@holdfast/api/files/files'
import { findPosition } from '../../../files/reading/find-position.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Arrival } from './arrive.ts'
import { type Listing, orderQuery, query } from './folder-page.ts'
import { previewOf } from './icons.ts'
import { listPage, PAGE_SIZE } from './show-folder.ts'

/** The pictures before and after one, in the order in which its folder is listed. */
export interface Gallery {
  /** Where the picture stands: among the pictures of the folder, or in a large folder among all of its items. */
  at: number
  of: number
  among: 'pictures' | 'items'
  previous: string | undefined
  next: string | undefined
  /** The folder, where the picture is listed. */
  folder: string
}

const isPicture = (item: Item): item is File => item.type === 'file' && previewOf(item.name) === 'image'

/**
 * Undefined for a picture that is shared by itself. What is looked at is the page of the folder that lists the picture, and the
 * ones beside it where the page has no other picture on that side: a large folder costs no more than a small one.
 */
export async function galleryOf(
  ctx: Ctx,
  arrival: Arrival,
  file: File,
  listing: Listing,
): Promise<Gallery | undefined> {
  const { who } = arrival.visit
  const above = file.ancestors?.at(-1)
  if (above?.type !== 'folder') return undefined
  const { sort, order } = listing
  const { index, total } = await findPosition(
    ctx,
    who,
    { rootId: who.rootId, folderId: above.id },
    { entry_id: file.id, include_deleted: false, sort_by: sort, sort_order: order, folders_first: true },
  )
  if (index === null) return undefined
  const page = Math.floor(index / PAGE_SIZE) + 1
  const picturesOn = async (number: number): Promise<File[]> =>
    ((await listPage(ctx, arrival, above.id, { ...listing, page: number }))?.items ?? []).filter(isPicture)
  const here = await picturesOn(page)
  const at = here.findIndex(({ id }) => id === file.id)
  // It was renamed or moved between the two looks.
  if (at === -1) return undefined
  const previous = here[at - 1] ?? (page > 1 ? (await picturesOn(page - 1)).at(-1) : undefined)
  const next = here[at + 1] ?? (page * PAGE_SIZE < total ? (await picturesOn(page + 1))[0] : undefined)
  const { addresses } = arrival.shown
  const addressOf = (other: File | undefined) => other && `${addresses.file(other.id)}${orderQuery(listing)}`
  const small = total <= PAGE_SIZE
  return {
    at: small ? at + 1 : index + 1,
    of: small ? here.length : total,
    among: small ? 'pictures' : 'items',
    previous: addressOf(previous),
    next: addressOf(next),
    folder: `${addresses.folder(above.id)}${query({ ...listing, page })}`,
  }
}
