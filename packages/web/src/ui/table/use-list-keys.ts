import { type KeyboardEvent, useRef } from 'react'
import { isInNames, isWritten, type Pressed } from '../../core/keys/shortcuts.ts'
import { placeAfter } from '../../core/list/move.ts'
import { FAST_MS, NOTHING_TYPED, typedNow } from '../../core/list/typing.ts'

export interface ListKeys {
  /** The focus is moved; what is chosen by that depends on what else is held. */
  goTo(index: number, held: Pressed): void
  /** False where nothing is there to be chosen. */
  pressSpace(): boolean
  /** To the first whose name begins so. */
  find(text: string): void
  /** What a key does here that no list does by itself. */
  shortcut(pressed: Pressed): (() => unknown) | undefined
}

interface Place {
  focus: number
  count: number
  columns: number
  screen: number
}

/** The keys of a list: to move, to choose, and letters, which lead to a name unless one alone is a shortcut. */
export function useListKeys({ goTo, pressSpace, find, shortcut }: ListKeys, { focus, ...list }: Place) {
  const typed = useRef(NOTHING_TYPED)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const type = (event: KeyboardEvent) => {
    clearTimeout(waiting.current)
    typed.current = typedNow(typed.current, event.key, event.timeStamp)
    const { text } = typed.current
    const run = shortcut(event)
    if (text.length > 1 || !run) return find(text)
    waiting.current = setTimeout(() => {
      typed.current = NOTHING_TYPED
      run()
    }, FAST_MS)
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isTyped(event) || event.defaultPrevented) return
    const to = event.altKey ? undefined : placeAfter(event.key, focus, list)
    if (to !== undefined) {
      // From a box of another row, too: the focus is seen where the keys act.
      event.currentTarget.focus({ preventScroll: true })
      goTo(to, event)
    } else if (isWritten(event) && event.key !== ' ' && isInNames(event.key)) type(event)
    else if (event.key !== ' ' || !pressSpace()) {
      const run = shortcut(event)
      if (!run) return
      run()
    }
    event.preventDefault()
  }
}

/** A key that is for a field in the list. Boxes only take what ticks them. */
const isTyped = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && (target.type !== 'checkbox' || key === ' ')
