import { SERVICE_FEATURES } from '@holdfast/api/devices/agent-channel'
import type { MachineId } from '@holdfast/api/ids'
import { OneByOne } from '@holdfast/api/one-by-one'
import { formatUtc } from '@holdfast/api/time'
import { ApiError, busy } from '../../errors.ts'
import { logFailure } from '../../platform/basics/outage.ts'
import type { Ctx, DeviceLink } from '../../platform/context.ts'
import type { Topic } from '../../platform/db/database.ts'
import { announce } from '../../platform/db/news.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import type { Watch } from '../../platform/live/hub.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listOrganizationStatuses } from '../../records/organization-tree.ts'
import { authenticateDevice } from '../../sign-in/oauth/authenticate.ts'
import { Configs } from './configs.ts'
import { type DeviceFrame, PROTOCOL, readFrame } from './frames.ts'
import { CLOSED, Line, type Outcome, type Wire } from './line.ts'
import * as rows from './queries.ts'
import { failAs, NO_ANSWER, NOT_CONNECTED, refusalIn } from './refusals.ts'
import { ReportBox } from './report-box.ts'
import { organizationsOf, whyClosed } from './why-closed.ts'

/** Milliseconds. */
export interface ChannelPace {
  /** How long a caller waits for a device. */
  patience: number
  renewLease: number
  lease: number
  /** How often an asker looks for an answer whose news got lost. */
  look: number
}
const PACE: ChannelPace = { patience: 15_000, renewLease: 30_000, lease: 90_000, look: 500 }

type Agent = PersonPrincipal & { machineId: MachineId }

/**
 * The lines of this server to devices, and the way to those that other servers hold: a command is a row and a hint. One
 * statement does for all lines what has to be done again and again, however many they are.
 */
export class Switchboard implements DeviceLink {
  readonly #ctx: Ctx
  readonly #pace: ChannelPace
  readonly #server: string
  readonly #lines = new Map<MachineId, Line>()
  readonly #reports: ReportBox
  readonly #configs: Configs
  #watch: Watch | undefined
  #checkedAt = 0
  #renewedAt = 0
  #closed = false
  #running: Promise<void> | undefined

  constructor(ctx: Ctx, pace: Partial<ChannelPace> = {}) {
    this.#ctx = ctx
    this.#pace = { ...PACE, ...pace }
    this.#configs = new Configs(ctx)
    this.#server = ctx.random(9).toString('base64url')
    this.#reports = new ReportBox(ctx)
  }

  get size(): number {
    return this.#lines.size
  }

  /** Hears what comes over a new wire, until it closes. */
  accept(wire: Wire, who: Agent): { hear(text: string): void; closed(): void } {
    let line: Line | undefined
    const saying = new OneByOne()
    const hear = async (text: string) => {
      const frame = readFrame(text)
      if (!frame) return wire.close(CLOSED.malformed, 'Invalid frame.')
      if (line) return this.#heard(line, frame)
      if (frame.t !== 'hello') return wire.close(CLOSED.malformed, 'The first frame must be hello.')
      if (frame.protocol !== PROTOCOL)
        return wire.close(CLOSED.tooOld, `This server uses protocol ${PROTOCOL}. Update the agent.`)
      line = await this.#connect(wire, who, frame.said)
      this.#configs.add(line, frame.configVer)
    }
    return {
      hear: (text) => {
        // In the order in which they came, also while the first of them waits for the database.
        void saying.run(() =>
          hear(text).catch((error) => {
            logFailure(this.#ctx.log, error, 'what a device said could not be dealt with', {})
            wire.close(CLOSED.restarting, 'Something went wrong on the server.')
          }),
        )
      },
      closed: () => {
        void saying.idle().then(() => line && this.#disconnect(line))
      },
    }
  }

  /** Asks a device, wherever it is connected. Throws `temporarily_unavailable` where it is not, or is silent, and as it refuses. */
  async ask(machineId: MachineId, asked: { kind: string; args: unknown; sealed?: string }): Promise<unknown> {
    const id = this.#ctx.random(12).toString('base64url')
    const here = this.#lines.get(machineId)
    const outcome = here
      ? await here.command(id, asked, this.#pace.patience)
      : await this.#askElsewhere(id, machineId, asked)
    if (outcome === undefined) return busy(NO_ANSWER, 30)
    return outcome.ok ? outcome.data : failAs(outcome)
  }

  async isConnected(machineId: MachineId): Promise<boolean> {
    const { db, now } = this.#ctx
    return this.#lines.has(machineId) || (await rows.findConnection(db.read, machineId, now())) !== undefined
  }

  async #askElsewhere(id: string, machineId: MachineId, asked: object): Promise<Outcome | undefined> {
    const { db, live, now } = this.#ctx
    const held = await rows.findConnection(db.read, machineId, now())
    if (!held || held.server === this.#server) return busy(NOT_CONNECTED, 30)
    using watch = live.hub.watch([`m${machineId}`])
    const { server } = held
    const expiresAt = now() + this.#pace.patience
    const isThere = await db.write(async (tx) => {
      // Held: the code that takes the line down looks for commands after that, and finds this one or none.
      if (!(await rows.holdConnection(tx, machineId, held.connection))) return false
      await rows.insertCommand(tx, { id, machineId, server, asked, expiresAt })
      announce(tx, `m${machineId}`)
      return true
    })
    if (!isThere) return busy(NOT_CONNECTED, 30)
    try {
      const until = performance.now() + this.#pace.patience
      for (let left = this.#pace.patience; left > 0 && !watch.ended; left = until - performance.now()) {
        await watch.wait(Math.min(left, this.#pace.look))
        watch.take()
        const found = await rows.findAnswer(db.read, id)
        if (found) return found.answer as Outcome
      }
      return undefined
    } finally {
      await db.write((tx) => rows.deleteCommand(tx, id))
    }
  }

  async #connect(wire: Wire, who: Agent, said: rows.SaidOfMachine): Promise<Line> {
    const { db, now, random } = this.#ctx
    const at = now()
    const line = new Line(wire, who, random(9).toString('base64url'), at)
    const { machineId, connection } = line
    await db.write(async (tx) => {
      await rows.renewLease(tx, this.#server, at + this.#pace.lease)
      await rows.noteMachine(tx, machineId, said, at)
      await rows.upsertConnection(tx, {
        machine_id: machineId,
        server: this.#server,
        connection,
        session_id: line.sessionId,
        since: at,
      })
      announce(tx, `m${machineId}`)
    })
    this.#lines.get(machineId)?.close('replaced', 'The device connected again.')
    this.#lines.set(machineId, line)
    this.#follow()
    const epoch = await currentEpoch(this.#ctx)
    line.say('welcome', {
      machine_id: machineId,
      epoch: epoch.id,
      time: formatUtc(at),
      features: SERVICE_FEATURES,
    })
    if (this.#closed) line.close('restarting', 'The server is stopping.')
    return line
  }

  async #heard(line: Line, frame: DeviceFrame): Promise<void> {
    if (frame.t === 'result')
      line.answer(frame.id, frame.ok ? { ok: true, data: frame.data } : refusalIn(frame))
    if (frame.t === 'token') await this.#renew(line, frame.accessToken)
    if (frame.t === 'progress') await this.#reports.addProgress(line.machineId, frame.progress)
    if (frame.t !== 'report') return
    if (frame.health) this.#reports.addHealth(line.machineId, frame.health)
    await this.#reports.addRoots(line.machineId, frame.roots)
  }

  async #renew(line: Line, token: string): Promise<void> {
    try {
      const who = await authenticateDevice(this.#ctx, token)
      if (who.sessionId === line.sessionId) return line.renew(this.#ctx.now())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    line.close('tokenEnded', 'The token belongs to another session.')
  }

  async #disconnect(line: Line): Promise<void> {
    line.lost()
    this.#configs.drop(line)
    if (this.#lines.get(line.machineId) === line) {
      this.#lines.delete(line.machineId)
      this.#follow()
    }
    try {
      const at = this.#ctx.now()
      await this.#ctx.db.write((tx) => rows.deleteConnection(tx, line.machineId, line.connection, at))
      // Nobody else tells those who asked in the last moment.
      await this.#passCommands()
    } catch (error) {
      logFailure(this.#ctx.log, error, 'a device went, and that could not be noted', {})
    }
  }

  /** Looked after from the first line on: commands of the command line have none. */
  #follow(): void {
    this.#watch ??= this.#ctx.live.hub.watch()
    this.#running ??= this.#run(this.#watch)
    this.#watch.follow([...this.#lines.keys()].map((id): Topic => `m${id}`))
  }

  async #run(watch: Watch): Promise<void> {
    while (!watch.ended) {
      await watch.wait(this.#ctx.live.pace.checkMs)
      const heard = watch.take()
      const due = heard.has('anything') || performance.now() - this.#checkedAt >= this.#ctx.live.pace.checkMs
      try {
        if (due) await this.#reports.flush()
        if (this.#lines.size === 0) continue
        await this.#passCommands()
        await this.#checkLines()
        if (!due) continue
        this.#checkedAt = performance.now()
        await this.#renewLease()
      } catch (error) {
        logFailure(this.#ctx.log, error, 'the lines to devices could not be looked after', {})
      }
    }
  }

  async #passCommands(): Promise<void> {
    const { db, now } = this.#ctx
    if (!(await rows.hasCommands(db.read, this.#server))) return
    const commands = await db.write((tx) => rows.claimCommands(tx, this.#server, now()))
    for (const { id, machineId, asked, expiresAt } of commands) {
      const line = this.#lines.get(machineId)
      const left = expiresAt - now()
      if (!line) await this.#answer(machineId, id, { ok: false, error: NOT_CONNECTED })
      else if (left > 0) void this.#pass(line, id, asked as object, left)
    }
  }

  async #pass(line: Line, id: string, asked: object, ms: number): Promise<void> {
    const outcome = await line.command(id, asked, ms)
    if (!outcome) return
    await this.#answer(line.machineId, id, outcome).catch((error) =>
      logFailure(this.#ctx.log, error, 'the answer of a device could not be passed on', {}),
    )
  }

  #answer(machineId: MachineId, id: string, outcome: Outcome): Promise<void> {
    return this.#ctx.db.write(async (tx) => {
      await rows.answerCommand(tx, id, outcome)
      announce(tx, `m${machineId}`)
    })
  }

  /** Ends lines that were taken over elsewhere, and those whose rights are gone. */
  async #checkLines(): Promise<void> {
    const { db, now } = this.#ctx
    const lines = [...this.#lines.values()]
    const at = now()
    const held = await rows.listLines(db.read, this.#server)
    const statuses = await listOrganizationStatuses(db.read, organizationsOf(held.values()))
    for (const line of lines) {
      const why = whyClosed(held.get(line.connection), statuses, at)
      if (why) line.close(...why)
      else if (line.validUntil < at) line.close('tokenEnded', 'The token has expired.')
    }
  }

  async #renewLease(): Promise<void> {
    if (performance.now() - this.#renewedAt < this.#pace.renewLease) return
    this.#renewedAt = performance.now()
    const at = this.#ctx.now()
    await this.#ctx.db.write(async (tx) => {
      await rows.renewLease(tx, this.#server, at + this.#pace.lease)
      await rows.dropServers(tx, { ended: at }, at)
    })
  }

  /** Ends all lines, so that devices look for another server before this one stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    for (const line of this.#lines.values()) line.close('restarting', 'The server is stopping.')
    await this.#configs.close()
    if (!this.#watch) return
    this.#watch[Symbol.dispose]()
    await this.#running
    await this.#reports.flush().catch(() => {})
    await this.#ctx.db
      .write((tx) => rows.dropServers(tx, { server: this.#server }, this.#ctx.now()))
      .catch(() => {})
  }
}
