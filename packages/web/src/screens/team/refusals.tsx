import { shownName } from '../../messages/format.ts'

export interface Refused {
  who: string
  why: string
}

/** What went wrong for whom; for all others it went well. */
export const Refusals = ({ title, refused }: { title: string; refused: readonly Refused[] }) => (
  <div className="note note-bad refusals" role="alert">
    <p>{title}</p>
    <ul>
      {refused.map(({ who, why }) => (
        <li key={who}>
          <strong>
            <bdi>{shownName(who)}</bdi>
          </strong>
          {' – '}
          {why}
        </li>
      ))}
    </ul>
  </div>
)
