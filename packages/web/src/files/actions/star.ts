import { type Starrable, setStars } from '../../data/files/stars.ts'
import { problemOf } from '../../data/service/errors.ts'
import { formatCount, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'

/** Stars items or removes their stars: done at once, shown in a corner, with the way back. */
export async function starItems(items: readonly Starrable[], on: boolean): Promise<void> {
  const [first] = items
  if (!first) return
  try {
    await setStars(items, on)
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
    return
  }
  const count = formatCount(items.length)
  const name = shownName(first.name)
  const words = on
    ? items.length === 1
      ? t.find.didStar(name)
      : t.find.didStarMany(count)
    : items.length === 1
      ? t.find.didUnstar(name)
      : t.find.didUnstarMany(count)
  toast(words, { undo: () => setStars(items, !on) })
}
