import type {
  EntryId,
  GuestId,
  MachineId,
  OrganizationId,
  PersonId,
  RootId,
  SessionId,
  SharelinkId,
} from '@holdfast/api/ids'
import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { Instant } from '@holdfast/api/time'

/** A person who signed in, on one of its machines. */
export interface PersonPrincipal {
  kind: 'person'
  personId: PersonId
  organizationId: OrganizationId
  /** None in a browser. */
  machineId: MachineId | null
  /** Came with the cookie of a web session, not with a token. */
  web?: boolean | undefined
  /** Is the agent of the machine, which acts for what the machine maps and backs up. */
  agent?: boolean | undefined
  /** Is signed out, and there only to hear that it is to remove its files. */
  leaving?: boolean | undefined
  /** Is an application that someone let in by an authorization code. */
  byCode?: boolean | undefined
  /** Does what a person confirmed in the app: no device gone wild. */
  confirmed?: boolean | undefined
  /** Its changes wait until someone has decided about what it did. */
  paused?: boolean | undefined
  sessionId: SessionId
  /** How activities name the actor. */
  name: string
  siteAdmin: boolean
  systemAdmin: boolean
  /** When it asked. */
  at: Instant
  /** What must be done before anything else is allowed. */
  mustFirst: Duty | undefined
  /** How many requests a minute the organization may make, where its policy says. */
  rateLimit?: number | undefined
  /** Gave a password or a mailed token for this very access, within the hour. */
  proven?: boolean | undefined
}

/** An account that reaches nothing but the share links it is subscribed to. */
export interface GuestPrincipal {
  kind: 'guest'
  guestId: GuestId
  organizationId: OrganizationId
  sessionId: SessionId
  name: string
  at: Instant
  mustFirst: Duty | undefined
  rateLimit?: number | undefined
  proven?: boolean | undefined
}

/** Someone with an account, who signed in with a password. */
export type AccountPrincipal = PersonPrincipal | GuestPrincipal

/** How a link is named: by its id, or by its hash or that of a subscriber. */
export type LinkName = { id: SharelinkId } | { hash: string }

/** Anyone who comes through a share link, signed in or not. What it may do is asked again wherever that matters. */
export interface VisitorPrincipal {
  kind: 'visitor'
  sharelinkId: SharelinkId
  link: LinkName
  account: AccountPrincipal | undefined
  /** Where the call came from, and when. */
  network: string
  at: Instant
  /** What the link shares. */
  rootId: RootId
  entryId: EntryId
  entryKind: 'file' | 'folder'
  /** A folder in it that was made for this very visitor: files go there, though it sees no folders. */
  ownFolder?: EntryId | undefined
}

/** A device acting by itself: backups and mappings go on while nobody is signed in. */
export interface MachinePrincipal {
  kind: 'machine'
  machineId: MachineId
  personId: PersonId
  organizationId: OrganizationId
  name: string
  at: Instant
}

/**
 * Who asks. For a request it comes from authentication, and for what comes through a link from the look at the link. The
 * service also makes the principal of an account by itself, to put on record who signed in, or to ask what somebody may
 * see before it tells them: a principal is no proof that somebody is there.
 */
export type Principal = PersonPrincipal | GuestPrincipal | VisitorPrincipal | MachinePrincipal

/** The service itself, where nobody asked for what happened. */
export const THE_SERVICE = 'site'

/** Who did what is on record. */
export type Actor = Principal | typeof THE_SERVICE

/** A person's devices and browsers count together. */
export function callerKey(who: Principal): string {
  if (who.kind === 'guest') return `guest ${who.guestId}`
  if (who.kind === 'visitor') return who.account ? callerKey(who.account) : `visitor ${who.network}`
  return `person ${who.personId}`
}
