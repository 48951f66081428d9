import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { RootId } from '@holdfast/api/ids'
import type { Share } from '@holdfast/api/sharing/shares'

/** What each part of the page of a team share is given. */
export interface SharePart {
  place: OrganizationMay
  root: RootId
  share: Share
}
