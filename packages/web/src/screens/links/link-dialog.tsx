import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { codeOf } from '../../data/service/errors.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { useOneLink } from '../../data/sharing/made-links.ts'
import { LinkFacts } from '../../files/sharing/link-facts.tsx'
import { formatMoment } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkActs } from './link-acts.tsx'
import { LinkName, nameOf } from './link-name.tsx'

interface LinkDialogProps {
  id: SharelinkId
  onClose: () => void
  onEnd: (link: Sharelink) => void
}

/** One link by its address; of others' links, and of those that are gone, it only says that. */
export function LinkDialog({ id, onClose, onEnd }: LinkDialogProps) {
  const { data, error, refetch } = useOneLink(id)
  const words = t.share.links
  const link = data?.creator_id === ownPersonId() ? data : undefined
  const code = codeOf(error)
  const isGone = data ? !link : code === 'not_found' || code === 'forbidden'
  return (
    <Dialog
      title={link ? words.one(nameOf(link)) : isGone ? words.noSuch : words.title}
      onClose={onClose}
      waiting={!data && !error}
      actions={link && <LinkActs link={link} isListed={false} onEnd={() => onEnd(link)} />}
    >
      {link ? (
        <div className="links-what">
          <p>
            <LinkName link={link} />
          </p>
          <LinkFacts link={link} />
          <span className="soft">{words.made(formatMoment(link.created))}</span>
        </div>
      ) : isGone ? (
        <p>
          <Icon name="info" /> {words.noSuchWhy}
        </p>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
    </Dialog>
  )
}
