import { useSyncExternalStore } from 'react'
import type { Watched } from './watched.ts'

/** The value as it is, drawn again when another one is set. */
export const useWatched = <Value>(watched: Watched<Value>): Value =>
  useSyncExternalStore(watched.subscribe, watched.get)
