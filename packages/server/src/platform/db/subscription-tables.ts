import type { GroupId, PersonId, RootId } from '@holdfast/api/ids'
import type { InvitationStatus, Role } from '@holdfast/api/shares'
import type { Instant } from '@holdfast/api/time'

/** Who takes part in team shares. */
export interface SubscriptionTables {
  share_person: {
    root_id: RootId
    person_id: PersonId
    /** The number of a machine, or one of the words for several. */
    target: string
    role: Role
    created_at: Instant
  }
  share_group: { root_id: RootId; group_id: GroupId; target: string; role: Role; created_at: Instant }
  share_external: {
    root_id: RootId
    person_id: PersonId
    role: Role
    status: InvitationStatus
    /** The name of who sent the newest invitation. */
    inviter: string
    invited_at: Instant
    answered_at: Instant | null
  }
  /** When someone was last written to about an invitation, which may be gone since. */
  share_invitation_mail: { root_id: RootId; person_id: PersonId; sent_at: Instant }
}
