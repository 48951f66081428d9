import { Suspense, useSyncExternalStore } from 'react'
import { getOpened, watchOpened } from '../files/sharing/open-share.ts'
import { later } from './lazy.ts'

const ShareDialog = later('ShareDialog')

/** The dialog for sharing, over whichever screen asked for it. */
export function ShareHost() {
  const opened = useSyncExternalStore(watchOpened, getOpened)
  if (!opened) return null
  return (
    <Suspense>
      <ShareDialog target={opened.target} onClose={opened.close} />
    </Suspense>
  )
}
