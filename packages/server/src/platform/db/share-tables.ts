import type {
  EntryId,
  GroupId,
  OrganizationId,
  PersonId,
  RootId,
  SharelinkId,
  SubscriberId,
} from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Generated } from 'kysely'
import type { EntryKind, Flag } from './file-tables.ts'

/** How often something was used. */
interface Uses {
  times_downloaded: Generated<number>
  times_viewed: Generated<number>
}

/** The tables of share links. */
export interface ShareTables {
  share_link: Uses & {
    id: Generated<SharelinkId>
    hash: string
    /** Of the root, also when that moves to another organization. */
    organization_id: OrganizationId
    root_id: RootId
    /** The top level of a root cannot be shared. */
    entry_id: EntryId
    kind: EntryKind
    creator_id: PersonId
    /** The last day that it works, `YYYY-MM-DD`. */
    expires: string | null
    login_required: Flag
    download_limit: number | null
    download_notify: Flag
    upload_notify: Flag
    anon_edit: Flag
    password_hash: string | null
    created_at: Instant
    last_used_at: Instant | null
  }
  /** Exactly one of `person_id` (guests too), `group_id` and `email` is set. */
  share_subscriber: Uses & {
    id: Generated<SubscriberId>
    link_id: SharelinkId
    hash: string
    person_id: PersonId | null
    group_id: GroupId | null
    email: string | null
    email_key: string | null
    write_access: Flag
    delete_access: Flag
    created_at: Instant
  }
  /** Downloads that were counted, for a day: their rest can be fetched without being counted again. */
  link_download: {
    link_id: SharelinkId
    /** A digest of who fetches it, by what program. */
    client: string
    /** What is fetched; another content is another download. */
    content: string
    begun_at: Instant
  }
}
