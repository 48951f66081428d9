import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ListItem } from './list-acts.ts'

/** What is special about an item, in signs that are also said. */
export function Badges({ item, starred }: { item: ListItem; starred: boolean }) {
  const [lock] = item.locks ?? []
  return (
    <span className="item-badges">
      {item.is_deleted && <span className="item-badge-word">{t.files.deleted}</span>}
      {lock && <Badge icon="lock" words={t.files.locked(lock.name)} />}
      {starred && <Badge icon="star" words={t.find.starred} />}
      {item.has_links && <Badge icon="link" words={t.files.hasLinks} />}
    </span>
  )
}

const Badge = ({ icon, words }: { icon: 'lock' | 'link' | 'star'; words: string }) => (
  <span className={`item-badge item-badge-${icon}`} title={words}>
    <Icon name={icon} />
    <span className="unseen">{words}</span>
  </span>
)
