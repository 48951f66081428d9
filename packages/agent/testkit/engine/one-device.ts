import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { RULES_FILE } from '../../src/core/ignore-rules.ts'
import { RootSync } from '../../src/engine/root-sync.ts'
import type { Settings } from '../../src/engine/state/engine.ts'
import { LIMITS, type Limits } from '../../src/engine/state/limits.ts'
import type { Server } from '../../src/ports/server.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Caller } from '../model-service/entry.ts'
import { ModelServer, type ModelSettings } from '../model-service/model-server.ts'
import { PersonAtWork } from '../model-service/people.ts'
import { Chance } from '../sim/chance.ts'
import type { Node } from '../sim/disk-tree.ts'
import type { AtOnce } from '../sim/lane.ts'
import { ModelDisk } from '../sim/model-disk.ts'
import { ModelStore } from '../sim/model-store.ts'
import { reach } from '../sim/reach.ts'

const ROOT = 1 as RootId
const person = (id: number): Caller => ({
  personId: id as PersonId,
  machineId: id as MachineId,
  name: `Person ${id}`,
})

/** One device and the service, with nothing left to chance: time passes when the agent rests. */
export class OneDevice {
  now = Date.UTC(2027, 0, 1)
  readonly server: ModelServer
  /** The service as the device asks it. */
  readonly reached: AtOnce<Server>
  readonly disk = new ModelDisk({ name: 'd', ignoresCase: false, reusesInodes: false })
  readonly store = new ModelStore()
  readonly device = person(2)
  readonly web: PersonAtWork
  /** What was asked of the service and done to the disk, in order. */
  readonly calls: { readonly method: string; readonly args: readonly unknown[] }[] = []
  /** How long it rested, each time. */
  readonly rests: number[] = []
  /** Called before each effect; what it throws, the agent meets. */
  before: (method: string, args: readonly unknown[]) => void = () => {}
  /** What happens while the agent rests. */
  meanwhile: () => void = () => {}
  readonly sync: RootSync
  readonly #start: (store: Store | AtOnce<Store>) => RootSync

  constructor(
    settings: Partial<Settings> & { limits?: Limits; model?: Partial<ModelSettings>; page?: number } = {},
  ) {
    const { limits = LIMITS, model, page = 1000, ...told } = settings
    this.server = new ModelServer({
      now: () => this.now,
      contentIdOf: ([chunk]) => chunk?.sha256 ?? '',
      ...model,
    })
    this.server.addRoot(ROOT, 'Root', [
      [1 as PersonId, 'manage'],
      [this.device.personId, 'edit'],
    ])
    this.web = new PersonAtWork(this.server, person(1), ROOT)
    this.reached = reach(this.server, this.device, { root_id: ROOT, page })
    const ports = {
      disk: this.#noted(this.disk),
      server: this.#noted(this.reached),
      clock: { now: () => this.now, pause: (milliseconds: number) => this.#rest(milliseconds) },
      random: new Chance(1),
    }
    this.#start = (store) =>
      new RootSync({ ...ports, store: this.#noted(store) } as never, { ...SETTINGS, ...told }, limits)
    this.sync = this.#start(this.store)
  }

  /** The agent after a start that finds this in its home. */
  startedWith(store: Store): RootSync {
    return this.#start(store)
  }

  get root() {
    return this.server.root(ROOT)
  }

  /** Someone saves a file, or another content of it. */
  write(name: string, content: string, folder: Node = this.disk.top): Node {
    const node = this.disk.named(folder, name)
    if (!node) return this.disk.add(folder, name, 'file', content)
    this.disk.write(node, content)
    return node
  }

  /** What the list of what is not sent says when it is first read; after that it is a file like any other. */
  listIgnored(text: string): void {
    const plain = this.disk.readBytes.bind(this.disk)
    let isTaken = false
    this.disk.readBytes = (file, from, size) => {
      if (isTaken || file.rawName !== RULES_FILE) return plain(file, from, size)
      isTaken = true
      return Buffer.from(text)
    }
  }

  /** What the service has, by names. */
  get remoteNames(): string[] {
    return [...this.root.entries.values()]
      .flatMap((entry) => (this.root.isLive(entry) ? entry.name : []))
      .sort()
  }

  get localNames(): string[] {
    return this.disk
      .all()
      .map(({ name }) => name)
      .sort()
  }

  /** By reason, the paths that the agent cannot bring in line. */
  get problems(): Record<string, string> {
    return Object.fromEntries(this.sync.status().problems.map(({ path, reason }) => [path, reason]))
  }

  count = (method: string): number => this.calls.filter((call) => call.method === method).length

  async #rest(milliseconds: number): Promise<void> {
    this.rests.push(milliseconds)
    this.now += milliseconds
    this.meanwhile()
  }

  #noted<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, method) => {
        const effect: unknown = Reflect.get(target, method)
        if (typeof effect !== 'function' || typeof method !== 'string') return effect
        return async (...args: unknown[]) => {
          this.before(method, args)
          this.calls.push({ method, args })
          return effect.apply(target, args)
        }
      },
    })
  }
}

const SETTINGS: Settings = {
  machine: 'Laptop',
  installation: 'here',
  readOnly: false,
  deselected: new Set(),
  manualCollisions: false,
  excludedExtensions: '',
  maxFileSize: Number.POSITIVE_INFINITY,
}
