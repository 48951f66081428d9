import type { Shareable } from '../../core/sharing/item.ts'

/** What is being shared in the dialog that stands over whichever screen asked for it. */
let opened: { target: Shareable; close: () => void } | undefined
const listeners = new Set<() => void>()

/** Resolves once the dialog is closed again. */
export function openShare(target: Shareable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  set({
    target,
    close: () => {
      set(undefined)
      resolve()
    },
  })
  return promise
}

export const getOpened = () => opened
export function watchOpened(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: typeof opened): void {
  opened = next
  for (const listener of listeners) listener()
}
