import type { MutedNotice } from '@holdfast/api/sharing/notices'
import { formatUtc } from '@holdfast/api/time'
import type { MuteRow } from '../../records/notices.ts'

export const muteView = ({ id, kind, link_id, root_id, created_at }: MuteRow): MutedNotice => ({
  type: 'muted_notice',
  id,
  kind,
  sharelink_id: link_id,
  root_id,
  created: formatUtc(created_at),
})
