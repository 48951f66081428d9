/** What was done, told in a corner for a while, with the way back. */
export interface Toast {
  id: number
  words: string
  bad: boolean
  undo?: () => Promise<void>
}

let stayMs = 8000
let toasts: readonly Toast[] = []
let count = 0
let lastUndo: (() => Promise<void>) | undefined
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Some need more time to read, or to reach the button. */
export const stayFor = (seconds: number): void => {
  stayMs = seconds * 1000
}

export const listToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function toast(
  words: string,
  { undo, bad = false }: { undo?: () => Promise<void>; bad?: boolean } = {},
): void {
  const id = ++count
  const once =
    undo &&
    (async () => {
      if (lastUndo === once) lastUndo = undefined
      dismiss(id)
      await undo()
    })
  if (once) lastUndo = once
  set([...toasts.slice(-2), { id, words, bad, ...(once && { undo: once }) }])
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
  set(toasts.filter((one) => one.id !== id))
}

/** Of the last action in this tab that can be undone and was not, whether its toast is still there or not. */
export const takeLastUndo = (): (() => Promise<void>) | undefined => lastUndo

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
