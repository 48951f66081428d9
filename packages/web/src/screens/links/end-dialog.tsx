import type { Sharelink } from '@holdfast/api/sharing/links'
import { useState } from 'react'
import { problemOf } from '../../data/service/errors.ts'
import { eachLink } from '../../data/sharing/links.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nameOf } from './link-name.tsx'

interface EndDialogProps {
  links: readonly Sharelink[]
  onClose: () => void
  onEnded: () => void
}

/** An address that is gone is never given out again: nothing brings it back, so that it is asked. */
export function EndDialog({ links, onClose, onEnded }: EndDialogProps) {
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const { done, failed } = await eachLink(links, 'delete')
    if (failed) toast(problemOf(failed).words, { bad: true })
    const [first] = done
    if (first) toast(t.share.links.ended(done.length, nameOf(first)))
    onEnded()
  }
  return (
    <Dialog
      title={t.share.links.endTitle(links.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button kind="bad" busy={busy} onClick={() => void end()}>
            {t.share.links.endButton}
          </Button>
        </>
      }
    >
      <p>{t.share.links.endWhy}</p>
    </Dialog>
  )
}
