import type { Sharelink } from '@holdfast/api/sharing/links'
import { itemOf, receivedPage } from '../../core/sharing/item.ts'
import { formatDay, formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { FileIcon } from '../../ui/file-icon.tsx'

/** Something that is shared with someone: it leads to its page. */
export function Received({ link }: { link: Sharelink }) {
  const item = itemOf(link)
  const [own] = link.subscribers
  const about = [
    item.type === 'file' && formatSize(item.size),
    own?.write_access && (item.type === 'file' ? t.share.shared.mayEdit : t.share.shared.mayAdd),
    link.expires !== null && t.shared.expires(formatDay(link.expires)),
  ].filter(Boolean)
  return (
    <a className="card" href={receivedPage(link)}>
      <FileIcon item={item} />
      <span>
        <strong>
          <bdi>{shownName(item.name)}</bdi>
        </strong>
        <small>{about.join(' · ')}</small>
      </span>
    </a>
  )
}
