import { type Static, Type } from 'typebox'
import { offsetOf, offsetParams, StatusOk } from '../envelopes.ts'
import { IdOf, type MuteId, type PersonId, type RootId, type SharelinkId } from '../ids.ts'
import { operation } from '../operation.ts'

/** What people are mailed about. */
export const NOTICE_KINDS = ['link_downloaded', 'link_uploaded', 'share_changed'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const MutedNotice = Type.Object(
  {
    type: Type.Literal('muted_notice'),
    id: IdOf<MuteId>(),
    kind: Type.Unsafe<NoticeKind>({ type: 'string', enum: NOTICE_KINDS }),
    sharelink_id: Type.Union([IdOf<SharelinkId>(), Type.Null()], {
      description: 'The share link without email notifications; null for all share links',
    }),
    root_id: Type.Union([IdOf<RootId>(), Type.Null()], {
      description: 'The team share without email notifications; null for all team shares',
    }),
    created: Type.String(),
  },
  { title: 'MutedNotice' },
)
export type MutedNotice = Static<typeof MutedNotice>

const area = 'People'

export const listMutedNotices = operation({
  name: 'list_muted_notices',
  method: 'GET',
  path: '/api/2/person/{person_id}/muted_notices',
  area,
  summary: 'List the muted email notifications of a person',
  ours: true,
  params: { person_id: IdOf<PersonId>(), ...offsetParams },
  result: offsetOf(MutedNotice),
})

export const deleteMutedNotice = operation({
  name: 'delete_muted_notice',
  method: 'DELETE',
  path: '/api/2/person/{person_id}/muted_notices/{mute_id}',
  area,
  summary: 'Unmute an email notification of a person',
  ours: true,
  params: { person_id: IdOf<PersonId>(), mute_id: IdOf<MuteId>() },
  result: StatusOk,
})
