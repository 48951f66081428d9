import type { RootId } from '@holdfast/api/ids'
import type { Pages } from '../../core/list/pages.ts'
import { NOTHING, type Selection } from '../../core/list/selection.ts'
import type { Which } from '../../data/files/bulk.ts'
import type { Target } from '../../data/files/changes.ts'
import { problemOf } from '../../data/service/errors.ts'
import { acting } from '../../files/actions/acting.ts'
import type { ListItem } from '../../files/list/list-acts.ts'
import { toast } from '../../platform/toasts.ts'
import { firstOf } from './chosen-items.ts'

interface Here {
  here: Target
  pages: Pages<ListItem>
  selection: Selection
  select: (selection: Selection) => void
  setFocus: (index: number) => void
}

/** Changes of what is chosen, and what becomes of the list while they are made. */
export function movingActs({ here, pages, selection, select, setFocus }: Here) {
  /** Nothing is chosen any more, unless it was refused as a whole; whatever was done, the list is read again. */
  const after = async (work: Promise<unknown>) => {
    try {
      select(NOTHING)
      await work
    } catch (error) {
      select(selection)
      toast(problemOf(error).words, { bad: true })
    } finally {
      pages.refresh()
    }
  }
  /** What was around the gap stays in sight, and is where one goes on. */
  const take = (work: Promise<unknown>) => {
    setFocus(firstOf(pages, selection))
    return after(work)
  }
  return {
    after,
    take,
    move: (which: Which, to: Target & { name: string }, from: Target = here) =>
      (from.folder === here.folder ? take : after)(
        acting().then(({ moveItems }) => moveItems(from, which, to)),
      ),
    copy: (which: Which, to: Target & { name: string }, from: RootId = here.root) =>
      after(acting().then(({ copyItems }) => copyItems(from, which, to))),
  }
}
