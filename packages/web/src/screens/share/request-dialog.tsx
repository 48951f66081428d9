import type { SharelinkId } from '@holdfast/api/ids'
import { useState } from 'react'
import type { SharedItem } from '../../core/sharing/item.ts'
import { useStanding } from '../../data/files/standing.ts'
import { useOneLink } from '../../data/sharing/made-links.ts'
import { useRequest } from '../../data/sharing/requests.ts'
import { shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestView } from './request-view.tsx'
import './request.css'

interface RequestDialogProps {
  item: SharedItem
  /** The link that asks, or is to ask; without it one is made. */
  link: SharelinkId | undefined
  onClose: () => void
}

/** Asks others for files; once it does, who has sent them. */
export function RequestDialog({ item, link, onClose }: RequestDialogProps) {
  const [made, setMade] = useState<SharelinkId>()
  const id = made ?? link
  return id === undefined ? (
    <NewRequest item={item} onClose={onClose} onMade={setMade} />
  ) : (
    <OneRequest item={item} id={id} onClose={onClose} />
  )
}

interface NewRequestProps {
  item: SharedItem
  onClose: () => void
  onMade: (id: SharelinkId) => void
}

function NewRequest({ item, onClose, onMade }: NewRequestProps) {
  const { data, error, refetch } = useStanding(item.root)
  const rules = data?.rules
  return (
    <Dialog
      title={requestWords().newTitle(shownName(item.name))}
      onClose={onClose}
      wide
      waiting={!rules && !error}
    >
      {rules ? (
        <RequestForm item={item} signInOnly={rules.links_need_sign_in} onCancel={onClose} onDone={onMade} />
      ) : (
        <Waiting error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}

function OneRequest({ item, id, onClose }: { item: SharedItem; id: SharelinkId; onClose: () => void }) {
  const one = useOneLink(id)
  const asked = useRequest(one.data)
  const [editing, setEditing] = useState(false)
  const words = requestWords()
  const [link, request] = [one.data, asked.data]
  if (link && request && !editing)
    return (
      <RequestView
        item={item}
        link={link}
        request={request}
        onEdit={() => setEditing(true)}
        onClose={onClose}
      />
    )
  const error = one.error ?? asked.error
  return (
    <Dialog
      title={request ? words.title(shownName(request.title)) : words.newTitle(shownName(item.name))}
      onClose={onClose}
      wide
      waiting={request === undefined && !error}
    >
      {link && request !== undefined ? (
        <RequestForm
          item={item}
          link={link}
          request={request ?? undefined}
          signInOnly={link.login_required}
          onCancel={request ? () => setEditing(false) : onClose}
          onDone={() => setEditing(false)}
        />
      ) : (
        <Waiting
          error={error}
          onRetry={() => {
            void one.refetch()
            void asked.refetch()
          }}
        />
      )}
    </Dialog>
  )
}

const Waiting = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error ? <Failed error={error} onRetry={onRetry} /> : <p className="soft">{t.general.loading}</p>
