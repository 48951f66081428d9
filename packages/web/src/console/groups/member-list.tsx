import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { IconButton } from '../../ui/button.tsx'

interface Member {
  id: number
  name: string
  email?: string
}

interface MemberListProps {
  title: string
  empty: string
  members: readonly Member[]
  addressOf: (id: number) => string
  /** Undefined to those who may not. */
  onRemove: ((member: Member) => void) | undefined
  add: ReactNode
}

/** Who is in a group, each with the way out. */
export function MemberList({ title, empty, members, addressOf, onRemove, add }: MemberListProps) {
  const words = consoleWords().groups
  return (
    <section className="console-part">
      <h2>{title}</h2>
      {members.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <ul className="console-rows">
          {members.map((member) => (
            <li key={member.id}>
              <span className="console-row-what">
                <Link href={addressOf(member.id)}>
                  <bdi>{shownName(member.name)}</bdi>
                </Link>
                {member.email && (
                  <small>
                    <bdi>{member.email}</bdi>
                  </small>
                )}
              </span>
              {onRemove && (
                <IconButton
                  icon="close"
                  label={words.remove(shownName(member.name))}
                  onClick={() => onRemove(member)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="console-buttons">{add}</p>
    </section>
  )
}
