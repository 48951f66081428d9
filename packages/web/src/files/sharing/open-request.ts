import type { SharelinkId } from '@holdfast/api/ids'
import type { SharedItem } from '../../core/sharing/item.ts'
import { openShare } from './open-share.ts'

/** Asks others for files, or shows who has sent them: in place of the share dialog, if that is open. */
export const openRequest = (item: SharedItem, link?: SharelinkId): Promise<void> =>
  openShare({ type: 'request', item, link })
