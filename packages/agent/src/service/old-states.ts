import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { RootId } from '@holdfast/api/ids'
import { DAY_MS } from '@holdfast/api/time'
import { CLOCK } from './clock.ts'
import type { Home } from './home.ts'
import type { KeptRoot } from './settings.ts'

/** Whatever comes back after so long is compared again. */
const KEPT_MS = 30 * DAY_MS

/** Removes what was known of roots, backups and restores that have not been here for long. */
export function dropOldStates(
  home: Home,
  roots: readonly KeptRoot[],
  backups: { readonly guid: string; readonly ids: readonly RootId[] },
): void {
  const inUse = new Set(backups.ids.map((id) => home.stateOf(id, backups.guid)))
  for (const { rootId, marker } of roots) if (marker) inUse.add(home.stateOf(rootId, marker.folder))
  for (const name of readdirSync(home.states)) {
    const file = path.join(home.states, name)
    const belongsTo = file.replace(/\.(db|times\.json|locks\.json|moving\.json)(-wal|-shm)?$/, '')
    if (!inUse.has(belongsTo) && CLOCK.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
  }
}
