import type { EntryId } from '@holdfast/api/ids'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { type Site, wordsOf } from '../frame/page-frame.ts'
import { signInAddress } from '../sign-in/sign-in-page.ts'
import type { LinkAddresses } from './addresses.ts'
import { lastDayTag } from './time-tag.ts'

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
  /** Shown to one of those who look after it as others see it: nothing can be sent from here. */
  preview?: { asksPassword: boolean }
}

export function aboutLink({ look, sharedBy, expires, account, csrf, addresses }: Shown): Html {
  const { links, signIn, general } = wordsOf(look)
  const other = html`<button class="link">${general.signInAsOther}</button>`
  return html`<div class="about">${expires !== null && html`<p>${filled(links.until, lastDayTag(links, expires))}</p>`}
<p>${filled(links.ask, html`<bdi>${sharedBy}</bdi>`)}</p>
${
  account !== undefined &&
  html`<p><a href="/shared">${links.allShared}</a></p>
<div>${filled(signIn.signedInAs, html`<bdi>${account}</bdi>`)}
${csrf !== undefined && signOutForm(addresses.top, csrf, other)}</div>`
}</div>`
}

/** Leads to the sign-in page, and from there back to a page. */
export const signOutForm = (page: string, csrf: string, button: Html): Html =>
  html`<form method="post" action="${signInAddress(page)}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="step" value="sign_out">${button}</form>`

export const csrfField = ({ csrf }: Pick<Shown, 'csrf'>): Html | undefined =>
  csrf === undefined ? undefined : html`<input type="hidden" name="csrf" value="${csrf}">`
