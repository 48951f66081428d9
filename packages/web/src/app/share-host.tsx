import { Suspense } from 'react'
import { openedShare } from '../files/sharing/open-share.ts'
import { useWatched } from '../platform/use-watched.ts'
import { later } from './lazy.ts'

const ShareDialog = later('ShareDialog')

/** The dialog for sharing, over whichever screen asked for it. */
export function ShareHost() {
  const opened = useWatched(openedShare)
  if (!opened) return null
  return (
    <Suspense>
      <ShareDialog target={opened.target} onClose={opened.close} />
    </Suspense>
  )
}
