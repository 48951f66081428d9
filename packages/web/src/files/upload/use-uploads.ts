import { useSyncExternalStore } from 'react'
import { onChange, type Snapshot, snapshotNow } from './runner.ts'

/** What is on its way, told ten times a second at most. */
export const useUploads = (): Snapshot => useSyncExternalStore(onChange, snapshotNow)
