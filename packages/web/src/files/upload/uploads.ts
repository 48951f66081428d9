import { lazy } from 'react'
import type { Target } from '../../core/upload/machine-types.ts'
import { ownAccount } from '../../data/service/session.ts'
import { Listeners } from '../../platform/listeners.ts'
import { take } from './taken.ts'

export type { Target }

/** Called when something is to be uploaded: then the tray is needed at once. */
export const uploadWanted = new Listeners()

/** The part of the app that uploads is loaded with the first use of it; this is what others see of it. */
const engine = () => import('./engine.ts')

/** What is uploaded is kept from the first moment on, so that it outlives the page. */
async function begun() {
  uploadWanted.tell()
  const parts = await engine()
  void parts.begin(ownAccount())
  return parts
}

/** Within the event of the drop: what was dropped is forgotten by the browser after it. */
export async function addDrop(target: Target, data: DataTransfer): Promise<void> {
  const taken = take(data)
  await (await begun()).addTaken(target, taken)
}

/** Chosen in a field, with the tree of a folder where it was one; or pasted. */
export async function addFiles(target: Target, files: Iterable<File>): Promise<void> {
  // A field may be emptied before the engine is there.
  const all = [...files]
  await (await begun()).addFiles(target, all)
}

/** Whether leaving now would stop uploads. The browser asks by itself before it closes the page. */
export const leaveAsks = async (): Promise<boolean> => (await engine()).isBusy()

/** Drawn once, over all screens, for the account that is signed in: what it had left unfinished shows up again. */
export const UploadTray = lazy(async () => ({ default: (await import('./tray.tsx')).UploadTray }))
