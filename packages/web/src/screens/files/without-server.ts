import { isKept, offline } from '../../data/service/kept.ts'
import type { ActionId } from '../../files/actions/table.ts'

/** What can be done with what was kept. */
const WITHOUT_SERVER: readonly ActionId[] = ['open', 'copyAddress', 'selectAll']

/** Throws where only what was kept is shown (ADR 0079). */
export function checkServer(id?: ActionId): void {
  if (isKept() && !(id && WITHOUT_SERVER.includes(id))) throw offline()
}
