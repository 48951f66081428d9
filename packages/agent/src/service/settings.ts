import type { EntryId, RootId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import type { AllowedFolder } from '../device/gate/rules.ts'
import type { Marker } from '../disk/marker.ts'
import { SecretFile } from '../net/secret-file.ts'
import { CONTROL } from '../words/commands.ts'
import { UserError } from './user-error.ts'

/** Where a root is kept on this device. */
export interface KeptRoot {
  readonly rootId: RootId
  readonly folder: string
  /** What was put into the folder when it was prepared; null before. */
  readonly marker: Marker | null
  /** Folders of it that this device is not to have. */
  readonly deselected: readonly EntryId[]
}

/** What people decided on this device. The service is not asked for it, and never sets it. */
export interface Settings {
  /** Roots that come to this device get a folder in here; without it, people say where each goes. */
  readonly base: string | null
  readonly paused: boolean
  readonly roots: readonly KeptRoot[]
  /** What the service may ask for, and where; null where an older agent wrote the settings. */
  readonly allowed: readonly AllowedFolder[] | null
  /** Whether the person whose device this is may browse and back up the own home by the service. */
  readonly homeAllowed: boolean
  /** As older agents kept it: folders outside which nothing was to be done, or none. */
  readonly allow?: readonly string[]
}

const NONE: Settings = { base: null, paused: false, roots: [], allowed: null, homeAllowed: true }

/** Sent again whenever they change; written down before they count. */
export class SettingsFile {
  readonly #file: SecretFile<Partial<Settings>>
  #now: Settings
  readonly #changing = new OneByOne()

  private constructor(file: SecretFile<Partial<Settings>>, now: Settings) {
    this.#file = file
    this.#now = now
  }

  static async open(path: string): Promise<SettingsFile> {
    const file = new SecretFile<Partial<Settings>>(path)
    try {
      return new SettingsFile(file, { ...NONE, ...(await file.read()) })
    } catch (error) {
      throw new UserError(CONTROL.settings(path, (error as Error).message))
    }
  }

  get now(): Settings {
    return this.#now
  }

  /** One after the other: what is changed while another change is being written is not lost by that. */
  change(change: Partial<Settings>): Promise<void> {
    return this.#changing.run(async () => {
      const next = { ...this.#now, ...change }
      await this.#file.write(next)
      this.#now = next
    })
  }

  /** Whether this device is to have a folder. */
  select(rootId: RootId, folder: EntryId, selected: boolean): Promise<void> {
    const roots = this.#now.roots.map((root) => {
      if (root.rootId !== rootId) return root
      const others = root.deselected.filter((id) => id !== folder)
      return { ...root, deselected: selected ? others : [...others, folder] }
    })
    return this.change({ roots })
  }
}
