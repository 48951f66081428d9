import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isIgnored, STAGING_FOLDER } from '../../src/core/ignore.ts'
import { NodeDisk } from '../../src/disk/node-disk.ts'
import { RootSync } from '../../src/engine/root-sync.ts'
import { LIMITS } from '../../src/engine/state/limits.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Chance } from '../sim/chance.ts'
import { ModelStore } from '../sim/model-store.ts'
import { later } from './later.ts'
import type { RealDisk } from './real-disk.ts'
import type { ServiceWithBytes } from './service.ts'

/** Time passes faster for agents than for people. */
const HASTE = 20
const BEGUN = Date.now()
const now = () => BEGUN + (Date.now() - BEGUN) * HASTE

const clock: Clock = {
  now,
  pause: (milliseconds, sooner) => delay(milliseconds / HASTE, undefined, { signal: sooner }).catch(() => {}),
}

/** A real folder that an engine keeps equal to a root of the model. */
export class KeptFolder {
  readonly real: RealDisk
  readonly #service: ServiceWithBytes
  readonly #number: number
  readonly #chance: Chance
  readonly #store = later<Store>(new ModelStore())
  #stop: (() => Promise<void>) | undefined
  #sync: RootSync | undefined

  constructor(real: RealDisk, service: ServiceWithBytes, number: number, chance: Chance) {
    this.real = real
    this.#service = service
    this.#number = number
    this.#chance = chance
  }

  start(): void {
    const disk = new NodeDisk({ ...this.real.options, now, onHint: () => this.#sync?.wake() })
    const ports = {
      disk,
      store: this.#store,
      server: this.#service.server(this.#number),
      clock,
      random: this.#chance,
    }
    const sync = new RootSync(
      ports,
      {
        machine: `Device ${this.#number}`,
        installation: `device ${this.#number}`,
        readOnly: false,
        deselected: new Set(),
        manualCollisions: false,
        excludedExtensions: '',
        maxFileSize: Number.POSITIVE_INFINITY,
      },
      LIMITS,
    )
    this.#sync = sync
    const stopping = new AbortController()
    const running = sync.run(stopping.signal)
    this.#stop = async () => {
      stopping.abort()
      await running
      await disk.close()
    }
  }

  get status() {
    return this.#sync?.status()
  }

  async restart(): Promise<void> {
    await this.stop()
    this.start()
  }

  /** Looks, and works until nothing is left to do. */
  syncOnce = () => this.#sync?.syncOnce()

  async stop(): Promise<void> {
    await this.#stop?.()
    this.#stop = undefined
  }

  /** Paths and contents of all files, and paths of all folders. */
  tree(): Record<string, string> {
    const found: Record<string, string> = {}
    const walk = (way: string) => {
      for (const entry of readdirSync(this.real.path(way), { withFileTypes: true })) {
        if (isIgnored(entry.name)) continue
        const there = path.join(way, entry.name)
        if (entry.isDirectory()) {
          found[there.normalize('NFC')] = 'folder'
          walk(there)
        } else found[there.normalize('NFC')] = readFileSync(this.real.path(there), 'latin1')
      }
    }
    walk('')
    return found
  }

  binned(): string[] {
    const bin = this.real.path(STAGING_FOLDER, 'bin')
    return readdirSync(bin)
      .filter((name) => !name.endsWith('.json'))
      .map((name) => readFileSync(path.join(bin, name), 'latin1'))
  }
}
