import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { reopenCustomer } from '../../data/console/closing.ts'
import { may } from '../../data/console/places.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'

/** Lets everybody in again. What it does not bring back was said before it was closed. */
export function CancelClosing({ place }: { place: Pick<OrganizationMay, 'id' | 'name' | 'may'> }) {
  const words = consoleWords().closing
  if (!may(place, 'organization.close')) return null
  return <Button onClick={() => cancelClosing(place)}>{words.cancel}</Button>
}

export const cancelClosing = ({ id, name }: Pick<OrganizationMay, 'id' | 'name'>): void =>
  void reopenCustomer(id).then(
    () => toast(consoleWords().closing.canceled(shownName(name))),
    (error) => toast(problemOf(error).words, { bad: true }),
  )
