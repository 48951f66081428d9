import type { SharelinkId } from '@holdfast/api/ids'
import { getSharelink } from '@holdfast/api/sharing/links'
import { deleteMutedNotice, listMutedNotices, type MutedNotice } from '@holdfast/api/sharing/notices'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../data/service/api.ts'
import { queries } from '../../data/service/queries.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActButton } from './act-button.tsx'
import { MeRow } from './me-row.tsx'
import type { Account } from './own-account.ts'
import { Paged } from './paged.tsx'
import { nextOffset } from './sign-ins.ts'

const queryKey = ['muted-notices']

/** What someone does not want to be mailed about: each mail has the way to turn it off, this page the way back. */
export function Notices({ account }: { account: Account }) {
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(listMutedNotices, { person_id: account.id, offset: pageParam }, { signal }),
    getNextPageParam: nextOffset,
    staleTime: 0,
  })
  const words = t.account.notices
  return (
    <Paged list={list}>
      {(all) =>
        all.length === 0 ? (
          <div className="empty">
            <Icon name="bell" large />
            <h2>{words.none}</h2>
            <p>{words.noneHint}</p>
          </div>
        ) : (
          <ul className="me-list">
            {all.map((notice) => (
              <Muted key={notice.id} account={account} notice={notice} />
            ))}
          </ul>
        )
      }
    </Paged>
  )
}

function Muted({ account, notice }: { account: Account; notice: MutedNotice }) {
  const words = t.account.notices
  const link = useLinkName(notice.sharelink_id)
  const share = account.roots.find(({ id }) => id === notice.root_id)?.name
  const isAll = notice.sharelink_id === null && notice.root_id === null
  const about = link ?? share
  const title = isAll
    ? words.all[notice.kind]
    : words.one[notice.kind](about === undefined ? words.gone : words.quoted(shownName(about)))
  return (
    <MeRow
      icon="bell"
      title={title}
      facts={[words.since(formatMoment(notice.created))]}
      action={
        <ActButton
          words={words.again}
          about={title}
          done={words.on(title)}
          act={async () => {
            await call(deleteMutedNotice, { person_id: account.id, mute_id: notice.id })
            await queries.invalidateQueries({ queryKey })
          }}
        />
      }
    />
  )
}

/** What a link leads to. */
const useLinkName = (id: SharelinkId | null): string | undefined =>
  useQuery({
    queryKey: ['link', id],
    queryFn: ({ signal }) => call(getSharelink, { sharelink_id: String(id) }, { signal }),
    select: (link) => (link.type === 'file_sharelink' ? link.file : link.folder).name,
    enabled: id !== null,
  }).data
