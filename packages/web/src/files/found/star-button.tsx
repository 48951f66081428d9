import { type Starrable, useStars } from '../../data/files/stars.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { starItems } from '../actions/star.ts'

/** Puts a star on an item, or takes it away. */
export function StarButton({ item }: { item: Starrable }) {
  const isStarred = useStars().has(item.id)
  return (
    <span className={isStarred ? 'star star-on' : 'star'}>
      <IconButton
        icon="star"
        label={isStarred ? t.find.unstar : t.find.star}
        pressed={isStarred}
        onClick={() => void starItems([item], !isStarred)}
      />
    </span>
  )
}
