import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { RootId } from '@holdfast/api/ids'
import type { Role, Subscribers } from '@holdfast/api/sharing/shares'
import { consoleAddress } from '../../core/console/places.ts'
import { useShare, useShareMembers } from '../../data/console/shares.ts'
import { codeOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type FactRow, FactRows } from '../parts/fact-rows.tsx'

/** A team share: who is in it, and by which way. */
export function ShareScreen({ place, id }: { place: OrganizationMay; id: number }) {
  const words = consoleWords().shares
  const { data: share, error, refetch } = useShare(place.id, id as RootId)
  const members = useShareMembers(place.id, id as RootId)
  const code = codeOf(error)
  if (code === 'not_found' || code === 'root_deleted')
    return (
      <div className="empty">
        <Icon name="info" large />
        <h1>{words.gone}</h1>
      </div>
    )
  if (!share)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <>
      <header className="console-head">
        <h1>
          <bdi>{shownName(share.name)}</bdi>
        </h1>
      </header>
      {share.description && (
        <p className="soft">
          <bdi>{share.description}</bdi>
        </p>
      )}
      {members.data ? (
        <Members place={place} members={members.data} />
      ) : members.error ? (
        <Failed error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
    </>
  )
}

function Members({ place, members }: { place: OrganizationMay; members: Subscribers }) {
  const words = consoleWords().shares
  const { roles } = t.share
  const people = new Map((members.names?.persons ?? []).map((person) => [person.id, person]))
  const groups = new Map((members.names?.groups ?? []).map((group) => [group.id, group]))
  const personOf = (id: number, held: readonly Role[]): FactRow => {
    const person = people.get(id as never)
    const facts = [formatNames([...new Set(held)].map((role) => roles[role])), person?.email ?? '']
    const address = consoleAddress(place.id, 'people', { id })
    return { key: `p${id}`, name: shownName(person?.name ?? ''), address, facts }
  }
  const external = Object.entries(members.external_subscribers).map(([email, status]) => ({
    key: email,
    name: email,
    facts: [words.states[status], roles[members.external_roles?.[email] ?? 'COLLABORATOR']],
  }))
  const rolesOf = (rows: readonly (readonly [id: number, target: unknown, role: Role])[]) =>
    [...Map.groupBy(rows, ([id]) => id)].map(([id, some]) => [id, some.map(([, , role]) => role)] as const)
  return (
    <div className="console-two">
      <MemberPart title={words.external} empty={words.noExternal} members={external} />
      <MemberPart
        title={words.people}
        empty={words.noPeople}
        members={rolesOf(members.subscribers).map(([id, held]) => personOf(id, held))}
      />
      <MemberPart
        title={words.groups}
        empty={words.noGroups}
        members={rolesOf(members.group_subscribers).map(([id, held]) => ({
          key: `g${id}`,
          name: shownName(groups.get(id as never)?.name ?? ''),
          address: consoleAddress(place.id, 'groups', { id }),
          facts: [formatNames([...new Set(held)].map((role) => roles[role]))],
        }))}
      />
      {members.from_group.length > 0 && (
        <MemberPart
          title={words.throughGroups}
          empty=""
          members={rolesOf(members.from_group).map(([id, held]) => personOf(id, held))}
        />
      )}
    </div>
  )
}

function MemberPart({
  title,
  empty,
  members,
}: {
  title: string
  empty: string
  members: readonly FactRow[]
}) {
  return (
    <section className="console-part">
      <h2>{title}</h2>
      {members.length === 0 ? <p className="soft">{empty}</p> : <FactRows rows={members} />}
    </section>
  )
}
