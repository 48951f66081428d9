import type { Shareable } from '../../core/sharing/item.ts'
import { Watched } from '../../platform/watched.ts'

/** What is being shared in the dialog that stands over whichever screen asked for it. */
export const openedShare = new Watched<{ target: Shareable; close: () => void } | undefined>(undefined)

/** Resolves once the dialog is closed again. */
export function openShare(target: Shareable): Promise<void> {
  openedShare.get()?.close()
  const { promise, resolve } = Promise.withResolvers<void>()
  openedShare.set({
    target,
    close: () => {
      openedShare.set(undefined)
      resolve()
    },
  })
  return promise
}
