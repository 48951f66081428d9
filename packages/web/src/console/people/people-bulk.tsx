import type { BulkOutcome, PersonAction } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { plan } from '../../data/console/bulk.ts'
import { useFound } from '../../data/console/groups.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { FormProblem } from '../../ui/answers/form.tsx'
import { Choice, Field, SelectField } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { MessageFields } from '../parts/message-fields.tsx'
import { type Deed, runBulk } from '../parts/run-bulk.ts'

export interface PeopleWish extends Chosen {
  action: PersonAction
}

const ICONS: Record<PersonAction, IconName> = {
  message: 'mail',
  disable: 'pause',
  enable: 'play',
  add_to_group: 'people',
  remove_from_group: 'people',
  unlock: 'unlock',
  mail_password: 'mail',
  set_quota: 'edit',
  reset_two_step: 'shield',
  delete: 'trash',
}
const OPPOSITES: Partial<Record<PersonAction, PersonAction>> = {
  disable: 'enable',
  enable: 'disable',
  add_to_group: 'remove_from_group',
  remove_from_group: 'add_to_group',
}
const GIB = 1024 ** 3

const idsOf = (those: readonly BulkOutcome<number>[]) => those.map(({ id }) => id)

/** What can be done with several people there; who of them it is not for, the plan says. */
export function peopleActions(
  place: OrganizationMay,
  onWish: (action: PersonAction) => void,
): readonly BarAction[] {
  const words = consoleWords().bulk.persons
  const actions = Object.keys(ICONS) as PersonAction[]
  return actions
    .filter((action) => !action.endsWith('_group') || may(place, 'files.let_in'))
    .map((action) => ({
      id: action,
      icon: ICONS[action],
      label: words[action]?.label ?? action,
      ...(action === 'delete' && { bad: true }),
      run: () => onWish(action),
    }))
}

type Kept = 'keep' | 'remove'

/** The question that belongs to what somebody wants to do with several people. */
export function PeopleBulk({
  place,
  wish,
  onClose,
}: {
  place: OrganizationMay
  wish: PeopleWish
  onClose: () => void
}) {
  const { bulk, people } = consoleWords()
  const { action, selection, state, onDone } = wish
  const [quota, setQuota] = useState('')
  const [group, setGroup] = useState('')
  const [message, setMessage] = useState({ subject: '', text: '' })
  const [files, setFiles] = useState<Kept>('keep')
  const [backups, setBackups] = useState<Kept>('keep')
  const valuesOf = (): Record<string, unknown> => {
    switch (action) {
      case 'set_quota':
        return { space_quota: quota.trim() === '' ? null : Math.round(Number(quota) * GIB) }
      case 'add_to_group':
      case 'remove_from_group':
        if (!group) throw new FormProblem(bulk.noGroups)
        return { group_id: Number(group) }
      case 'message':
        return message
      case 'delete':
        return { remove_user_files: files === 'remove', remove_server_files: backups === 'remove' }
      default:
        return {}
    }
  }
  const where = { kind: 'persons' as const, organization: place.id, below: state.below }
  const deedOf = (done: PersonAction, values: Record<string, unknown>, ids: readonly number[]): Deed => {
    const opposite = OPPOSITES[done]
    const words = bulk.persons[done]
    if (!words) throw new Error(`no words for ${done}`)
    return {
      where,
      act: { action: done, values },
      ids,
      words,
      ...(opposite && { undo: (those) => [deedOf(opposite, values, idsOf(those))] }),
      ...(done === 'set_quota' && { undo: (those) => quotasBack(those) }),
    }
  }
  /** Each gets what it had, by one deed for all that had the same. */
  const quotasBack = (those: readonly BulkOutcome<number>[]): Deed[] =>
    [...Map.groupBy(those, (one) => one.space_quota_before ?? null)].map(([space_quota, group]) =>
      deedOf('set_quota', { space_quota }, idsOf(group)),
    )
  const fieldsOf = () => {
    switch (action) {
      case 'set_quota':
        return (
          <Field
            label={bulk.quota}
            hint={bulk.quotaHint}
            type="number"
            min={0}
            step="any"
            optional
            value={quota}
            onChange={setQuota}
          />
        )
      case 'add_to_group':
      case 'remove_from_group':
        return <GroupField place={place} value={group} onChange={setGroup} />
      case 'message':
        return <MessageFields message={message} onChange={setMessage} />
      case 'delete':
        return (
          <>
            <Choice
              label={people.deleteFiles}
              value={files}
              onChange={setFiles}
              options={[
                { id: 'keep', words: people.keepFiles },
                { id: 'remove', words: people.removeFiles },
              ]}
            />
            <Choice
              label={people.deleteBackups}
              value={backups}
              onChange={setBackups}
              options={[
                { id: 'keep', words: people.keepBackups },
                { id: 'remove', words: people.removeBackups },
              ]}
            />
          </>
        )
      default:
        return undefined
    }
  }
  const fields = fieldsOf()
  const words = bulk.persons[action]
  if (!words) return null
  return (
    <BulkDialog
      words={words}
      {...(fields && { fields })}
      bad={action === 'delete'}
      plan={async () => plan(where, { action, values: valuesOf() }, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk(deedOf(action, valuesOf(), ids))
      }}
      onClose={onClose}
    />
  )
}

/** One of the groups of the organization. */
function GroupField({
  place,
  value,
  onChange,
}: {
  place: OrganizationMay
  value: string
  onChange: (id: string) => void
}) {
  const { bulk } = consoleWords()
  const { data: groups = [] } = useFound('groups', place.id, '')
  const [first] = groups
  if (value === '' && first) queueMicrotask(() => onChange(String(first.id)))
  return groups.length === 0 ? (
    <p className="soft">{bulk.noGroups}</p>
  ) : (
    <SelectField
      label={bulk.group}
      value={value}
      options={groups.map(({ id, name }) => [String(id), shownName(name)] as const)}
      onChange={onChange}
    />
  )
}
