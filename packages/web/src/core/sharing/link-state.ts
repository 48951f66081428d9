import type { PersonId } from '@holdfast/api/ids'
import type { Sharelink, SharelinkSubscriber } from '@holdfast/api/sharing/links'

/** The own links to one item, by what each is for. */
export interface ItemLinks {
  /** For anyone with the address. */
  open: Sharelink | undefined
  /** For people. */
  people: Sharelink | undefined
  /** Off, and can be turned on again: private, and for nobody. */
  off: Sharelink | undefined
}
export type Mode = 'off' | 'anyone' | 'people'

/** Where the policy lets nobody in without a sign-in, links that were open are for people. */
export function sorted(links: readonly Sharelink[], signInOnly: boolean): ItemLinks {
  const isOpen = (link: Sharelink) => !link.login_required && !signInOnly
  const hasPeople = ({ subscribers }: Sharelink) => subscribers.length > 0
  return {
    open: links.find(isOpen),
    people: links.find((link) => !isOpen(link) && hasPeople(link)),
    off: links.find((link) => link.login_required && !hasPeople(link)),
  }
}

export const modeOf = ({ open, people }: ItemLinks): Mode => (open ? 'anyone' : people ? 'people' : 'off')

/** Why a link opens nothing now. */
export type Ended = 'over' | 'usedUp' | 'off'
export function endOf(link: Sharelink, today: string): Ended | undefined {
  if (link.expires !== null && link.expires.slice(0, 10) < today) return 'over'
  if (link.download_limit !== null && link.times_downloaded >= link.download_limit) return 'usedUp'
  return link.login_required && link.subscribers.length === 0 ? 'off' : undefined
}

export const isUsed = ({ times_downloaded, times_viewed }: Sharelink): boolean =>
  times_downloaded + times_viewed > 0

/** Whether that is this person, by itself and not through a group. */
export const isSubscriber = (
  { subscriber_type, subscriber }: Pick<SharelinkSubscriber, 'subscriber_type' | 'subscriber'>,
  person: PersonId,
): boolean => subscriber_type === 'person' && (subscriber as { id?: PersonId }).id === person

/** What a subscriber is called, and its address. */
export function subscriberOf({ subscriber }: Pick<SharelinkSubscriber, 'subscriber'>): {
  name: string
  email: string | undefined
} {
  if (typeof subscriber === 'string') return { name: subscriber, email: subscriber }
  const { name, email, first_name, last_name } = subscriber as Record<string, string | undefined>
  const full = [first_name, last_name].filter(Boolean).join(' ')
  return { name: name || full || email || '', email }
}
