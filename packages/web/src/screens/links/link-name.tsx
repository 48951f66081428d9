import type { Sharelink } from '@holdfast/api/sharing/links'
import { Link } from 'wouter'
import { openAddress } from '../../core/addresses/routes.ts'
import { itemOf, sharedBy } from '../../core/sharing/item.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'

/** What a link shares, by its name. */
export const nameOf = (link: Sharelink): string => shownName(itemOf(link).name) || t.share.links.gone

/** It leads to the item, as long as there is one. */
export function LinkName({ link }: { link: Sharelink }) {
  const target = sharedBy(link)
  const name = <bdi>{nameOf(link)}</bdi>
  return target ? <Link href={openAddress(target.root, target.id)}>{name}</Link> : name
}
