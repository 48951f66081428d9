import path from 'node:path'
import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { nameKey, whyInvalidName } from '@holdfast/api/files/names'
import type { MachineRootId, RootId } from '@holdfast/api/ids'
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
  /** Why it is not kept although it has a folder. */
  readonly refused: string | null
}

type Config = Pick<DeviceConfig, 'roots' | 'mappings'>

/** What people chose on this device comes first; a mapping whose folder is in the way of another root waits. */
export function wantedRoots(config: Config, { roots: kept, allow }: Settings): WantedRoot[] {
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
        refused: null,
      }
    },
  )
  for (const { root_id, rsub_id, name, path: folder, auto_lock: autoLock } of config.mappings) {
    const common = { rootId: root_id, rsubId: rsub_id, name, folder, readOnly: false, deselected: [] }
    wanted.push({ ...common, autoLock, kind: 'mapping', refused: whyRefused(folder, wanted, allow) })
  }
  return wanted
}

function whyRefused(folder: string, others: readonly WantedRoot[], allow: readonly string[]): string | null {
  const notAllowed = whyNotAllowed(folder, allow)
  if (notAllowed !== null) return notAllowed
  const other = others.find(
    (one) => one.folder !== null && one.refused === null && overlaps(folder, one.folder),
  )
  return other ? `its folder and that of «${other.name}» (${other.folder}) lie in each other` : null
}

/** What the service may wish for is limited by whoever has the device. */
export function whyNotAllowed(folder: string, allow: readonly string[]): string | null {
  if (!path.isAbsolute(folder)) return `${folder} is no folder of this machine`
  if (allow.length === 0 || allow.some((place) => isWithin(folder, place))) return null
  return `this device allows that in ${allow.join(', ')} only`
}

export const overlaps = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one)

export function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
}

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
