import { ROLES, type Role } from '@holdfast/api/sharing/shares'
import { type Ref, useRef, useState } from 'react'
import { type Candidate, candidateKey } from '../../core/sharing/candidates.ts'
import type { Shareable } from '../../core/sharing/item.ts'
import type { Sentence } from '../../core/sharing/meaning.ts'
import {
  type Member,
  memberKey,
  memberOf,
  membersIn,
  type NewMember,
  withMembers,
  withoutMembers,
} from '../../core/sharing/members.ts'
import { withAccount } from '../../data/account/invite.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { changeTeam, type Team, useTeam } from '../../data/sharing/team.ts'
import { PeopleField, type PeopleHandle } from '../../files/sharing/people-field.tsx'
import { fewNames } from '../../files/sharing/whom-to-ask.tsx'
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
  const people = useRef<PeopleHandle>(null)
  return (
    <ShareFrame
      name={team.name}
      sentences={data ? meaningOf(members) : []}
      error={error}
      waiting={!data}
      onRetry={() => void refetch()}
      onClose={onClose}
      people={people}
    >
      {data ? (
        <>
          <AddMembers team={team} data={data} members={members} field={people} />
          <ul className="share-people" aria-label={t.share.members}>
            {members.map((member) => (
              <TeamMember
                key={memberKey(member)}
                root={team.root}
                share={shownName(team.name)}
                team={data}
                member={member}
              />
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
    const names = inside.filter((one) => one.role === role).map(({ name }) => name)
    const may = t.share.roleMay[role]
    return names.length > 0 ? [{ words: t.share.teamCan(fewNames(names), may, names.length) }] : []
  })
  return [
    ...(alone ? [{ words: t.share.teamOnlyYou }] : byRole),
    ...(waiting.length > 0
      ? [{ words: t.share.teamInvited(fewNames(waiting.map(({ name }) => name)), waiting.length) }]
      : []),
    { words: t.share.teamHint },
  ]
}

const DEVICES = ['all', 'web'] as const

interface AddMembersProps {
  team: TeamTarget
  data: Team
  members: readonly Member[]
  field: Ref<PeopleHandle>
}

function AddMembers({ team, data, members, field }: AddMembersProps) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [role, setRole] = useState<Role>('EDITOR')
  const [devices, setDevices] = useState<(typeof DEVICES)[number]>('all')
  const [busy, setBusy] = useState(false)
  const add = async (whom: readonly Candidate[]) => {
    if (busy) return
    setBusy(true)
    let added: NewMember[] = []
    try {
      added = await membersOf(whom, setChosen)
      await changeTeam(team.root, data, (lists) => withMembers(lists, added, role, devices === 'all'))
      const names = added.map(({ name }) => shownName(name)).join(', ')
      toast(t.share.memberAdded(names, t.share.roles[role], shownName(team.name)), {
        undo: async () => void (await changeTeam(team.root, data, (lists) => withoutMembers(lists, added))),
      })
      const keys = new Set(whom.map(candidateKey))
      setChosen((now) => now.filter((one) => !keys.has(candidateKey(one))))
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
      <PeopleField
        handle={field}
        chosen={chosen}
        onChange={setChosen}
        taken={members.map(memberKey)}
        invites="first"
        sending={{
          send: add,
          button: t.share.send,
          beside: (
            <>
              <Select
                label={t.share.role}
                isLabelUnseen
                value={role}
                options={ROLES}
                words={(one) => t.share.roles[one]}
                onChange={setRole}
              />
              <Select
                label={t.share.devices}
                isLabelUnseen
                value={devices}
                options={DEVICES}
                words={(one) => t.share.targets[one]}
                onChange={setDevices}
              />
              <Button kind="primary" type="submit" busy={busy}>
                {t.share.send}
              </Button>
            </>
          ),
        }}
      />
      <p className="soft share-role">{`${t.share.roles[role]}: ${t.share.roleMay[role]}`}</p>
    </section>
  )
}

/** Those who get an account first have it from then on, also where something else fails. */
async function membersOf(
  chosen: readonly Candidate[],
  onAccount: (chosen: readonly Candidate[]) => void,
): Promise<NewMember[]> {
  const members = [...chosen]
  for (const [n, one] of chosen.entries()) {
    members[n] = await withAccount(one)
    if (members[n] !== one) onAccount([...members])
  }
  return members.map(memberOf)
}
