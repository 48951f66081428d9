import type { Sharelink } from '@holdfast/api/sharing/links'
import { itemOf } from '../../core/sharing/item.ts'
import { LinkFacts } from '../../files/sharing/link-facts.tsx'
import { t } from '../../messages/words.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { LinkActs } from './link-acts.tsx'
import { LinkName, nameOf } from './link-name.tsx'

interface LinkRowProps {
  link: Sharelink
  isChosen: boolean
  onToggle: () => void
  onEnd: () => void
}

export const LinkRow = ({ link, isChosen, onToggle, onEnd }: LinkRowProps) => (
  <li className={isChosen ? 'links-row links-chosen' : 'links-row'}>
    <input
      type="checkbox"
      checked={isChosen}
      aria-label={t.share.links.select(nameOf(link))}
      onChange={onToggle}
    />
    <FileIcon item={itemOf(link)} />
    <span className="links-what">
      <strong>
        <LinkName link={link} />
      </strong>
      <LinkFacts link={link} />
    </span>
    <LinkActs link={link} isListed onEnd={onEnd} />
  </li>
)
