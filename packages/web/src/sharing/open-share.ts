import type { Shareable, SharedItem } from './item.ts'

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

type Copy = (item: SharedItem, signInOnly: boolean) => Promise<void>
let copy: Copy = async () => {}

/** One press for a link in the clipboard; how is known to a part of the app that comes later. */
export const copyLinkTo: Copy = (item, signInOnly) => copy(item, signInOnly)
export const setCopying = (how: Copy): void => {
  copy = how
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
