import type { DeviceConfig } from '@holdfast/api/devices/agent-channel'
import type { RootId } from '@holdfast/api/ids'
import { formatUtc, MINUTE_MS } from '@holdfast/api/time'
import { problemsOf } from '../backup/restore/restoring.ts'
import { askerOf } from '../device/answer-command.ts'
import type { RootHere } from '../device/device.ts'
import type { Gate } from '../device/gate/gate.ts'
import { BACKUPS } from '../words/backups.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import type { AskedRestore, BackupView, StatusView } from './methods.ts'
import { type RestoreWish, restoreTo } from './restore.ts'
import { RunningBackup } from './running-backup.ts'
import { UserError } from './user-error.ts'

/** So long after a restore was cut off, it goes on. */
const AGAIN_MS = MINUTE_MS
/** Of the restores that the service asked for, so many are reported. */
const MAX_TOLD = 20

/** What of this device is backed up, and what is to be written back to it. */
export class BackupDesk {
  readonly #home: Home
  readonly #gate: Gate
  readonly #log: Log
  readonly #backups = new Map<RootId, RunningBackup>()
  readonly #jobs = new Map<number, { ending: AbortController; done: Promise<void> }>()
  readonly #told = new Map<number, AskedRestore>()
  isStarted = false

  constructor(home: Home, gate: Gate, log: Log) {
    this.#home = home
    this.#gate = gate
    this.#log = log
  }

  get all(): readonly RunningBackup[] {
    return [...this.#backups.values()]
  }

  here = (): RootHere[] =>
    this.all.map((backup) => ({
      rsubId: backup.wanted.rsub_id,
      rootId: backup.wanted.root_id,
      folder: backup.wanted.path,
      why: backup.why(),
      status: backup.status(),
    }))

  view = (config: DeviceConfig | undefined): Pick<StatusView, 'backups' | 'backupsEnabled' | 'restores'> => ({
    backups: this.all.map((backup) => backup.view()),
    backupsEnabled: config?.policy.backups_enabled ?? true,
    restores: [...this.#told.values()],
  })

  /** By its number or its path. */
  find(given: string): RunningBackup {
    const found = this.all.find(({ wanted }) => String(wanted.root_id) === given || wanted.path === given)
    if (found) return found
    const all = this.all.map(({ wanted }) => `${wanted.root_id} (${wanted.path})`).join(', ')
    throw new UserError(BACKUPS.unknown(given, all))
  }

  /** All of them, or one, now. */
  async run(backup: string | undefined, confirm: boolean): Promise<BackupView[]> {
    const chosen = backup === undefined ? this.all : [this.find(backup)]
    await Promise.all(chosen.map((one) => one.run(confirm)))
    return chosen.map((one) => one.view())
  }

  /** One is begun; false where there is no such. */
  begin = (rootId: RootId): boolean => {
    const backup = this.#backups.get(rootId)
    backup?.begin()
    return backup !== undefined
  }

  async align(connection: Connection, { backups, restores }: DeviceConfig): Promise<void> {
    for (const [id, backup] of this.#backups) {
      const wanted = backups.find(({ root_id, path }) => root_id === id && path === backup.wanted.path)
      if (wanted) {
        backup.wanted = wanted
        backup.lookAgain()
      } else {
        this.#backups.delete(id)
        await backup.stop()
      }
    }
    for (const wanted of backups) {
      if (this.#backups.has(wanted.root_id)) continue
      const backup = new RunningBackup(this.#home, connection, wanted, this.#gate, this.#log)
      await backup.load()
      this.#backups.set(wanted.root_id, backup)
      if (this.isStarted) backup.start()
    }
    if (this.isStarted) this.#alignRestores(connection, restores)
  }

  /** A job that was taken back is ended; one that was cut off goes on. */
  #alignRestores(connection: Connection, restores: DeviceConfig['restores']): void {
    for (const [id, { ending }] of this.#jobs)
      if (!restores.some(({ job_id }) => job_id === id)) ending.abort()
    for (const { job_id, root_id, path, as_of_seq, folder_id, overwrite, asked_by } of restores) {
      if (this.#jobs.has(job_id)) continue
      const ending = new AbortController()
      const asker = askerOf(asked_by)
      const wish = { rootId: root_id, path, asOfSeq: as_of_seq, folderId: folder_id, overwrite, asker }
      const done = this.#restore(connection, job_id, wish, ending.signal)
        // Whatever the service answered: one restore that breaks down ends nothing else.
        .catch((error: unknown) => this.#log.write(`internal error in a restore: ${String(error)}`))
        .finally(() => this.#jobs.delete(job_id))
      this.#jobs.set(job_id, { ending, done })
    }
  }

  async #restore(connection: Connection, job: number, wish: RestoreWish, signal: AbortSignal): Promise<void> {
    const say = (fields: object) => connection.say('progress', { job, ...fields })
    const note = this.#noteRestore(job, wish)
    for (;;) {
      const result = await restoreTo(
        { home: this.#home, connection, gate: this.#gate },
        wish,
        signal,
        (progress) => say({ state: 'running', ...progress, problems: [] }),
      )
      const { state, done, total, why } = result
      note(state, why ?? '')
      if (state !== 'stopped') say({ state, done, total, problems: problemsOf(wish.path, result) })
      // What was cut off goes on: nobody has to wish for it again.
      else await CLOCK.pause(AGAIN_MS, signal)
      if (state !== 'stopped' || signal.aborted) return
    }
  }

  /** For the person who looks after this device: who had what written where. */
  #noteRestore(job: number, { path, asker }: RestoreWish) {
    const told = { path, by: asker.name, began: formatUtc(CLOCK.now()) }
    const by = `restore to ${path}, requested by ${asker.name ?? BACKUPS.someone}`
    const note = (state: AskedRestore['state'], reason: string) => {
      this.#told.set(job, { ...told, state, reason })
      this.#log.write(`${by}: ${state}${reason && `, ${reason}`}`)
    }
    note('running', '')
    const [oldest] = this.#told.keys()
    if (this.#told.size > MAX_TOLD && oldest !== undefined) this.#told.delete(oldest)
    return note
  }

  start(): void {
    this.isStarted = true
    for (const backup of this.all) backup.start()
  }

  async stop(): Promise<void> {
    for (const { ending } of this.#jobs.values()) ending.abort()
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
    await Promise.all(this.all.map((backup) => backup.stop()))
    this.#backups.clear()
  }
}
