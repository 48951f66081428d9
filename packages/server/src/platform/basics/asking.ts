import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrganizationId } from '@holdfast/api/ids'

/** How fast a request goes on: it may have to wait before a statement, or be ended there. */
export interface Pace {
  /** Whose long requests wait for each other. */
  caller: string
  /** Not in a transaction, which others wait for. */
  read<T>(statement: () => Promise<T>): Promise<T>
  /** Does a part of what takes long, such as one of several transactions, when others have had their part of the time. */
  step<T>(work: () => Promise<T>): Promise<T>
}

/** What is known of the request under way. It goes along with the request, so that no new operation can forget it. */
interface Asking {
  address: string
  userAgent: string | undefined
  pace?: Pace | undefined
  organizationId?: OrganizationId
}

const asking = new AsyncLocalStorage<Asking>()

/** Runs all the work of one request as coming from an address, and from a program that calls itself something. */
export const comingFrom = (request: Asking, work: () => void): void => asking.run(request, work)

/** From here on it is known for which organization the request is made, and by whom. */
export function askedBy(organizationId: OrganizationId, caller: string): void {
  const known = asking.getStore()
  if (!known) return
  known.organizationId = organizationId
  if (known.pace) known.pace.caller = caller
}

/** From here on the request waits for something to happen, and looks again and again for as long as it takes. */
export function unpaced(): void {
  const known = asking.getStore()
  if (known) known.pace = undefined
}

/** Empty for what the service does by itself. */
export const addressAsking = (): string => asking.getStore()?.address ?? ''

export const userAgentAsking = (): string | undefined => asking.getStore()?.userAgent

export const organizationAsking = (): OrganizationId | undefined => asking.getStore()?.organizationId

/** Undefined for what the service does by itself, which nobody waits for. */
export const paceAsking = (): Pace | undefined => asking.getStore()?.pace

/** As `Pace.step`, for what the service does by itself as well. */
export const inStep = <T>(work: () => Promise<T>): Promise<T> => paceAsking()?.step(work) ?? work()
