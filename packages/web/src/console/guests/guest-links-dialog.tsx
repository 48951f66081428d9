import type { GuestId } from '@holdfast/api/ids'
import { useGuestLinks } from '../../data/console/guests.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkRows } from '../parts/link-rows.tsx'

interface GuestLinksDialogProps {
  id: GuestId
  name: string
  onClose: () => void
}

/** What is shared with a guest, and so all that the account opens. */
export function GuestLinksDialog({ id, name, onClose }: GuestLinksDialogProps) {
  const words = consoleWords().guests
  const { data: links, error, refetch } = useGuestLinks(id)
  return (
    <Dialog
      title={words.linksTitle(name)}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.general.close}
        </Button>
      }
    >
      {!links ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="soft">{t.general.loading}</p>
        )
      ) : links.length === 0 ? (
        <p className="soft">{words.noLinks(name)}</p>
      ) : (
        <LinkRows links={links} />
      )}
    </Dialog>
  )
}
