import path from 'node:path'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { nameKey, whyInvalidName } from '@holdfast/api/files/names'
import type { MachineRootId, RootId } from '@holdfast/api/ids'
import { askerOf } from '../device/answer-command.ts'
import { type Asker, HERE } from '../device/gate/rules.ts'
import { isInside } from '../disk/forbidden-folders.ts'
import { CANNOT_SYNC } from '../words/folders.ts'
import type { FolderTrouble } from './folder-trouble.ts'
import type { RootView } from './methods.ts'
import type { KeptRoot, Settings } from './settings.ts'

/** A root that belongs to this device, and where it is kept. */
export interface WantedRoot {
  readonly rootId: RootId
  readonly rsubId: MachineRootId
  readonly name: string
  readonly kind: RootView['kind']
  readonly readOnly: boolean
  /** Files are locked on the service while somebody works on them here. */
  readonly autoLock: boolean
  /** Null where nobody has said where. */
  readonly folder: string | null
  readonly deselected: KeptRoot['deselected']
  /** Who wants it there. */
  readonly asker: Asker
  /** Why it is not kept although it has a folder. */
  readonly refused: FolderTrouble | null
}

type Config = Pick<DeviceConfig, 'roots' | 'mappings'>
type Mapping = DeviceConfig['mappings'][number]

/**
 * What people chose on this device comes first; a mapping whose folder is in the way of another root waits. `whyNot` says why
 * the device does not allow one.
 */
export function wantedRoots(
  config: Config,
  { roots: kept }: Settings,
  whyNot: (mapping: Mapping) => FolderTrouble | null,
): WantedRoot[] {
  const wanted: WantedRoot[] = config.roots.map(
    ({ root_id, rsub_id, name, source, read_only, auto_lock }) => {
      const here = kept.find(({ rootId }) => rootId === root_id)
      return {
        rootId: root_id,
        rsubId: rsub_id,
        name,
        kind: source,
        readOnly: read_only,
        autoLock: auto_lock,
        folder: here?.folder ?? null,
        deselected: here?.deselected ?? [],
        asker: HERE,
        refused: null,
      }
    },
  )
  for (const mapping of config.mappings) {
    const { root_id, rsub_id, name, path: folder, auto_lock: autoLock, asked_by } = mapping
    const common = { rootId: root_id, rsubId: rsub_id, name, folder, readOnly: false, deselected: [] }
    const refused = whyNot(mapping) ?? whyTaken(folder, wanted)
    wanted.push({ ...common, autoLock, kind: 'mapping', asker: askerOf(asked_by), refused })
  }
  return wanted
}

/** Which other root is in the way of a folder. */
export function whyTaken(folder: string, others: readonly WantedRoot[]): FolderTrouble | null {
  const other = others.find(
    (one) => one.folder !== null && one.refused === null && overlaps(folder, one.folder),
  )
  if (!other) return null
  const reason = CANNOT_SYNC.overlaps(folder, other.name, other.folder)
  return { reason, code: 'folder_taken', detail: other.name }
}

const overlaps = (one: string, other: string): boolean => isInside(one, other) || isInside(other, one)

/** Roots that have come to this device get a folder in the one that people named for all. */
export function placeNewRoots(config: Config, settings: Settings): Settings {
  const { base } = settings
  if (base === null) return settings
  const roots = [...settings.roots]
  for (const { root_id, name } of config.roots) {
    if (roots.some(({ rootId }) => rootId === root_id)) continue
    const taken = new Set(roots.map(({ folder }) => nameKey(path.basename(folder))))
    const folder = path.join(base, freeName(name, taken))
    roots.push({ rootId: root_id, folder, marker: null, deselected: [] })
  }
  return roots.length === settings.roots.length ? settings : { ...settings, roots }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const usable = name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_').trim()
  const first = whyInvalidName(usable) === undefined ? usable : 'Files'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? first : `${first} (${number})`
    if (!taken.has(nameKey(candidate))) return candidate
  }
}
