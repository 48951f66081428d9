import { Suspense } from 'react'
import { openedNew } from '../files/sharing/open-new.ts'
import { openedShare } from '../files/sharing/open-share.ts'
import { useWatched } from '../platform/use-watched.ts'
import { DialogToCome } from '../ui/dialog.tsx'
import { later } from './lazy.ts'

const ShareDialog = later('ShareDialog')
const NewShareDialog = later('NewShareDialog')
const InviteDialog = later('InviteDialog')

/** The dialogs for sharing and for what is new, over whichever screen asked for it. */
export function ShareHost() {
  const opened = useWatched(openedShare)
  const made = useWatched(openedNew)
  const close = () => openedNew.set(undefined)
  if (!opened && !made) return null
  return (
    <Suspense fallback={<DialogToCome onClose={opened?.close ?? close} />}>
      {opened && <ShareDialog target={opened.target} onClose={opened.close} />}
      {made === 'share' && <NewShareDialog onClose={close} />}
      {made === 'people' && <InviteDialog onClose={close} />}
    </Suspense>
  )
}
