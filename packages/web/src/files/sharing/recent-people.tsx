import { useId } from 'react'
import { type Candidate, candidateKey } from '../../core/sharing/candidates.ts'
import { useRecentPeople } from '../../data/sharing/recipients.ts'
import { shownName } from '../../messages/format.ts'
import { settingWords } from '../../messages/link-settings.ts'
import { Icon } from '../../ui/icon.tsx'

interface RecentPeopleProps {
  /** Those who are chosen or have it already, by their keys. */
  taken: ReadonlySet<string>
  onChoose: (one: Candidate) => void
}

/** Those whom one shared with last, one press away. */
export function RecentPeople({ taken, onChoose }: RecentPeopleProps) {
  const id = useId()
  const people = useRecentPeople(true).data?.filter((one) => !taken.has(candidateKey(one))) ?? []
  const words = settingWords()
  if (people.length === 0) return null
  return (
    <fieldset className="people-recent" aria-labelledby={id}>
      <span id={id} className="soft">
        {words.recent}
      </span>
      {people.map((one) => (
        <button
          key={candidateKey(one)}
          type="button"
          className="people-recent-one"
          title={one.kind === 'group' ? undefined : one.email}
          aria-label={words.addRecent(shownName(one.name))}
          onClick={() => onChoose(one)}
        >
          <Icon name={one.kind === 'group' ? 'people' : 'add'} />
          <bdi>{shownName(one.name)}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
