import { itemsOf } from '../../core/upload/machine-items.ts'
import type { State } from '../../core/upload/machine-types.ts'
import { t } from '../../messages/words.ts'
import { extensionIn } from './words.ts'

/** More of them nobody reads. */
const MOST_KINDS = 5

/** Which of the kinds of files that were tried are not allowed, and who decides that: the whole list helps nobody. */
export function WhyNot({ state }: { state: State }) {
  const kinds = new Set<string | undefined>()
  for (const { status, dismissed, reason } of itemsOf(state))
    if (status === 'failed' && !dismissed && reason?.code === 'invalid_extension')
      kinds.add(extensionIn(reason))
  if (kinds.size === 0) return null
  const known = [...kinds].filter((kind) => kind !== undefined).slice(0, MOST_KINDS)
  const what = known.length > 0 ? t.uploads.kinds(known) : t.uploads.reasons.invalid_extension
  return (
    <p className="tray-note">
      <span>
        {what} {t.uploads.whoDecides}
      </span>
    </p>
  )
}
