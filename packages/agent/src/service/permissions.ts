import { existsSync, realpathSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import { whyMisfit } from '@holdfast/api/why-misfit'
import { Gate } from '../device/gate/gate.ts'
import { type AllowedFolder, DEEDS, type Deed, type Rules, whyNeverIn } from '../device/gate/rules.ts'
import { realOf, secretPaths } from '../device/gate/secrets.ts'
import { SecretFile } from '../net/secret-file.ts'
import { NOT_FOUND, PERMISSIONS } from '../words/folders.ts'
import type { Home } from './home.ts'
import type { AllowView } from './methods.ts'
import type { Settings, SettingsFile } from './settings.ts'
import { UserError } from './user-error.ts'

/** What people on this device let the service do with its folders. Nothing that comes over the line changes it. */
export class Permissions {
  readonly gate: Gate
  readonly #home: Home
  readonly #settings: SettingsFile

  constructor(home: Home, settings: SettingsFile) {
    this.#home = home
    this.#settings = settings
    this.gate = new Gate(() => this.#rules())
  }

  #rules(): Rules {
    const { base, allowed, homeAllowed } = this.#settings.now
    return {
      own: [realOf(this.#home.folder)],
      secrets: secretPaths(os.homedir()),
      base: base === null ? null : realOf(base),
      home: homeAllowed ? personsHome() : null,
      allowed: allowed ?? [],
    }
  }

  list(): AllowView[] {
    const { allowed, base, home } = this.#rules()
    return [
      ...(base === null ? [] : [{ folder: base, deeds: DEEDS, source: 'base' } as const]),
      ...(home === null ? [] : [{ folder: home, deeds: OF_HOME, source: 'home' } as const]),
      ...allowed.map((one) => ({ ...one, source: 'named' }) as const),
    ]
  }

  /** Without deeds: all that can be allowed there. */
  async allow({ folder: given, deeds }: AllowedFolder): Promise<void> {
    const folder = realFolder(given)
    const whyNot = (deed: Deed) => whyNeverIn(deed, folder, this.#rules())
    const possible = DEEDS.filter((deed) => whyNot(deed) === undefined)
    const refused =
      deeds.find((deed) => !possible.includes(deed)) ?? (possible.length === 0 ? 'backup' : null)
    if (refused !== null) throw new UserError(`${folder}: ${whyNot(refused)}`)
    const all = merged(this.#settings.now.allowed ?? [], [
      { folder, deeds: deeds.length > 0 ? deeds : possible },
    ])
    await this.#settings.change({ allowed: all, ...(folder === personsHome() && { homeAllowed: true }) })
  }

  async disallow({ folder: given }: { folder: string }): Promise<void> {
    const { allowed, homeAllowed, base } = this.#settings.now
    const folders = [given, realOf(given)]
    const rest = (allowed ?? []).filter(({ folder }) => !folders.includes(folder))
    const isHome = homeAllowed && folders.includes(personsHome() ?? '')
    if (rest.length === allowed?.length && !isHome)
      throw new UserError(
        base !== null && folders.includes(realOf(base))
          ? PERMISSIONS.isBase(given)
          : PERMISSIONS.notListed(given),
      )
    await this.#settings.change({ allowed: rest, ...(isHome && { homeAllowed: false }) })
  }

  /** What an older agent mapped and backed up stays allowed; what it was limited to stays the limit. */
  async adopt(): Promise<void> {
    const { allowed, allow = [], roots } = this.#settings.now
    if (allowed !== null) return
    const { mappings, backups } = await this.#keptConfig()
    const isMapped = (id: number) => mappings.some(({ root_id }) => root_id === id)
    const known = [
      ...allow.map((folder) => ({ folder, deeds: DEEDS })),
      ...roots
        .filter(({ rootId, marker }) => marker !== null && isMapped(rootId))
        .map(({ folder }) => ({ folder, deeds: ['map'] as const })),
      ...backups.map(({ path: folder }) => ({ folder, deeds: ['backup'] as const })),
    ].filter(({ folder }) => path.isAbsolute(folder))
    const real = known.map(({ folder, deeds }) => ({ folder: realOf(folder), deeds }))
    await this.#settings.change({ allowed: merged([], real), homeAllowed: allow.length === 0 })
  }

  async #keptConfig(): Promise<Pick<DeviceConfig, 'mappings' | 'backups'>> {
    const kept = await new SecretFile<unknown>(path.join(this.#home.folder, 'config.json')).read()
    // It fits what it is taken for.
    if (kept !== undefined && whyMisfit(DeviceConfig, kept) === undefined) return kept as DeviceConfig
    return { mappings: [], backups: [] }
  }
}

const OF_HOME = ['browse', 'backup'] as const

/** Null for programs that have the whole disk for a home. */
function personsHome(): string | null {
  const home = realOf(os.homedir())
  return path.dirname(home) === home ? null : home
}

function realFolder(given: string): string {
  if (!existsSync(given)) throw new UserError(PERMISSIONS.noFolder(given))
  if (!statSync(given).isDirectory()) throw new UserError(NOT_FOUND.noFolder(given))
  return realpathSync(given)
}

function merged(known: NonNullable<Settings['allowed']>, more: readonly AllowedFolder[]): AllowedFolder[] {
  const deeds = new Map<string, Set<Deed>>()
  for (const one of [...known, ...more])
    deeds.set(one.folder, new Set([...(deeds.get(one.folder) ?? []), ...one.deeds]))
  return [...deeds].map(([folder, all]) => ({ folder, deeds: DEEDS.filter((deed) => all.has(deed)) }))
}
