import type { Item } from '@holdfast/api/files/files'
import type { DamagedPart, Safety } from '@holdfast/api/oversight/safety'
import { formatCount, formatPoint, formatSize, shownName, timeOf } from '../../messages/format.ts'
import { safetyWords } from '../../messages/safety-words.ts'
import { At, Part } from './safety-part.tsx'

/** Whether stored bytes are what they were: what is known to be damaged, and when all was verified. */
export function StoredData({ facts, item }: { facts: Safety; item: Item }) {
  const words = safetyWords().stored
  const { damaged, content_check: check } = facts
  const isBad = damaged.length > 0
  return (
    <Part icon={isBad ? 'warn' : 'shield'} title={words.title} bad={isBad}>
      <p>
        <strong>{isBad ? words.damaged(damaged.length) : words.noDamage}</strong>
      </p>
      {isBad && (
        <>
          <ul className="safety-list">
            {damaged.map((part) => (
              <Damaged
                key={`${part.revision_id} ${part.position}`}
                part={part}
                named={item.type === 'folder'}
              />
            ))}
          </ul>
          <p>{words.whatToDo}</p>
        </>
      )}
      {check.last_finished === null ? (
        <p>{words.never}</p>
      ) : (
        <At at={check.last_finished} say={words.verified} />
      )}
      {check.progress !== null && <p className="soft">{words.progress(check.progress)}</p>}
      <p className="soft">{check.percent_per_day === 0 ? words.off : words.pace(check.percent_per_day)}</p>
    </Part>
  )
}

function Damaged({ part, named }: { part: DamagedPart; named: boolean }) {
  const words = safetyWords().stored
  return (
    <li>
      {named && (
        <strong>
          <bdi>{shownName(part.path)}</bdi>
        </strong>
      )}
      <span>{part.current ? words.current : words.version(formatPoint(timeOf(part.created)))}</span>
      <span className="soft">{words.part(formatSize(part.size), formatCount(part.position))}</span>
    </li>
  )
}
