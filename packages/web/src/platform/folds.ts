import { useSyncExternalStore } from 'react'
import { read, write } from './preferences.ts'

/** What is folded away, as this browser was left. */
const listeners = new Set<() => void>()
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function keep(what: string, value: string): void {
  write(what, value)
  for (const listener of listeners) listener()
}
export const useKept = (what: string): string | null => useSyncExternalStore(watch, () => read(what))

/** Whether the places are shown by their icons alone. */
export const useNavigationFolded = (): boolean => useKept('navigation') === 'folded'
export const toggleNavigation = (): void =>
  keep('navigation', read('navigation') === 'folded' ? '' : 'folded')
