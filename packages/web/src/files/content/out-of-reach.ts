import { isKept } from '../../data/service/kept.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'

/** Lists are kept for when the server cannot be reached, content is not (ADR 0079): says so, and the list stays. */
export function isOutOfReach({ type, name }: { type: string; name: string }): boolean {
  if (type !== 'file' || !isKept()) return false
  toast(t.errors.cannotOpen(shownName(name)), { bad: true })
  return true
}
