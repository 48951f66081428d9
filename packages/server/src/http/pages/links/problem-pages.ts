import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { ApiError } from '../../../errors.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { FORGOT_PATH, leadingTo } from '../../../sign-in/password-reset/addresses.ts'
import { type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, type Site } from '../frame/page-frame.ts'
import { DUTIES } from '../sign-in/pages.ts'
import { signInAddress } from '../sign-in/sign-in-page.ts'
import { linkPage } from './frame.ts'
import { reasonFor } from './reason-for.ts'
import { signOutForm } from './shown.ts'

/** What is known of the person who meets a problem. */
export interface Meeting {
  look: Site
  /** Of what the address says is shared. */
  kind: EntryKind
  /** The page that was asked for, to get back to. */
  page: string
  /** How someone who is signed in is called. */
  account: string | undefined
  /** For the forms of a browser with a session. */
  csrf: string | undefined
  /** The first page of the link, for someone whom it let in. */
  top?: string | undefined
}

/** What stands in the way, in words for people, under the status that the API would answer with. */
export function problemPage(meeting: Meeting, error: ApiError): Page {
  const { status } = error
  const { title, text, action } = problemOf(meeting, error)
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
${action && html`<div class="stack">${action}</div>`}`
  return linkPage(meeting, { title, body, status, narrow: true })
}

interface Problem {
  title: string
  text: string
  action?: Html | undefined
}

function problemOf(meeting: Meeting, error: ApiError): Problem {
  const { code, message } = error
  const { page, top } = meeting
  const back =
    top === undefined ? undefined : html`<a class="button secondary" href="${top}">Back to what is shared</a>`
  switch (code) {
    // Nobody may learn from this whether there is such a link.
    case 'access_denied':
      return {
        title: 'This link cannot be opened',
        text: 'It does not exist, or it is for certain people only. If it was shared with you, sign in with your account.',
        action: html`<a class="button primary" href="${signInAddress(page)}">Sign in</a>`,
      }
    case 'not_found':
      return top === undefined
        ? {
            title: 'This link no longer works',
            text: 'It has expired, or what it shared is gone. Ask whoever gave it to you for a new one.',
            action: asSomeoneElse(meeting),
          }
        : { title: 'This is not here any more', text: 'It was deleted or moved elsewhere.', action: back }
    case 'forbidden':
      return forbidden(meeting, error, back)
    case 'temporarily_unavailable':
      return { title: 'Try again in a minute', text: message, action: again(page) }
    default:
      return {
        title: 'This did not work',
        text: reasonFor(error).text,
        action: back ?? asSomeoneElse(meeting),
      }
  }
}

function forbidden(meeting: Meeting, { message, extra }: ApiError, back: Html | undefined): Problem {
  const { account, page, top } = meeting
  if (extra?.used_up)
    return {
      title: 'This link is used up',
      text: 'It was made for a certain number of downloads, and they are over. Ask whoever gave it to you for a new one.',
    }
  if (extra?.unproven)
    return {
      title: 'Confirm your address first',
      text: 'It was shared with the address of your account, and we do not know yet that this is yours. Open it by the button in the mail you got about it, or have us mail you a link to choose a new password.',
      action: html`<a class="button primary" href="${leadingTo(FORGOT_PATH, page)}">Mail me a link</a>${asSomeoneElse(meeting)}`,
    }
  const duty = extra?.duty
  if (account && typeof duty === 'string' && duty in DUTIES) {
    const { title, why } = DUTIES[duty as Duty]
    // What is done in the account helps here too; another sign-in is another session.
    const retry = duty === 'sign_in' ? undefined : again(page)
    return { title, text: why, action: html`${retry}${asSomeoneElse(meeting)}` }
  }
  if (account && top === undefined)
    return {
      title: 'This is not shared with you',
      text: `You are signed in as ${account}. If it was shared with another account of yours, sign in with that one.`,
      action: asSomeoneElse(meeting),
    }
  return { title: 'You cannot do this here', text: message, action: back ?? asSomeoneElse(meeting) }
}

const again = (page: string): Html => html`<a class="button primary" href="${page}">Try again</a>`

const asSomeoneElse = ({ page, csrf }: Meeting): Html | undefined =>
  csrf === undefined
    ? undefined
    : signOutForm(page, csrf, html`<button class="secondary">Sign in as someone else</button>`)

/** Sent to the page that was asked for, which shows itself once the password is right. */
export function passwordPage(
  { look, kind, page }: Pick<Meeting, 'look' | 'kind' | 'page'>,
  { status, problem }: { status: number; problem?: string | undefined },
): Page {
  const title = 'Enter the password'
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`<h1>${title}</h1>
<p class="lead">What was shared with you is protected. Whoever gave you the link knows its password.</p>
${alertBox(problem)}
<form method="post" action="${page}">
<input type="hidden" name="step" value="password">
<div class="fields">
<div><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="1024" required autofocus${marks}></div>
<button class="primary">Open</button>
</div>
</form>`
  return linkPage(
    { look, kind },
    {
      title: problem === undefined ? title : `Error: ${title}`,
      body,
      status,
      narrow: true,
    },
  )
}
