import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { resume, suspend } from '../../data/console/customers.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'

/** Keeps everybody out for as long as somebody wants. */
export function Suspend({ place }: { place: OrganizationMay }) {
  const { organization: words, customers } = consoleWords()
  const [isAsked, setAsked] = useState(false)
  const name = shownName(place.name)
  const goOn = () =>
    void resume(place.id).then(
      () => toast(customers.resumed(name)),
      (error) => toast(problemOf(error).words, { bad: true }),
    )
  return (
    <section className="console-part">
      <h2>{words.close}</h2>
      <p>{words.suspendWhy}</p>
      <p className="console-buttons">
        {place.state === 'suspended' ? (
          <Button onClick={goOn}>{customers.resume}</Button>
        ) : (
          <Button kind="bad" onClick={() => setAsked(true)}>
            {customers.suspend}
          </Button>
        )}
      </p>
      {isAsked && (
        <AskDialog
          title={customers.suspendTitle(name)}
          why={customers.suspendWhy}
          button={customers.suspendButton}
          bad
          act={() => suspend(place.id)}
          done={customers.suspended(name)}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
