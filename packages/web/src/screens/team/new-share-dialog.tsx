import type { RootId } from '@holdfast/api/ids'
import { ROLES, type Role } from '@holdfast/api/sharing/shares'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Candidate, candidateKey } from '../../core/sharing/candidates.ts'
import { memberOf } from '../../core/sharing/members.ts'
import { whyNotInvited, withAccount } from '../../data/account/invite.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { ownOrganizationName } from '../../data/service/session.ts'
import { createTeamShare, type MemberToBe } from '../../data/sharing/shares.ts'
import { PeopleField, type PeopleHandle } from '../../files/sharing/people-field.tsx'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { Refusals, type Refused } from './refusals.tsx'
import './team.css'

interface Chosen {
  one: Candidate
  role: Role
}

const asEditor = (one: Candidate): Chosen => ({ one, role: 'EDITOR' })

/** A team share with its members, in one step. */
export function NewShareDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [made, setMade] = useState<{ root: RootId; refused: readonly Refused[] }>()
  const people = useRef<PeopleHandle>(null)
  const words = beginWords().share
  const open = (root: RootId) => {
    onClose()
    navigate(`/files/${root}/0`)
  }
  const create = async () => {
    const typed = await people.current?.take()
    if (!typed) return
    const { members, refused } = await settle([...chosen, ...typed.map(asEditor)])
    const { root, failed } = await createTeamShare(name.trim(), members)
    for (const { member, error } of failed)
      refused.push({
        who: member.name,
        why: codeOf(error) === 'invalid_request' ? t.share.uninvitable(member.name) : problemOf(error).words,
      })
    toast(words.made(shownName(name.trim())))
    if (refused.length === 0) open(root)
    else setMade({ root, refused })
  }
  if (made)
    return (
      <Dialog
        title={words.title}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={() => open(made.root)}>
            {words.open}
          </Button>
        }
      >
        <Refusals
          title={words.madeWithout(shownName(name.trim()), made.refused.length)}
          refused={made.refused}
        />
      </Dialog>
    )
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <Form button={words.create} send={create} aside={<Button onClick={onClose}>{t.general.cancel}</Button>}>
        <Field
          label={words.name}
          hint={words.nameHint}
          value={name}
          onChange={setName}
          maxLength={255}
          autoFocus
        />
        <PeopleField
          handle={people}
          label={words.members}
          chosen={[]}
          taken={chosen.map(({ one }) => candidateKey(one))}
          invites="first"
          onChange={(added) => setChosen([...chosen, ...added.map(asEditor)])}
        />
        <Chosen chosen={chosen} onChange={setChosen} />
      </Form>
    </Dialog>
  )
}

interface ChosenProps {
  chosen: readonly Chosen[]
  onChange: (chosen: readonly Chosen[]) => void
}

/** Who will be in it, and as what. */
function Chosen({ chosen, onChange }: ChosenProps) {
  return (
    <ul className="share-people" aria-label={t.share.members}>
      <li className="share-person">
        <Icon name="person" />
        <span className="share-who">{t.share.you}</span>
        <span className="soft share-choices">{t.share.roles.CO_OWNER}</span>
      </li>
      {chosen.map(({ one, role }) => {
        const shown = shownName(one.name)
        return (
          <li key={candidateKey(one)} className="share-person">
            <Icon name={one.kind === 'group' ? 'people' : one.kind === 'new' ? 'mail' : 'person'} />
            <span className="share-who">
              <bdi>{shown}</bdi>
              {one.kind !== 'group' && one.email !== one.name && <small>{one.email}</small>}
              {one.kind === 'new' && (
                <small>{beginWords().invite.oneHint(shownName(ownOrganizationName()))}</small>
              )}
            </span>
            <span className="share-choices">
              <Select
                label={t.share.roleOf(shown)}
                isLabelUnseen
                value={role}
                options={ROLES}
                words={(which) => t.share.roles[which]}
                onChange={(next) =>
                  onChange(chosen.map((other) => (other.one === one ? { one, role: next } : other)))
                }
              />
            </span>
            <IconButton
              icon="close"
              label={t.share.takeOut(shown)}
              onClick={() => onChange(chosen.filter((other) => other.one !== one))}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Those who need an account get one; whoever cannot have one keeps nobody else out. */
async function settle(chosen: readonly Chosen[]): Promise<{ members: MemberToBe[]; refused: Refused[] }> {
  const members: MemberToBe[] = []
  const refused: Refused[] = []
  for (const { one, role } of chosen)
    try {
      members.push({ ...memberOf(await withAccount(one)), role })
    } catch (error) {
      refused.push({ who: one.name, why: whyNotInvited(error) })
    }
  return { members, refused }
}
