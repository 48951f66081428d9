import { ROLES, type Role } from '@holdfast/api/sharing/shares'
import { useState } from 'react'
import type { Candidate } from '../../core/sharing/candidates.ts'
import type { Shareable } from '../../core/sharing/item.ts'
import type { Sentence } from '../../core/sharing/meaning.ts'
import {
  type Member,
  memberKey,
  membersIn,
  type NewMember,
  withMembers,
  withoutMembers,
} from '../../core/sharing/members.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { changeTeam, type Team, useTeam } from '../../data/sharing/team.ts'
import { PeopleField } from '../../files/sharing/people-field.tsx'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { ShareFrame } from './frame.tsx'
import { TeamMember } from './team-member.tsx'

type TeamTarget = Extract<Shareable, { type: 'team' }>

/** All of a team share: who takes part in it, and as what. */
export function TeamShare({ team, onClose }: { team: TeamTarget; onClose: () => void }) {
  const { data, error, refetch } = useTeam(team.root)
  const members = data ? membersIn(data.lists) : []
  return (
    <ShareFrame
      name={team.name}
      sentences={data ? meaningOf(members) : []}
      error={error}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {data ? (
        <>
          <AddMembers team={team} data={data} members={members} />
          <ul className="share-people" aria-label={t.share.members}>
            {members.map((member) => (
              <TeamMember key={memberKey(member)} root={team.root} team={data} member={member} />
            ))}
          </ul>
        </>
      ) : (
        !error && <p className="soft">{t.general.loading}</p>
      )}
    </ShareFrame>
  )
}

function meaningOf(members: readonly Member[]): Sentence[] {
  const isIn = (one: Member) => one.kind !== 'external' || one.status === 'accepted'
  const [inside, asked] = [members.filter(isIn), members.filter((one) => !isIn(one))]
  const waiting = asked.filter((one) => one.kind === 'external' && one.status === 'invited')
  const alone = inside.every((one) => one.kind === 'person' && one.id === ownPersonId())
  const byRole = ROLES.flatMap((role) => {
    const count = inside.filter((one) => one.role === role).length
    return count > 0 ? [{ words: t.share.teamCan(count, t.share.roleMay[role]) }] : []
  })
  return [
    ...(alone ? [{ words: t.share.teamOnlyYou }] : byRole),
    ...(waiting.length > 0 ? [{ words: t.share.teamInvited(waiting.length) }] : []),
    { words: t.share.teamHint },
  ]
}

const DEVICES = ['all', 'web'] as const

interface AddMembersProps {
  team: TeamTarget
  data: Team
  members: readonly Member[]
}

function AddMembers({ team, data, members }: AddMembersProps) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [role, setRole] = useState<Role>('EDITOR')
  const [devices, setDevices] = useState<(typeof DEVICES)[number]>('all')
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const added = chosen.map(memberOf)
    try {
      await changeTeam(team.root, data, (lists) => withMembers(lists, added, role, devices === 'all'))
      toast(t.share.memberAdded(added.map(({ name }) => shownName(name)).join(', '), t.share.roles[role]), {
        undo: async () => void (await changeTeam(team.root, data, (lists) => withoutMembers(lists, added))),
      })
      setChosen((now) => now.filter((one) => !chosen.includes(one)))
    } catch (error) {
      const address = added.find((one) => one.kind === 'external')
      const isUnknown = codeOf(error) === 'invalid_request' && address
      toast(isUnknown ? t.share.uninvitable(address.name) : problemOf(error).words, { bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="share-part">
      <PeopleField chosen={chosen} onChange={setChosen} taken={members.map(memberKey)} />
      {chosen.length > 0 && (
        <form
          className="share-adding"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <Select
            label={t.share.role}
            value={role}
            options={ROLES}
            words={(one) => `${t.share.roles[one]}: ${t.share.roleMay[one]}`}
            onChange={setRole}
          />
          {chosen.some(({ kind }) => kind !== 'address') && (
            <Select
              label={t.share.devices}
              value={devices}
              options={DEVICES}
              words={(one) => t.share.targets[one]}
              onChange={setDevices}
            />
          )}
          <Button kind="primary" type="submit" busy={busy}>
            {t.share.send}
          </Button>
        </form>
      )}
    </section>
  )
}

/** Anyone who was only found by an address is of another organization. */
const memberOf = (one: Candidate): NewMember =>
  one.kind === 'address' ? { kind: 'external', email: one.email, name: one.name } : one
