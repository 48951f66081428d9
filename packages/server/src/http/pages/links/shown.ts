import type { EntryId } from '@holdfast/api/ids'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { type Html, html } from '../frame/markup.ts'
import type { Site } from '../frame/page-frame.ts'
import { signInAddress } from '../sign-in/sign-in-page.ts'
import type { LinkAddresses } from './addresses.ts'
import { lastDay } from './words.ts'

/** What the pages of a link tell about it. */
export interface Shown {
  look: Site
  /** Of what is shared. */
  kind: EntryKind
  addresses: LinkAddresses
  sharedId: EntryId
  /** The name of the creator of the link. */
  sharedBy: string
  /** Its last day, as `YYYY-MM-DD`. */
  expires: string | null
  /** How someone who is signed in is called. */
  account: string | undefined
  /** For the forms of someone who is signed in. */
  csrf: string | undefined
}

export const aboutLink = ({ expires, account, csrf, addresses }: Shown): Html | undefined =>
  expires === null && account === undefined
    ? undefined
    : html`<div class="about">${expires !== null && html`<p>Available until the end of ${lastDay(expires)} (UTC).</p>`}
${
  account !== undefined &&
  html`<div>You are signed in as <bdi>${account}</bdi>.
${csrf !== undefined && signOutForm(addresses.top, csrf, html`<button class="link">Sign in as someone else</button>`)}</div>`
}</div>`

/** Leads to the sign-in page, and from there back to a page. */
export const signOutForm = (page: string, csrf: string, button: Html): Html =>
  html`<form method="post" action="${signInAddress(page)}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="step" value="sign_out">${button}</form>`

export const csrfField = ({ csrf }: Pick<Shown, 'csrf'>): Html | undefined =>
  csrf === undefined ? undefined : html`<input type="hidden" name="csrf" value="${csrf}">`
