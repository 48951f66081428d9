import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { keepWithBelow } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'

interface ScopeProps {
  place: OrganizationMay
  below: boolean
  onChange: (below: boolean) => void
}

/** The organization alone or with all below it: the one switch of every list. */
export function Scope({ place, below, onChange }: ScopeProps) {
  const words = consoleWords().frame
  if (place.below === 0) return null
  const choose = (next: boolean) => {
    keepWithBelow(next)
    onChange(next)
  }
  return (
    <fieldset className="console-scope" aria-label={words.scope}>
      <button type="button" aria-pressed={!below} onClick={() => choose(false)}>
        <bdi>{words.only(shownName(place.name))}</bdi>
      </button>
      <button type="button" aria-pressed={below} onClick={() => choose(true)}>
        {words.withBelow(place.below)}
      </button>
    </fieldset>
  )
}
