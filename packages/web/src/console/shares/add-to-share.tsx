import type { GroupId, PersonId } from '@holdfast/api/ids'
import { ROLES, type Role } from '@holdfast/api/sharing/shares'
import { useState } from 'react'
import { type Member, type NewMember, withMembers } from '../../core/sharing/members.ts'
import { changeShareMembers } from '../../data/console/shares.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { AddMembersDialog } from '../parts/add-members-dialog.tsx'
import type { SharePart } from './share-part.ts'

export type Adding = 'people' | 'groups' | 'external'

interface AddToShareProps extends SharePart {
  kind: Adding
  members: readonly Member[]
  onClose: () => void
}

/** Adds people and groups of the organization by their names, and invites others by their address, each as what is chosen. */
export function AddToShare({ place, root, share, kind, members, onClose }: AddToShareProps) {
  const words = consoleWords().shares
  const [role, setRole] = useState<Role>('EDITOR')
  const [email, setEmail] = useState('')
  const name = shownName(share.name)
  const add = async (member: NewMember) =>
    void (await changeShareMembers(place.id, root, (lists) => withMembers(lists, [member], role, true)))
  const roles = (
    <SelectField
      label={t.share.role}
      value={role}
      options={ROLES.map((one) => [one, t.share.roles[one]] as const)}
      hint={t.share.roleMay[role]}
      onChange={setRole}
    />
  )
  if (kind === 'external') {
    const invite = async () => {
      await add({ kind, email: email.trim(), name: email.trim() })
      toast(words.invited(email.trim()))
      onClose()
    }
    return (
      <Dialog title={words.inviteTitle(name)} onClose={onClose}>
        <Form
          button={words.inviteButton}
          send={invite}
          refusals={{ invalid_request: t.share.uninvitable(email.trim()) }}
          aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
        >
          <p>{words.inviteWhy}</p>
          <Field
            label={words.inviteEmail}
            type="email"
            autoFocus
            maxLength={254}
            value={email}
            onChange={setEmail}
          />
          {roles}
        </Form>
      </Dialog>
    )
  }
  const memberOf = (one: { id: number; name: string }): NewMember =>
    kind === 'people'
      ? { kind: 'person', id: one.id as PersonId, name: one.name }
      : { kind: 'group', id: one.id as GroupId, name: one.name }
  const wanted = kind === 'people' ? 'person' : 'group'
  const without = members.flatMap((one) =>
    one.kind !== 'external' && one.kind === wanted ? [one.id as number] : [],
  )
  return (
    <AddMembersDialog
      place={place}
      kind={kind}
      name={name}
      without={new Set(without)}
      onAdd={(one) => add(memberOf(one))}
      onClose={onClose}
    >
      {roles}
    </AddMembersDialog>
  )
}
