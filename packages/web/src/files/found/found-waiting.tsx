import { t } from '../../messages/words.ts'

/** Where rows will be. */
export const FoundWaiting = () => (
  <div className="found-waiting" role="status" aria-label={t.general.loading}>
    {Array.from({ length: 6 }, (_, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <span key={n} className="found-grey" />
    ))}
  </div>
)
