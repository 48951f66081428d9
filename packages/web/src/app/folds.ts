import { useSyncExternalStore } from 'react'
import { read, write } from './preferences.ts'
import { PANELS, type Panel } from './routes.ts'

/** What is folded away, as this browser was left. */
const listeners = new Set<() => void>()
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keep(what: string, value: string): void {
  write(what, value)
  for (const listener of listeners) listener()
}

const isFolded = (): boolean => read('navigation') === 'folded'
/** Whether the places are shown by their icons alone. */
export const useNavigationFolded = (): boolean => useSyncExternalStore(watch, isFolded)
export const toggleNavigation = (): void => keep('navigation', isFolded() ? '' : 'folded')

/** The panel beside the list; where it would cover the list it is opened by hand alone. */
export const usePanelKept = (): Panel | undefined => useSyncExternalStore(watch, panelKept)
export const keepPanel = (panel: Panel | undefined): void => keep('panel', panel ?? '')
const panelKept = (): Panel | undefined =>
  matchMedia('(min-width: 64rem)').matches ? PANELS.find((panel) => panel === read('panel')) : undefined
