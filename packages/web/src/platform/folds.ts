import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { read, write } from './preferences.ts'

/** What is folded away, as this browser was left. */
const listeners = new Listeners()

export function keep(what: string, value: string): void {
  write(what, value)
  listeners.tell()
}
export const useKept = (what: string): string | null => useSyncExternalStore(listeners.add, () => read(what))

/** Whether the places are shown by their icons alone. */
export const useNavigationFolded = (): boolean => useKept('navigation') === 'folded'
export const toggleNavigation = (): void =>
  keep('navigation', read('navigation') === 'folded' ? '' : 'folded')
