import { t } from '../../messages/words.ts'
import { Button } from '../button.tsx'
import { Failed } from './failed.tsx'

/** What a list that comes in pieces says of itself. */
interface Pieces {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** The end of what is shown of a list: the way to the rest, while it comes, and where it did not come. */
export function ListEnd({ list }: { list: Pieces }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list
  if (!hasNextPage) return null
  if (isFetchNextPageError && !isFetchingNextPage)
    return <Failed error={error} onRetry={() => void fetchNextPage()} />
  return (
    <p className="empty-actions">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.general.more}
      </Button>
    </p>
  )
}
