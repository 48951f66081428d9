import type { RefusalKind } from '@holdfast/api/devices/agent-channel'
import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant, MINUTE_MS } from '@holdfast/api/time'
import type { PersonPrincipal } from '../../platform/principal.ts'

/** Why a line ends: the codes that agents act on. */
export const CLOSED = {
  malformed: 4400,
  tokenEnded: 4401,
  signedOut: 4403,
  replaced: 4409,
  tooOld: 4426,
  /** The server stops: come back soon, to it or another. */
  restarting: 1012,
} as const
export type ClosedBecause = keyof typeof CLOSED

/** Carries texts to a device and back, whatever it is made of. */
export interface Wire {
  send(text: string): void
  close(code: number, reason: string): void
}

export type Outcome =
  | { ok: true; data: unknown }
  | { ok: false; error: string; refused?: RefusalKind | undefined }

/** A connected device, after it has said hello. */
export class Line {
  readonly machineId: MachineId
  readonly personId: PersonId
  readonly organizationId: OrganizationId
  readonly sessionId: PersonPrincipal['sessionId']
  readonly connection: string
  readonly #wire: Wire
  readonly #waiting = new Map<string, (outcome: Outcome) => void>()
  /** Until then it must show a newer access token. */
  validUntil: Instant

  constructor(wire: Wire, who: PersonPrincipal & { machineId: MachineId }, connection: string, at: Instant) {
    this.#wire = wire
    this.machineId = who.machineId
    this.personId = who.personId
    this.organizationId = who.organizationId
    this.sessionId = who.sessionId
    this.connection = connection
    this.validUntil = untilFrom(at)
  }

  renew(at: Instant): void {
    this.validUntil = untilFrom(at)
  }

  say(t: string, fields: object): void {
    this.#wire.send(JSON.stringify({ t, ...fields }))
  }

  /** Sends a command; undefined if no answer came in time. */
  async command(id: string, asked: object, ms: number): Promise<Outcome | undefined> {
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
    this.#waiting.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), ms)
    this.say('command', { id, ...asked })
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(id)
    })
  }

  answer(id: string, outcome: Outcome): void {
    this.#waiting.get(id)?.(outcome)
  }

  close(because: ClosedBecause, reason: string): void {
    this.#wire.close(CLOSED[because], reason)
  }

  /** Nobody will answer any more. */
  lost(): void {
    for (const resolve of this.#waiting.values()) resolve({ ok: false, error: 'The device disconnected.' })
  }
}

/** A little longer than an access token lives. */
const untilFrom = (at: Instant): Instant => at + HOUR_MS + 5 * MINUTE_MS
