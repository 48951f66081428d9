import type { Id, MuteId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { NoticeKind } from '@holdfast/api/notices'
import type { Instant } from '@holdfast/api/time'
import type { Generated } from 'kysely'

export type NoticeId = Id<'notice'>

/** What people are to be told, and do not want to be told. */
export interface NoticeTables {
  /** How far the members of a team share have been told what happened in it; nothing yet where there is no row. */
  share_news: {
    root_id: RootId
    told_seq: number
    /** Members are being told of what happened up to here; null when nobody is at it. */
    telling_seq: number | null
  }
  /** Exactly one of `link_id` and `root_id` is set. */
  notice: {
    id: Generated<NoticeId>
    /** Who is to be told. */
    person_id: PersonId
    kind: NoticeKind
    link_id: SharelinkId | null
    root_id: RootId | null
    /** The changes of a share after the first number, up to and with the second; null for links. */
    from_seq: number | null
    to_seq: number | null
    /** How much happened; lines tell of the first of it. */
    count: number
    first_at: Instant
    due_at: Instant
  }
  notice_line: {
    notice_id: NoticeId
    position: number
    actor: string
    item: string
    times: number
    /** The last time. */
    at: Instant
  }
  /** With neither `link_id` nor `root_id`: all notices of the kind. */
  notice_mute: {
    id: Generated<MuteId>
    person_id: PersonId
    kind: NoticeKind
    link_id: SharelinkId | null
    root_id: RootId | null
    created_at: Instant
  }
}
