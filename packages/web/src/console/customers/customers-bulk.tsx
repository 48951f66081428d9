import type { BulkOutcome } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationAction } from '@holdfast/api/oversight/organization-bulk'
import { useState } from 'react'
import { plan } from '../../data/console/bulk.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { FormProblem } from '../../ui/answers/form.tsx'
import { Field } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { type Deed, runBulk } from '../parts/run-bulk.ts'

export interface CustomersWish extends Chosen {
  action: OrganizationAction
}

const ICONS: Record<OrganizationAction, IconName> = { set_quota: 'edit', suspend: 'pause', resume: 'play' }
const OPPOSITES: Partial<Record<OrganizationAction, OrganizationAction>> = {
  suspend: 'resume',
  resume: 'suspend',
}
const GIB = 1024 ** 3

const idsOf = (those: readonly BulkOutcome<number>[]) => those.map(({ id }) => id)

/** What can be done with several customers; which of them it is not for, the plan says. */
export function customersActions(onWish: (action: OrganizationAction) => void): readonly BarAction[] {
  const { acts } = consoleWords().customers
  return (Object.keys(ICONS) as OrganizationAction[]).map((action) => ({
    id: action,
    icon: ICONS[action],
    label: acts[action].label,
    ...(action === 'suspend' && { bad: true }),
    run: () => onWish(action),
  }))
}

/** The question that belongs to what somebody wants to do with some customers. */
export function CustomersBulk({
  place,
  wish: { action, selection, state, onDone },
  onClose,
}: {
  place: OrganizationMay
  wish: CustomersWish
  onClose: () => void
}) {
  const { customers } = consoleWords()
  const [limit, setLimit] = useState('')
  const where = { kind: 'organizations' as const, organization: place.id, below: state.below }
  const valuesOf = (): Record<string, unknown> => {
    if (action !== 'set_quota') return {}
    const size = Math.round(Number(limit) * GIB)
    if (limit.trim() === '' || !(size >= 0)) throw new FormProblem(customers.limitWrong)
    return { space_quota: size }
  }
  const deed = (done: OrganizationAction, values: Record<string, unknown>, ids: readonly number[]): Deed => {
    const opposite = OPPOSITES[done]
    return {
      where,
      act: { action: done, values },
      ids,
      words: customers.acts[done],
      undo: (those) => (opposite ? [deed(opposite, {}, idsOf(those))] : limitsBack(those)),
    }
  }
  /** Each gets the limit that it had, by one deed for all that had the same. */
  const limitsBack = (those: readonly BulkOutcome<number>[]): Deed[] =>
    [...Map.groupBy(those, (one) => one.space_quota_before ?? 0)].map(([space_quota, group]) =>
      deed('set_quota', { space_quota }, idsOf(group)),
    )
  return (
    <BulkDialog
      words={customers.acts[action]}
      {...(action === 'set_quota' && {
        fields: (
          <Field label={customers.limit} type="number" min={0} step="any" value={limit} onChange={setLimit} />
        ),
      })}
      plan={async () => plan(where, { action, values: valuesOf() }, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk(deed(action, valuesOf(), ids))
      }}
      onClose={onClose}
    />
  )
}
