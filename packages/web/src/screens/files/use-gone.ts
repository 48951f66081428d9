import { useEffect, useState } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import type { Pages } from '../../core/list/pages.ts'
import { liveChanges } from '../../data/service/live.ts'
import type { ListItem } from '../../files/list/list-acts.ts'

const NONE: ReadonlySet<number> = new Set()

/** The ids of what was listed here and is not any more, as people work here. */
export function useGone({ root, folder, deleted }: FilesPlace, pages: Pages<ListItem>): ReadonlySet<number> {
  const [gone, setGone] = useState(NONE)
  useEffect(() => {
    const news = new Map<number, boolean>()
    let soon: ReturnType<typeof setTimeout> | undefined
    // Of thousands that come at once, together.
    const take = () => {
      soon = undefined
      const some = [...news]
      news.clear()
      setGone((before) => {
        const changed = some.filter(([id, isGone]) => before.has(id) !== isGone)
        if (changed.length === 0) return before
        const next = new Set(before)
        for (const [id, isGone] of changed)
          if (isGone) next.add(id)
          else next.delete(id)
        return next
      })
    }
    const unwatch = liveChanges.add(({ root_id, entry_id, parent_id, is_deleted }) => {
      if (root_id !== root) return
      const isGone = parent_id !== folder || (is_deleted && !deleted)
      // What is moved elsewhere no longer says where it was.
      const wasHere = parent_id === folder || pages.find(entry_id) !== undefined
      if (isGone && !wasHere) return
      news.set(entry_id, isGone)
      soon ??= setTimeout(take)
    })
    return () => {
      clearTimeout(soon)
      unwatch()
    }
  }, [root, folder, deleted, pages])
  return gone
}
