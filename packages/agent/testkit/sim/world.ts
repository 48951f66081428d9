import type { RootId } from '@holdfast/api/ids'
import type { Limits } from '../../src/engine/state/limits.ts'
import type { DiskTrouble } from '../../src/ports/disk.ts'
import type { Caller } from '../model-service/entry.ts'
import type { ModelRoot } from '../model-service/model-root.ts'
import { type Copy, ModelServer } from '../model-service/model-server.ts'
import { PersonAtWork } from '../model-service/people.ts'
import { Chance } from './chance.ts'
import { Device, type Surroundings } from './device.ts'
import { DiskUser } from './disk-user.ts'
import { drawLimits } from './drawn-limits.ts'
import {
  attachOrDetach,
  changeAccess,
  closeOrOpen,
  leaveRoot,
  mountOrUnmount,
  person,
  selectFolders,
} from './events.ts'
import { FEATURES, type Feature, LATER_FEATURES, namesWith } from './features.ts'
import { Journal } from './journal.ts'
import { ModelDisk } from './model-disk.ts'
import { WebUser } from './web-user.ts'

const ROOT = 1 as RootId
const SECOND_ROOT = 2 as RootId
const STEP_MS = 3 * 60_000
/** Where it counts what happens within seconds. */
const SHORT_STEP_MS = 15
/** So that programs end within a minute, and sometimes do not. */
const SAVING_STEPS_MS = [100, 500, 2000, 10_000]
const SHARE_OF_FEATURES = 0.4
const SHARE_OF_LATER_FEATURES = 0.25
const APART = 0x5eed

export interface WorldOptions {
  readonly devices?: number | undefined
  /** Exactly these; some of all are drawn if left out. */
  readonly features?: readonly Feature[] | undefined
  /** Whether some of the later ones are drawn, too. */
  readonly later?: boolean | undefined
  /** How likely a process dies at each of its steps. */
  readonly crashes?: number | undefined
  readonly trace?: ((...what: unknown[]) => void) | undefined
}

/** A service, a few devices, and people who use them: all that happens follows from one number. */
export class World implements Surroundings {
  readonly chance: Chance
  readonly features: ReadonlySet<Feature>
  readonly limits: Limits
  readonly server: ModelServer
  readonly journal = new Journal()
  readonly devices: Device[] = []
  readonly users: DiskUser[] = []
  readonly web: WebUser
  now = Date.UTC(2027, 0, 1)
  faults = false
  steps = 0
  /** How much time passes with each. */
  stepMs = STEP_MS
  /** Whether someone lets the brake go while all is to become quiet. */
  mayConfirm = true
  crashes = 0
  #backup: Copy | undefined
  readonly #crashRate: number
  readonly #trace: WorldOptions['trace']

  constructor(
    seed: number,
    { devices = 2, features, later: mayDraw = true, crashes = 0.01, trace }: WorldOptions,
  ) {
    this.chance = new Chance(seed)
    this.#trace = trace
    this.#crashRate = crashes
    const drawn = FEATURES.filter(() => this.chance.happens(SHARE_OF_FEATURES))
    const apart = new Chance(seed + APART)
    const later = LATER_FEATURES.filter(() => mayDraw && apart.happens(SHARE_OF_LATER_FEATURES))
    this.features = new Set(features ?? [...drawn, ...later])
    if (this.features.has('saving')) this.stepMs = apart.pick(SAVING_STEPS_MS)
    else if (this.#isTimed) this.stepMs = SHORT_STEP_MS
    const limits = drawLimits(this.chance)
    this.limits = {
      ...limits,
      // In steps, as long as elsewhere.
      sliceMs: limits.sliceMs * (this.stepMs / STEP_MS),
      ...(this.features.has('brake') && { brakeFiles: 1 }),
    }
    this.server = new ModelServer({
      now: () => this.now as never,
      contentIdOf: ([chunk]) => chunk?.sha256 ?? '',
    })
    const names = namesWith(this.features)
    // What was deleted under such a name is deleted on one side only, or was forgotten with its link.
    if (this.features.has('ignored_names')) this.journal.deletesMayReturn = true
    const people = Array.from({ length: devices + 1 }, (_, n) => person(n + 1))
    this.server.addRoot(
      ROOT,
      'Root',
      people.map(({ personId }, n) => [personId, n === 0 ? 'manage' : 'edit']),
    )
    const [webPerson, ...owners] = people as [Caller, ...Caller[]]
    const common = { chance: this.chance, journal: this.journal, names }
    this.web = new WebUser(new PersonAtWork(this.server, webPerson, ROOT), this.root, common)
    owners.forEach((owner, n) => {
      this.#addDevice(owner, { name: `d${n + 1}`, rootId: ROOT, ignoresCase: n === 1 }, common)
    })
    const last = this.devices.at(-1)
    const lastUser = this.users.at(-1)
    if (this.features.has('read_only') && last && lastUser) {
      last.readOnly = true
      lastUser.deletesForAll = false
      this.root().roles.set(last.who.personId, 'view')
    }
    const [owner] = owners
    if (this.features.has('between') && owner) this.#addSecondRoot(owner, common)
  }

  get #isTimed(): boolean {
    return this.features.has('pauses') || this.features.has('coarse')
  }

  root = (id: RootId = ROOT): ModelRoot => this.server.root(id)
  roots = (): ModelRoot[] => [...new Set(this.devices.map(({ rootId }) => rootId))].map(this.root)

  #addDevice(
    owner: Caller,
    { name, rootId, ignoresCase }: { name: string; rootId: RootId; ignoresCase: boolean },
    common: { chance: Chance; journal: Journal; names: readonly string[] },
  ): DiskUser {
    const disk = new ModelDisk({ name, ignoresCase, reusesInodes: this.features.has('inodes') })
    if (this.#isTimed) disk.timed = () => this.now
    disk.isCoarse = this.features.has('coarse') && !this.features.has('pauses')
    const device = new Device(name, owner, disk, { world: this, rootId })
    disk.onBin = (content) => {
      if (device.epoch !== this.server.epoch) this.journal.bin.add(content)
    }
    if (this.features.has('trouble')) disk.whyRefuses = () => this.#drawTrouble()
    this.devices.push(device)
    const refused = this.features.has('refused') ? ['a?', 'b:c'] : []
    const user = new DiskUser(disk, { ...common, names: [...common.names, ...refused] })
    user.pauses = this.features.has('pauses')
    user.writesInPieces = this.features.has('writing') || user.pauses
    user.touchesHidden = this.features.has('ignored_names')
    this.users.push(user)
    return user
  }

  /** Another folder on the first machine; what is outside of one may come into the other. */
  #addSecondRoot(
    owner: Caller,
    common: { chance: Chance; journal: Journal; names: readonly string[] },
  ): void {
    this.server.addRoot(SECOND_ROOT, 'Second', [[owner.personId, 'edit']])
    const user = this.#addDevice(owner, { name: 'd1b', rootId: SECOND_ROOT, ignoresCase: false }, common)
    user.away = this.users[0]?.away ?? []
  }

  async start(): Promise<void> {
    for (const device of this.devices) await device.start()
  }

  note(...what: unknown[]): void {
    this.#trace?.(this.steps, ...what)
  }

  /** One effect of one agent, or its end. */
  async step(): Promise<void> {
    const device = this.chance.pick(this.devices)
    this.steps++
    this.now += this.stepMs
    for (const user of this.users) user.goOnWriting(this.now)
    if (this.faults && this.chance.happens(this.#crashRate)) {
      this.crashes++
      const powerLost = this.features.has('power') && this.chance.happens(0.5)
      if (powerLost) device.disk.losePower()
      this.note(device.name, powerLost ? 'loses power' : 'crashes')
      await device.crash()
    } else await device.step()
    if (device.broken) throw device.broken
  }

  /** Someone does something, or something happens around the files. */
  async act(): Promise<void> {
    const isSaving = this.features.has('saving') && this.chance.happens(0.5)
    if (isSaving || (this.features.size > 0 && this.chance.happens(0.25))) {
      const what = await this.#happen(isSaving ? 'saving' : this.chance.pick([...this.features]))
      if (what !== undefined) return this.note(what)
    }
    const who = this.chance.below(this.users.length + 1)
    const [user, device] = [this.users[who], this.devices[who]]
    if (user && device) {
      this.note(
        'at',
        device.name,
        'someone',
        user.act(this.features.has('out') || this.features.has('between')),
      )
      if (this.features.has('lost_hints') && this.chance.happens(0.3)) device.disk.loseHints()
    } else {
      const features = { tree: this.features.has('tree'), touch: this.features.has('touch') }
      this.note('on the web someone', this.web.act(features))
    }
  }

  /** Undefined where nothing came of it. */
  async #happen(feature: Feature): Promise<string | undefined> {
    const n = this.chance.below(this.devices.length)
    const [device, user] = [this.devices[n], this.users[n]]
    if (!device || !user) return undefined
    switch (feature) {
      case 'locks':
        return `on the web someone ${this.web.lockOrUnlock()}`
      case 'access':
        return changeAccess(this, device)
      case 'select':
        user.deletesForAll = false
        return selectFolders(this, device)
      case 'unmount':
        return attachOrDetach(device)
      case 'store_loss':
        this.journal.deletesMayReturn = true
        await device.loseStore()
        return `${device.name} loses its store`
      case 'epoch':
        return this.#backUpOrRestore()
      case 'trouble':
        return closeOrOpen(this, device)
      case 'mounts':
        return mountOrUnmount(this, device)
      case 'brake':
        device.sync?.resume({ confirm: true })
        return `at ${device.name} someone confirms`
      case 'saving':
        return user.save()
      case 'times':
        return user.touch()
      case 'leave':
        return leaveRoot(this, device)
      case 'ignored':
        user.leaveIgnored()
        return `${device.name} gets an ignored file`
      default:
        return undefined
    }
  }

  #drawTrouble(): DiskTrouble['reason'] | undefined {
    if (!this.faults || !this.chance.happens(0.02)) return undefined
    return this.chance.pick(['full', 'denied', 'busy', 'broken'])
  }

  #backUpOrRestore(): string | undefined {
    if (!this.#backup) {
      this.#backup = this.server.copy()
      return 'backup'
    }
    if (this.chance.happens(0.5)) return undefined
    this.server.restoreFrom(this.#backup)
    // Restored twice from one backup, the service would give the ids of the first time again.
    this.#backup = undefined
    const { journal } = this
    journal.deletesMayReturn = true
    const kept = new Set([...this.contentsOnDisks(), ...this.liveContents()])
    for (const content of journal.written) if (!kept.has(content)) journal.excused.add(content)
    return 'the service is restored'
  }

  contentsOnDisks = (): string[] => [
    ...this.devices.flatMap(({ disk }) => disk.all().map(({ content }) => content)),
    ...this.users.flatMap(({ away }) => away.map(({ node }) => node.content)),
  ]

  liveContents(): Set<string> {
    const contents = (root: ModelRoot) =>
      [...root.entries.values()].flatMap((entry) => (root.isLive(entry) && entry.content) || [])
    return new Set(this.roots().flatMap(contents))
  }

  /** From now on everything works. */
  calm(): void {
    this.faults = false
    this.stepMs = STEP_MS
    this.web.unlockAll()
    for (const user of this.users) {
      user.finishWriting()
      user.finish()
    }
    this.stepMs = STEP_MS
    for (const { disk, who, readOnly, leaving, rootId } of this.devices) {
      disk.isMounted = true
      disk.closed.clear()
      disk.covered.clear()
      if (leaving) continue
      this.root(rootId).roles.set(who.personId, readOnly ? 'view' : 'edit')
    }
  }

  /** Until no agent finds anything to do; false if that does not come. */
  async quiesce(): Promise<boolean> {
    const limit = this.steps + 60_000
    const version = () =>
      [
        this.server.epoch,
        ...this.roots().map(({ seq }) => seq),
        ...this.devices.map(({ disk }) => disk.version),
      ].join()
    let last = ''
    while (this.steps < limit) {
      await this.step()
      const now = version()
      if (now !== last) for (const device of this.devices) device.quiet = 0
      last = now
      for (const { sync } of this.devices)
        if (this.mayConfirm && sync?.status().reason === 'brake') sync.resume({ confirm: true })
      if (this.devices.every(({ quiet, left }) => left ?? quiet >= 2)) return true
    }
    return false
  }
}
