import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'
import { up as accounts } from './0001-accounts.ts'
import { up as files } from './0002-files.ts'
import { up as jobs } from './0003-jobs.ts'
import { up as signIn } from './0004-sign-in.ts'
import { up as organizations } from './0005-organizations.ts'
import { up as activityAndUsage } from './0006-activity-and-usage.ts'
import { up as locksAndHistory } from './0007-locks-and-history.ts'
import { up as uploads } from './0008-uploads.ts'
import { up as search } from './0009-search.ts'
import { up as lookingBack } from './0010-looking-back.ts'
import { up as retention } from './0011-retention.ts'
import { up as coveringLists } from './0012-covering-lists.ts'
import { up as shareLinks } from './0013-share-links.ts'
import { up as teamShares } from './0014-team-shares.ts'
import { up as linkDownloads } from './0015-link-downloads.ts'
import { up as widerSearchRanges } from './0016-wider-search-ranges.ts'
import { up as reach } from './0017-reach.ts'
import { up as notices } from './0018-notices.ts'
import { up as brand } from './0019-brand.ts'

/** Forward only, in this order, one text for both databases. A released one never changes. */
export const MIGRATIONS: Record<string, (tx: Tx, columns: Columns) => Promise<void>> = {
  '0001-accounts': accounts,
  '0002-files': files,
  '0003-jobs': jobs,
  '0004-sign-in': signIn,
  '0005-organizations': organizations,
  '0006-activity-and-usage': activityAndUsage,
  '0007-locks-and-history': locksAndHistory,
  '0008-uploads': uploads,
  '0009-search': search,
  '0010-looking-back': lookingBack,
  '0011-retention': retention,
  '0012-covering-lists': coveringLists,
  '0013-share-links': shareLinks,
  '0014-team-shares': teamShares,
  '0015-link-downloads': linkDownloads,
  '0016-wider-search-ranges': widerSearchRanges,
  '0017-reach': reach,
  '0018-notices': notices,
  '0019-brand': brand,
}
