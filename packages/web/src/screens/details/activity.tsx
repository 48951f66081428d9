import type { Item } from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { addressOfHistory, historyAt } from '../../core/addresses/time-routes.ts'
import { call } from '../../data/service/api.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { formatExactTime, formatMoment, shownName } from '../../messages/format.ts'
import { sentenceOf } from '../../messages/sentences.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

const AT_ONCE = 30
const ICONS: Record<string, IconName> = {
  create: 'add',
  update: 'edit',
  rename: 'edit',
  move: 'move',
  delete: 'trash',
  restore: 'restore',
  purge: 'trash',
  lock: 'lock',
  unlock: 'unlock',
}

interface ActivityProps {
  root: RootId
  item: Item
  onLook: (revision: RevisionId) => void
}

/** What was done to it, or in it, newest first. */
export function Activity({ root, item, onLook }: ActivityProps) {
  const which = item.type === 'file' ? { file_id: item.id } : { folder_id: item.id }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['history', root, item.type, item.id, item.ver],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        listHistory,
        { root_id: root, ...which, include_names: true, limit: AT_ONCE, ...(cursor !== null && { cursor }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  const operations = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <>
      <ol className="details-list" aria-busy={isFetching}>
        {operations.map((operation) => (
          <li key={operation.seq} className="details-event">
            <Icon name={ICONS[operation.op] ?? 'info'} />
            <span className="details-event-words">
              <bdi>{shownName(sentenceOf(operation, t.details, ownPersonId()))}</bdi>
              <time className="soft" title={formatExactTime(operation.at)}>
                {formatMoment(operation.at)}
              </time>
            </span>
            {item.type === 'file' && operation.revision_id !== null && (
              <LookButton revision={operation.revision_id} onLook={onLook} />
            )}
            {item.type === 'folder' && (
              <Link
                href={addressOfHistory(historyAt(root, item.id, String(operation.last_seq)))}
                className="icon-button"
                aria-label={t.details.lookThen}
                title={t.details.lookThen}
              >
                <Icon name="clock" />
              </Link>
            )}
          </li>
        ))}
      </ol>
      {data && operations.length === 0 && !hasNextPage && <p className="soft">{t.details.noActivity}</p>}
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {t.details.more}
        </Button>
      )}
    </>
  )
}

const LookButton = ({ revision, onLook }: { revision: RevisionId; onLook: ActivityProps['onLook'] }) => (
  <IconButton icon="eye" label={t.details.look} onClick={() => onLook(revision)} />
)
