import { Watched } from './watched.ts'

/** What was done, shown in a corner for a while, with the way back. */
export interface Toast {
  id: number
  words: string
  bad: boolean
  undo?: () => Promise<void>
}

let stayMs = 8000
let count = 0
let lastUndo: (() => Promise<void>) | undefined
/** Those that are shown, the oldest first. */
export const toasts = new Watched<readonly Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Some need more time to read, or to reach the button. */
export const stayFor = (seconds: number): void => {
  stayMs = seconds * 1000
}

/** What can be undone is so once, by its button or as the last that was done. */
export function offerUndo(undo: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (lastUndo === once) lastUndo = undefined
    await undo()
  }
  lastUndo = once
  return once
}

export function toast(
  words: string,
  { undo, bad = false }: { undo?: () => Promise<void>; bad?: boolean } = {},
): void {
  const id = ++count
  const once =
    undo &&
    offerUndo(async () => {
      dismiss(id)
      await undo()
    })
  toasts.set([...toasts.get().slice(-2), { id, words, bad, ...(once && { undo: once }) }])
  resume(id)
}

/** Someone is about to read it or press its button. */
export const hold = (id: number): void => clearTimeout(timers.get(id))

export function resume(id: number): void {
  hold(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), stayMs),
  )
}

export function dismiss(id: number): void {
  hold(id)
  timers.delete(id)
  toasts.set(toasts.get().filter((one) => one.id !== id))
}

/** Of the last action in this tab that can be undone and was not, whether its toast is still there or not. */
export const takeLastUndo = (): (() => Promise<void>) | undefined => lastUndo
