import type { EntryId } from '@holdfast/api/ids'
import { type Html, html } from '../../pages/markup.ts'
import type { LinkAddresses } from './addresses.ts'
import type { Look } from './frame.ts'
import { lastDay } from './words.ts'

/** What the pages of a link tell about it. */
export interface Shown {
  look: Look
  addresses: LinkAddresses
  sharedId: EntryId
  /** The name of whoever made the link. */
  sharedBy: string
  /** Its last day, as `YYYY-MM-DD`. */
  expires: string | null
  /** How someone who is signed in is called. */
  account: string | undefined
  /** For the forms of someone who is signed in. */
  csrf: string | undefined
}

export const aboutLink = ({ expires, account }: Shown): Html | undefined | false =>
  (expires !== null || account !== undefined) &&
  html`<p class="about">${expires !== null && html`Available until the end of ${lastDay(expires)} (UTC).`}
${account !== undefined && html`You are signed in as <bdi>${account}</bdi>.`}</p>`

export const csrfField = ({ csrf }: Pick<Shown, 'csrf'>): Html | undefined =>
  csrf === undefined ? undefined : html`<input type="hidden" name="csrf" value="${csrf}">`
