import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { changeMembers, useGroup, useMembers } from '../../data/console/groups.ts'
import { may } from '../../data/console/places.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AddMembersDialog } from '../parts/add-members-dialog.tsx'
import { GroupDialogs, groupMenu, type Wanted } from './group-acts.tsx'
import { GroupShares } from './group-shares.tsx'
import { MemberList } from './member-list.tsx'

type Kind = 'people' | 'groups'

/** A group: who is in it, directly. */
export function GroupScreen({ place, id }: { place: OrganizationMay; id: number }) {
  const words = consoleWords().groups
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<Wanted>()
  const [adding, setAdding] = useState<Kind>()
  const { data: group, error, refetch } = useGroup(id)
  const members = useMembers(id as GroupId)
  if (codeOf(error) === 'not_found' || (group && (!group.active || group.company_id !== place.id)))
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  if (!group)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const one = { id: group.id, name: group.name, may: place.may }
  const mayAdd = may(place, 'people.change') && may(place, 'files.let_in')
  const name = shownName(group.name)
  const change = async (kind: Kind, member: number, isIn: boolean): Promise<void> => {
    await changeMembers(group.id, ({ members: persons, member_groups: groups }) =>
      kind === 'people'
        ? { members: changed(persons, member as PersonId, isIn) }
        : { member_groups: changed(groups, member as GroupId, isIn) },
    )
  }
  const remove = (kind: Kind) => async (member: { id: number; name: string }) => {
    try {
      await change(kind, member.id, false)
      toast(words.removed(shownName(member.name)), { undo: () => change(kind, member.id, true) })
    } catch (problem) {
      toast(problemOf(problem).words, { bad: true })
    }
  }
  const part = (kind: Kind) => {
    const names = members.data?.names
    const listed = kind === 'people' ? (names?.persons ?? []) : (names?.groups ?? [])
    return (
      <MemberList
        title={kind === 'people' ? words.people : words.groupsIn}
        empty={kind === 'people' ? words.noPeople : words.noGroups}
        members={listed}
        addressOf={(member) => consoleAddress(place.id, kind, { id: member })}
        onRemove={may(place, 'people.change') ? remove(kind) : undefined}
        add={
          mayAdd && (
            <Button icon="add" onClick={() => setAdding(kind)}>
              {kind === 'people' ? words.addPeople : words.addGroups}
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <span className="console-acts">
          {groupMenu(one, setWanted).map(
            (act) =>
              act !== 'line' && (
                <Button
                  key={act.id}
                  {...(act.icon && { icon: act.icon })}
                  kind={act.bad ? 'bad' : 'plain'}
                  onClick={act.run}
                >
                  {act.label}
                </Button>
              ),
          )}
        </span>
      </header>
      {members.data ? (
        <div className="console-two">
          {part('people')}
          <div className="console-column">
            {part('groups')}
            <GroupShares place={place} id={group.id} />
          </div>
        </div>
      ) : (
        members.error && <Failed error={members.error} onRetry={() => void members.refetch()} />
      )}
      {adding && (
        <AddMembersDialog
          place={place}
          kind={adding}
          name={name}
          without={
            new Set<number>(
              adding === 'people'
                ? members.data?.members
                : [...(members.data?.member_groups ?? []), group.id],
            )
          }
          onAdd={({ id: member }) => change(adding, member, true)}
          onClose={() => setAdding(undefined)}
        />
      )}
      {wanted && (
        <GroupDialogs
          wanted={wanted}
          onClose={() => setWanted(undefined)}
          onDeleted={() => navigate(consoleAddress(place.id, 'groups'))}
        />
      )}
    </>
  )
}

const changed = <Id extends number>(ids: readonly Id[], id: Id, isIn: boolean): Id[] => [
  ...ids.filter((one) => one !== id),
  ...(isIn ? [id] : []),
]
