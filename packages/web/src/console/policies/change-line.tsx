import type { PlannedChange } from '@holdfast/api/accounts/policies'
import { consoleWords } from '../../messages/console/console-words.ts'
import { effectWords, valueWords } from './policy-words.ts'

type Change = Pick<PlannedChange, 'field' | 'from' | 'to'> &
  Partial<Pick<PlannedChange, 'effect' | 'organizations_below'>>

/** What of a policy changes from what to what, and what that does. */
export function ChangeLine({ change }: { change: Change }) {
  const { policies: words, policyFields } = consoleWords()
  const { field, from, to, effect = null, organizations_below = 0 } = change
  const does = effectWords({ field, from, to, effect, organizations_below })
  return (
    <li>
      <b>{policyFields[field].label}</b> {words.fromTo(valueWords(field, from), valueWords(field, to))}
      {does.length > 0 && `: ${does.join(' ')}`}
    </li>
  )
}
