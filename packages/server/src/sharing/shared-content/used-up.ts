import type { ContentAccess } from '../../access/links.ts'
import { fail } from '../../errors.ts'
import type { LinkRow } from '../../records/links.ts'

export const isUsedUp = ({ download_limit, times_downloaded, limited_views }: LinkRow): boolean =>
  download_limit !== null && times_downloaded + limited_views >= download_limit

export const failUsedUp = (): never =>
  fail(
    'forbidden',
    'The link has reached its download limit (download_limit). Ask the person who shared it for more.',
    { used_up: true },
  )

/** Whether each look at a file uses up what is left: a page shows none of it then. */
export const countsLooks = ({ link, exempt }: ContentAccess): boolean =>
  !exempt && link.download_limit !== null

/** Throws where a look at a file would use up what is left, and this one shall not. */
export function checkFreeLooks(access: ContentAccess): void {
  if (countsLooks(access)) fail('forbidden', 'Files can be downloaded through this link, but not viewed.')
}

/** Throws once a link was used as often as it may be, but for those who come by a right of their own. */
export function checkLeft({ link, exempt }: ContentAccess): void {
  if (!exempt && isUsedUp(link)) failUsedUp()
}
