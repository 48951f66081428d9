import { shownName } from '../messages/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

/** Where one can go from a field that finds as one types. */
export interface Goal {
  id: string
  icon: IconName
  words: string
  where?: string
  /** Where it leads, or what it does. */
  to: string | (() => void)
}

interface GoalsProps {
  id: string
  label: string
  goals: readonly Goal[]
  /** The one that Enter leads to; -1: none. */
  chosen: number
  onGo: (goal: Goal) => void
}

/** The id of the option with this number, by which the field tells where one is. */
export const goalId = (id: string, n: number): string => `${id}-${n}`

export const Goals = ({ id, label, goals, chosen, onGo }: GoalsProps) => (
  <div id={id} role="listbox" aria-label={label} className="go-to-list" tabIndex={-1}>
    {goals.map((goal, n) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field above
      <div
        key={goal.id}
        id={goalId(id, n)}
        role="option"
        tabIndex={-1}
        aria-selected={n === chosen}
        className={n === chosen ? 'go-to-goal go-to-here' : 'go-to-goal'}
        // The field keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onGo(goal)}
      >
        <Icon name={goal.icon} />
        <span>
          <bdi>{shownName(goal.words)}</bdi>
          {goal.where && (
            <small>
              <bdi>{shownName(goal.where)}</bdi>
            </small>
          )}
        </span>
      </div>
    ))}
  </div>
)
