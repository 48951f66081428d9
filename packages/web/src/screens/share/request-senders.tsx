import type { FileRequest, RequestSender } from '@holdfast/api/sharing/file-requests'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { openAddress } from '../../core/addresses/routes.ts'
import type { SharedItem } from '../../core/sharing/item.ts'
import { useSenders, useSentFiles } from '../../data/sharing/requests.ts'
import { formatExactTime, formatMoment, formatSize, shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Icon } from '../../ui/icon.tsx'

interface SendersProps {
  item: SharedItem
  request: FileRequest
  /** Some file is opened in place of this. */
  onOpen: () => void
}

/** Who has sent files, and which. A name is what someone typed: it proves nothing. */
export function Senders({ item, request, onOpen }: SendersProps) {
  const id = useId()
  const senders = useSenders(request.sharelink_id)
  const words = requestWords()
  const all = senders.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <section className="share-part" aria-labelledby={id}>
      <h3 id={id}>{words.sent(request.senders)}</h3>
      {senders.isLoadingError ? (
        <Failed error={senders.error} onRetry={() => void senders.refetch()} />
      ) : (
        request.senders === 0 && <p className="soft">{words.nobody}</p>
      )}
      <ul className="request-list" aria-labelledby={id}>
        {all.map((sender) => (
          <Sender key={sender.id} {...{ item, request, sender, onOpen }} isOnly={all.length === 1} />
        ))}
      </ul>
      <ListEnd list={senders} />
    </section>
  )
}

type SenderProps = SendersProps & { sender: RequestSender }

function Sender({ item, request, sender, onOpen, isOnly }: SenderProps & { isOnly: boolean }) {
  // Once open it stays so when others come: what someone reads does not go away.
  const [isOpen, setOpen] = useState(isOnly)
  const words = requestWords()
  const { name, email, invited_as: invited, files, size, last_sent } = sender
  const about = [
    email !== null && email,
    invited !== null && invited !== name && invited !== email && words.as(shownName(invited)),
  ].filter((part) => part !== false)
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="next" />
          <span className="request-who">
            <strong>
              <bdi>{shownName(name) || (invited === null ? words.someone : shownName(invited))}</bdi>
            </strong>
            {about.length > 0 && <small>{about.join(' · ')}</small>}
          </span>
          <span className="soft" title={formatExactTime(last_sent)}>
            {words.what(files, formatSize(size))} · {words.last(formatMoment(last_sent))}
          </span>
        </summary>
        {isOpen && <Files {...{ item, request, sender, onOpen }} />}
      </details>
    </li>
  )
}

function Files({ item, request, sender, onOpen }: SenderProps) {
  const words = requestWords()
  const sent = useSentFiles(request.sharelink_id, sender.id)
  if (sent.isLoadingError) return <Failed error={sent.error} onRetry={() => void sent.refetch()} />
  if (!sent.data) return <p className="soft">{t.general.loading}</p>
  return (
    <>
      {sender.folder_id !== null && (
        <p>
          <Link href={openAddress(item.root, sender.folder_id)} onClick={onOpen}>
            {words.openFolder}
          </Link>
        </p>
      )}
      <ul className="request-files">
        {sent.data.pages
          .flatMap(({ results }) => results)
          .map((file) => (
            <li key={`${file.file_id} ${file.revision_id}`}>
              <Link href={openAddress(file.root_id, file.file_id)} onClick={onOpen}>
                <bdi>{shownName(file.name)}</bdi>
              </Link>
              <span className="soft">
                {' '}
                {formatSize(file.size)} · {formatMoment(file.sent)}
              </span>
              <small>
                {words.sha} <code>{file.sha256}</code>
              </small>
            </li>
          ))}
      </ul>
      <ListEnd list={sent} />
    </>
  )
}
