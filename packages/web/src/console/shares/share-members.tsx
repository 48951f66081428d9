import type { Subscribers } from '@holdfast/api/sharing/shares'
import { type ReactNode, useState } from 'react'
import { consoleAddress } from '../../core/console/places.ts'
import { type Member, memberKey, membersIn } from '../../core/sharing/members.ts'
import { may } from '../../data/console/places.ts'
import { useShareMembers } from '../../data/console/shares.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import { type Adding, AddToShare } from './add-to-share.tsx'
import { ShareMember } from './share-member.tsx'
import type { SharePart } from './share-part.ts'

/** Of more than these the rest is shown when somebody wants it. */
const FEW = 100

/** Who is in a team share, as what, and by which way: to be changed by those who may let others in. */
export function ShareMembers(part: SharePart) {
  const { place, root } = part
  const words = consoleWords().shares
  const { data: lists, error, refetch } = useShareMembers(place.id, root)
  const [adding, setAdding] = useState<Adding>()
  if (!lists)
    return error ? (
      <Failed error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  const members = membersIn(lists)
  const of = (kind: Member['kind']) => members.filter((one) => one.kind === kind)
  const mayChange = may(place, 'files.let_in')
  const closed = place.not.find(({ action }) => action === 'files.let_in')?.why
  const add = (kind: Adding, label: string) =>
    mayChange && (
      <Button icon="add" onClick={() => setAdding(kind)}>
        {label}
      </Button>
    )
  const list = { part, mayChange }
  return (
    <>
      {(closed === 'policy' || closed === 'privacy') && <p className="note">{words.closedWhy[closed]}</p>}
      <div className="console-column">
        <Members {...list} title={words.people} empty={words.noPeople} members={of('person')}>
          {add('people', words.addPeople)}
        </Members>
        <Members {...list} title={words.groups} empty={words.noGroups} members={of('group')}>
          {add('groups', words.addGroups)}
        </Members>
        <Members {...list} title={words.external} empty={words.noExternal} members={of('external')}>
          {add('external', words.invite)}
        </Members>
        <ThroughGroups part={part} lists={lists} />
      </div>
      {adding && (
        <AddToShare {...part} kind={adding} members={members} onClose={() => setAdding(undefined)} />
      )}
    </>
  )
}

interface MembersProps {
  part: SharePart
  title: string
  empty: string
  members: readonly Member[]
  mayChange: boolean
  /** What adds others. */
  children: ReactNode
}

function Members({ part, title, empty, members, mayChange, children }: MembersProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? members : members.slice(0, FEW)
  return (
    <section className="console-part" aria-label={title}>
      <h2>{title}</h2>
      {members.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <ul className="console-rows member-rows">
          {shown.map((member) => (
            <ShareMember key={memberKey(member)} {...part} member={member} mayChange={mayChange} />
          ))}
        </ul>
      )}
      <p className="console-buttons">
        {shown.length < members.length && (
          <Button onClick={() => setAll(true)}>{consoleWords().overview.showAll}</Button>
        )}
        {children}
      </p>
    </section>
  )
}

/** Those whom groups bring: they come and go with these. */
function ThroughGroups({ part: { place }, lists }: { part: SharePart; lists: Subscribers }) {
  const words = consoleWords().shares
  const [isAll, setAll] = useState(false)
  const people = new Map(lists.names?.persons.map((one) => [one.id, one]))
  const found = [...Map.groupBy(lists.from_group, ([id]) => id)]
  if (found.length === 0) return null
  return (
    <section className="console-part">
      <h2>{words.throughGroups}</h2>
      <FactRows
        rows={(isAll ? found : found.slice(0, FEW)).map(([id, rows]) => ({
          key: id,
          name: shownName(people.get(id)?.name ?? ''),
          address: consoleAddress(place.id, 'people', { id }),
          facts: [
            formatNames([...new Set(rows.map(([, , role]) => t.share.roles[role]))]),
            people.get(id)?.email,
          ],
        }))}
      />
      {found.length > FEW && !isAll && (
        <p className="console-buttons">
          <Button onClick={() => setAll(true)}>{consoleWords().overview.showAll}</Button>
        </p>
      )}
    </section>
  )
}
