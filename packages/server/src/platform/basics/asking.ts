import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrganizationId } from '@holdfast/api/ids'

/** What is known of the request under way. It goes along with the request, so that no new operation can forget it. */
interface Asking {
  address: string
  userAgent: string | undefined
  organizationId?: OrganizationId
}

const asking = new AsyncLocalStorage<Asking>()

/** Runs all the work of one request as coming from an address, and from a program that calls itself something. */
export const comingFrom = (address: string, userAgent: string | undefined, work: () => void): void =>
  asking.run({ address, userAgent }, work)

/** From here on it is known for which organization the request is made. */
export function askedBy(organizationId: OrganizationId): void {
  const known = asking.getStore()
  if (known) known.organizationId = organizationId
}

/** Empty for what the service does by itself. */
export const addressAsking = (): string => asking.getStore()?.address ?? ''

export const userAgentAsking = (): string | undefined => asking.getStore()?.userAgent

export const organizationAsking = (): OrganizationId | undefined => asking.getStore()?.organizationId
