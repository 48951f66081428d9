import type { Activity } from '@holdfast/api/oversight/activity'
import { Fragment } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Time } from '../../ui/facts.tsx'

/** What happened, in the words of who reads it. */
export const ActivityRows = ({ activities }: { activities: readonly Activity[] }) => (
  <ul className="console-rows">
    {activities.map((activity) => (
      <li key={activity.id}>
        <span>
          <Sentence {...activity} />
          <small>
            {activity.data_text && (
              <>
                <bdi>{shownName(activity.data_text)}</bdi>
                {' · '}
              </>
            )}
            <Time at={activity.created} />
          </small>
        </span>
      </li>
    ))}
  </ul>
)

function Sentence({ activity_type_id, actor_text, action_text, acted_on_text }: Activity) {
  const words = consoleWords().activityKinds[activity_type_id]
  // A server that is newer than this page, or of an extension: as the record has it.
  if (!words) return <bdi>{shownName([actor_text, action_text, acted_on_text].join(' '))}</bdi>
  const names: Record<string, string> = { '{actor}': actor_text, '{target}': acted_on_text }
  return words.split(/(\{\w+\})/).map((part, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    <Fragment key={n}>{names[part] === undefined ? part : <bdi>{shownName(names[part])}</bdi>}</Fragment>
  ))
}
