import { type Html, html } from './markup.ts'
import { type Site, wordsOf } from './page-frame.ts'
import { pageScript } from './page-script.ts'

/** Text alone, with no sign of its own in it: the button is named by its text, and hidden unless the script runs. */
const EYE = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="struck" d="M4 20 20 4"/></svg>`

/** The field of a password, with a button that shows what was typed. `attributes` are those that a page adds. */
export const passwordField = (site: Site, attributes: Html): Html =>
  html`<div class="secret"><input id="password" name="password" type="password" autocapitalize="none" spellcheck="false"${attributes}><button class="reveal" type="button" aria-controls="password" aria-pressed="false" hidden>${EYE}<span class="unseen">${wordsOf(site).general.showPassword}</span></button></div>`

let script: string | undefined
/** Stands in the page, so that its policy can name this text and allow no other script. */
export function passwordScript(): string {
  script ??= pageScript('show-password').trim()
  return script
}
