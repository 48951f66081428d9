import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type LinkAction, type LinkBulkOutcome, NEVER } from '@holdfast/api/sharing/link-bulk'
import { formatDate } from '@holdfast/api/time'
import { useState } from 'react'
import { plan, type Where } from '../../data/console/bulk.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { now } from '../../platform/clock.ts'
import { FormProblem } from '../../ui/answers/form.tsx'
import { Field } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { type Deed, runBulk } from '../parts/run-bulk.ts'

export interface LinksWish extends Chosen {
  action: LinkAction
}

const ICONS = { require_sign_in: 'lock', set_expires: 'clock', delete: 'trash' } as const satisfies Partial<
  Record<LinkAction, IconName>
>

/** What can be done with several links; which of them it is not for, the plan says. */
export function linksActions(onWish: (action: LinkAction) => void): readonly BarAction[] {
  const words = consoleWords().links.acts
  return (Object.keys(ICONS) as (keyof typeof ICONS)[]).map((action) => ({
    id: action,
    icon: ICONS[action],
    label: words[action].label,
    ...(action === 'delete' && { bad: true }),
    run: () => onWish(action),
  }))
}

/** The question that belongs to what somebody wants to do with some links. */
export function LinksBulk({
  place,
  wish: { action, selection, state, onDone },
  onClose,
}: {
  place: OrganizationMay
  wish: LinksWish
  onClose: () => void
}) {
  const words = consoleWords().links
  const [day, setDay] = useState('')
  const where = { kind: 'sharelinks' as const, organization: place.id, below: state.below }
  const valuesOf = (): Record<string, unknown> => {
    if (action !== 'set_expires') return {}
    if (!day) throw new FormProblem(words.dayHint)
    return { expires: day }
  }
  const deed = (ids: readonly number[]): Deed => ({
    where,
    act: { action, values: valuesOf() },
    ids,
    words: words.acts[action],
    undo: (done) => undoOf(where, action, done as unknown as readonly LinkBulkOutcome[]),
  })
  return (
    <BulkDialog
      words={words.acts[action]}
      {...(action === 'set_expires' && {
        fields: (
          <Field
            label={words.day}
            hint={words.dayHint}
            type="date"
            min={formatDate(now())}
            value={day}
            onChange={setDay}
          />
        ),
      })}
      bad={action === 'delete' && isMany(selection)}
      plan={async () => plan(where, { action, values: valuesOf() }, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk(deed(ids))
      }}
      onClose={onClose}
    />
  )
}

/** One link is deleted by its button; the number is typed for more. */
const isMany = ({ kind, ids }: Chosen['selection']): boolean => kind !== 'some' || ids.size > 1

/** Who may not see where a link leads can close it, but not open it again: such a link comes without a name. */
function undoOf(where: Where, action: LinkAction, done: readonly LinkBulkOutcome[]): Deed[] {
  const { acts } = consoleWords().links
  const seen = done.filter(({ name }) => name !== '')
  const ids = seen.map(({ id }) => id as number)
  if (ids.length === 0) return []
  if (action === 'require_sign_in')
    return [{ where, act: { action: 'allow_public', values: {} }, ids, words: acts.allow_public }]
  if (action !== 'set_expires') return []
  const before = new Map(seen.map(({ id, expires_before }) => [id as number, expires_before ?? NEVER]))
  const valuesOf = (some: readonly number[]) => ({
    expires_each: some.map((id) => before.get(id) ?? NEVER),
  })
  return [{ where, act: { action, values: {}, valuesOf }, ids, words: acts.set_expires }]
}
