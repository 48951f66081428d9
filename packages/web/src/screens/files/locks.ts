import type { LockView } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import type { Pages } from '../../core/list/pages.ts'
import type { Named } from '../../data/files/changes.ts'
import { nameOf, type Session } from '../../data/service/session.ts'
import { acting } from '../../files/actions/acting.ts'
import type { ListItem } from '../../files/list/list-acts.ts'

interface Rows {
  pages: Pages<ListItem>
  session: Session
  chosen: () => readonly ListItem[]
}
type AllOf = () => Promise<readonly Named[]>

/** Rows show at once what becomes of them, and what they were if that is refused. */
export function lockActs({ pages, session, chosen }: Rows) {
  const show = async (
    become: (item: ListItem, session: Session) => Partial<ListItem>,
    work: () => Promise<unknown>,
  ) => {
    const before = chosen()
    for (const item of before) pages.patch(item.id, become(item, session))
    try {
      await work()
    } catch (error) {
      for (const item of before) pages.patch(item.id, item)
      throw error
    }
  }
  return {
    lock: (root: RootId, all: AllOf) =>
      show(locked, async () => (await acting()).lockItems(root, await all())),
    unlock: (root: RootId, all: AllOf) =>
      show(unlocked, async () => (await acting()).unlockItems(root, await all())),
  }
}

function locked({ id, type, locks = [] }: ListItem, session: Session): Partial<ListItem> {
  const { person } = session
  if (!person) return {}
  const own: LockView = {
    ...{ type: 'lock', person_id: person.id, name: nameOf(session) },
    ...{ created: '', expires: null, locked_type: type, locked_id: id },
  }
  return { is_locked: true, locks: [...locks, own] }
}

/** The locks of others stay. */
function unlocked({ id, locks = [] }: ListItem, { person }: Session): Partial<ListItem> {
  const left = locks.filter((lock) => lock.locked_id !== id || lock.person_id !== person?.id)
  return { is_locked: left.length > 0, locks: left }
}
