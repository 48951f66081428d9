import type { FileRequest } from '@holdfast/api/sharing/file-requests'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { openAddress } from '../../core/addresses/routes.ts'
import type { Candidate } from '../../core/sharing/candidates.ts'
import { type SharedItem, visitorsPageOf } from '../../core/sharing/item.ts'
import { problemOf } from '../../data/service/errors.ts'
import { watchCalmly } from '../../data/service/live.ts'
import { linksChanged } from '../../data/sharing/links.ts'
import { changeRequest } from '../../data/sharing/requests.ts'
import { PeopleField, type PeopleHandle } from '../../files/sharing/people-field.tsx'
import { stateWords } from '../../files/sharing/request-facts.tsx'
import { shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { ToastCorner } from '../../ui/answers/toast-corner.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { inviteTo } from './invite-to.ts'
import { keyOfSubscriber } from './people-part.tsx'
import { Missing } from './request-missing.tsx'
import { Senders } from './request-senders.tsx'

interface RequestViewProps {
  item: SharedItem
  link: Sharelink
  request: FileRequest
  onEdit: () => void
  onClose: () => void
}

/** Who has sent what, and who has not yet. */
export function RequestView({ item, link, request, onEdit, onClose }: RequestViewProps) {
  const words = requestWords()
  const people = useRef<PeopleHandle>(null)
  // Who has sent something is told by the files that come.
  useEffect(
    () =>
      watchCalmly(
        () => void linksChanged(),
        (change) => change.root_id === item.root,
      ),
    [item.root],
  )
  return (
    <Dialog
      title={words.title(shownName(request.title))}
      onClose={onClose}
      wide
      actions={
        <div className="share-end">
          {/* Those of the page lie behind a dialog, where nobody can press their buttons. */}
          <ToastCorner />
          <p className="share-last">
            <a href={visitorsPageOf(link.url)} target="_blank" rel="noopener">
              {t.share.seeAsThey}
            </a>
            <Button kind="primary" onClick={() => people.current?.holds() || onClose()}>
              {t.share.done}
            </Button>
          </p>
        </div>
      }
    >
      <section className="share-part">
        <p className="request-state">
          <strong>{stateWords(request)}</strong>
          <span className="soft">
            {words.into}{' '}
            <Link href={openAddress(item.root, item.id)} onClick={onClose}>
              <bdi>{shownName(item.name)}</bdi>
            </Link>
          </span>
        </p>
        {request.note !== '' && <p className="request-note">{request.note}</p>}
        <p className="request-acts">
          {link.login_required ? (
            <span className="soft">{words.privateLink}</span>
          ) : (
            <Button icon="copy" onClick={() => void copyText(link.url, t.share.copied)}>
              {t.share.copy}
            </Button>
          )}
          <Button icon="edit" onClick={onEdit}>
            {words.edit}
          </Button>
          <CloseButton request={request} />
        </p>
      </section>
      {request.state === 'open' && <Invite link={link} field={people} />}
      <Senders item={item} request={request} onOpen={onClose} />
      {request.invited > 0 && <Missing request={request} />}
    </Dialog>
  )
}

/** One whose deadline has passed is opened again by a later one. */
function CloseButton({ request: { sharelink_id, state, title } }: { request: FileRequest }) {
  const [busy, setBusy] = useState(false)
  const words = requestWords()
  if (state === 'ended') return null
  const isOpen = state === 'open'
  const change = async () => {
    setBusy(true)
    try {
      await changeRequest(sharelink_id, { closed: isOpen })
      toast((isOpen ? words.closedNow : words.openNow)(shownName(title)), {
        undo: async () => void (await changeRequest(sharelink_id, { closed: !isOpen })),
      })
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
    setBusy(false)
  }
  return (
    <Button icon={isOpen ? 'lock' : 'unlock'} busy={busy} onClick={() => void change()}>
      {isOpen ? words.close : words.reopen}
    </Button>
  )
}

function Invite({ link, field }: { link: Sharelink; field: Ref<PeopleHandle> }) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [busy, setBusy] = useState(false)
  const words = requestWords()
  const send = async (whom: readonly Candidate[]) => {
    if (busy) return
    setBusy(true)
    const left = await inviteTo(link.id, whom)
    setBusy(false)
    setChosen((now) => now.filter((one) => !whom.includes(one) || left.includes(one)))
  }
  return (
    <section className="share-part">
      <PeopleField
        handle={field}
        label={words.invite}
        chosen={chosen}
        onChange={setChosen}
        taken={link.subscribers.map(keyOfSubscriber)}
        sending={{
          send,
          button: words.inviteButton,
          beside: (
            <Button kind="primary" type="submit" busy={busy}>
              {words.inviteButton}
            </Button>
          ),
        }}
      />
    </section>
  )
}
