import type { Share } from '@holdfast/api/sharing/shares'
import type { Instant } from '@holdfast/api/time'
import { plain, rootView } from '../../files/basics/view.ts'
import type { RootRow } from '../../records/roots.ts'

export const shareView = (share: RootRow, at: Instant): Share => ({
  ...rootView(share, plain(at)),
  company_id: share.organization_id,
  description: share.description ?? '',
  auto_lock: share.auto_lock === 1,
  notify: share.notify === 1,
})
