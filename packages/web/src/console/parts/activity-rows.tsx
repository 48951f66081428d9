import type { Activity } from '@holdfast/api/oversight/activity'
import { shownName } from '../../messages/format.ts'
import { Time } from '../../ui/facts.tsx'
import { ActivitySentence } from './activity-sentence.tsx'

/** What happened, in the words of who reads it. */
export const ActivityRows = ({ activities }: { activities: readonly Activity[] }) => (
  <ul className="console-rows">
    {activities.map((activity) => (
      <li key={activity.id}>
        <span>
          <ActivitySentence {...activity} />
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
