import type { Activity } from '@holdfast/api/oversight/activity'
import { shownName } from '../../messages/format.ts'
import { Time } from '../../ui/facts.tsx'

/** What happened, as the log has it. */
export const ActivityRows = ({ activities }: { activities: readonly Activity[] }) => (
  <ul className="console-rows">
    {activities.map(({ id, actor_text, action_text, acted_on_text, data_text, created }) => (
      <li key={id}>
        {/* The log keeps its sentences as they were written. */}
        <span lang="en">
          {shownName([actor_text, action_text, acted_on_text].filter(Boolean).join(' '))}
          <small>
            {data_text && `${shownName(data_text)} · `}
            <Time at={created} />
          </small>
        </span>
      </li>
    ))}
  </ul>
)
