import { lazy } from 'react'
import type { Target } from '../../core/upload/machine-types.ts'
import { problemOf } from '../../data/service/errors.ts'
import { isKept, offline } from '../../data/service/kept.ts'
import { ownAccount } from '../../data/service/session.ts'
import { Listeners } from '../../platform/listeners.ts'
import { loadPart } from '../../platform/load-part.ts'
import { toast } from '../../platform/toasts.ts'
import { take } from './taken.ts'

export type { Target }

/** Called when something is to be uploaded: then the tray is needed at once. */
export const uploadWanted = new Listeners()

/** The part of the app that uploads is loaded with the first use of it; this is what others see of it. */
const engine = () => loadPart(() => import('./engine.ts'))

/** What is uploaded is kept from the first moment on, so that it outlives the page. */
async function begun() {
  uploadWanted.tell()
  const parts = await engine()
  void parts.begin(ownAccount())
  return parts
}

/** Where only what was kept is shown, which is said: nobody knows what is there, and the page starts again once somebody does. */
export function isRefused(): boolean {
  if (isKept()) toast(problemOf(offline()).words, { bad: true })
  return isKept()
}

/** Within the event of the drop: what was dropped is forgotten by the browser after it. */
export async function addDrop(target: Target, data: DataTransfer): Promise<void> {
  if (isRefused()) return
  const taken = take(data)
  await (await begun()).addTaken(target, taken)
}

/**
 * Chosen in a field, with the tree of a folder where it was one; or pasted. `called`: what pictures without a name of their
 * own are. False where they were refused.
 */
export async function addFiles(target: Target, files: Iterable<File>, called?: string): Promise<boolean> {
  if (isRefused()) return false
  // A field may be emptied before the engine is there.
  const all = [...files]
  await (await begun()).addFiles(target, all, called)
  return true
}

/** Drawn once, over all screens, for the account that is signed in: what it had left unfinished shows up again. */
export const Tray = lazy(async () => ({ default: (await loadPart(() => import('./tray.tsx'))).Tray }))
