import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ReactNode, useState } from 'react'
import { useFound } from '../../data/console/groups.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useSettled } from '../../ui/use-settled.ts'

interface AddMembersDialogProps {
  place: OrganizationMay
  kind: 'people' | 'groups'
  /** Of what they are added to. */
  name: string
  /** Who is in it already. */
  without: ReadonlySet<number>
  /** As what they are added. */
  children?: ReactNode
  onAdd: (one: { id: number; name: string }) => Promise<void>
  onClose: () => void
}

/** Finds members one after the other; the dialog stays until somebody has enough. */
export function AddMembersDialog({
  place,
  kind,
  name,
  without,
  children,
  onAdd,
  onClose,
}: AddMembersDialogProps) {
  const { groups: words, table } = consoleWords()
  const [q, setQ] = useState('')
  const wanted = useSettled(q.trim())
  const found = useFound(kind, place.id, wanted)
  const shown = found.data?.filter(({ id }) => !without.has(id)) ?? []
  const add = async (one: { id: number; name: string }) => {
    try {
      await onAdd(one)
      toast(words.added(shownName(one.name)))
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return (
    <Dialog
      title={words.addTitle(name)}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {table.done}
        </Button>
      }
    >
      <Field label={words.find} type="search" optional autoFocus value={q} onChange={setQ} />
      {children}
      {found.isLoadingError ? (
        <Failed error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : shown.length === 0 ? (
        <p className="soft">{wanted === '' ? words.noneMatch : words.noneFound(wanted)}</p>
      ) : (
        <ul className="console-rows">
          {shown.map((one) => (
            <li key={one.id}>
              <span className="console-row-what">
                <bdi>{shownName(one.name)}</bdi>
                {one.email && (
                  <small>
                    <bdi>{one.email}</bdi>
                  </small>
                )}
              </span>
              <IconButton
                icon="add"
                label={words.addOne(shownName(one.name))}
                onClick={() => void add(one)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
