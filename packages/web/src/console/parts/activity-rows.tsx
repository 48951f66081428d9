import type { OrganizationId } from '@holdfast/api/ids'
import type { Activity } from '@holdfast/api/oversight/activity'
import { shownName } from '../../messages/format.ts'
import { Time } from '../../ui/facts.tsx'
import { ActivitySentence } from './activity-sentence.tsx'

type Told = Pick<
  Activity,
  'id' | 'activity_type_id' | 'actor_text' | 'action_text' | 'acted_on_text' | 'data_text' | 'created'
> & { organization?: { id: OrganizationId; name: string } }

interface ActivityRowsProps {
  activities: readonly Told[]
  /** What happened elsewhere says where. */
  here?: OrganizationId
}

/** What happened, in the words of who reads it. */
export const ActivityRows = ({ activities, here }: ActivityRowsProps) => (
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
            {activity.organization && activity.organization.id !== here && (
              <>
                <bdi>{shownName(activity.organization.name)}</bdi>
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
