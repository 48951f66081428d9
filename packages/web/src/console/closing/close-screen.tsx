import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { CloseForm } from './close-form.tsx'
import { ClosingFacts } from './closing-facts.tsx'

/** A customer leaves: what that means, step by step; or how far it is. */
export function CloseScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  const isClosing = place.not.some(({ action, why }) => action === 'organization.suspend' && why === 'closed')
  const name = shownName(place.name)
  return (
    <>
      <header className="console-head">
        <h1>{isClosing ? words.closingTitle(name) : words.title(name)}</h1>
      </header>
      {isClosing ? <ClosingFacts place={place} /> : <CloseForm place={place} />}
    </>
  )
}
