import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { ApiError } from '../../../errors.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { FORGOT_PATH, leadingTo } from '../../../sign-in/password-reset/addresses.ts'
import { filled, type Html, html } from '../frame/markup.ts'
import { alertBox, type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import { passwordField, passwordScript } from '../frame/password-field.ts'
import { signInAddress } from '../sign-in/sign-in-page.ts'
import { linkPage } from './frame.ts'
import { SIGNS, type Sign } from './icons.ts'
import { reasonFor } from './reason-for.ts'
import { signOutForm } from './shown.ts'
import { lastDayTag } from './time-tag.ts'

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
  /** Of a link that was found, and lets nobody in. */
  ended?: Ended | undefined
}

interface Ended {
  /** Whoever is here created it. */
  own?: boolean
  expired?: boolean
  /** As `YYYY-MM-DD`. */
  lastDay?: string | null
  /** The name of whoever can be asked for another one. */
  asks: string | undefined
}

/** What stands in the way, in words for people, under the status that the API would answer with. */
export function problemPage(meeting: Meeting, error: ApiError): Page {
  const { status } = error
  const { sign, title, text, action } = problemOf(meeting, error)
  const body = html`${signOf(sign)}<h1>${title}</h1>
<p class="lead">${text}</p>
${action && html`<div class="stack">${action}</div>`}`
  return linkPage(meeting, { title, body, status, narrow: true })
}

interface Problem {
  sign: Sign
  title: string
  text: string | Html
  action?: Html | undefined
}

const signOf = (sign: Sign): Html => html`<div class="tile sign" aria-hidden="true">${SIGNS[sign]}</div>
`

function problemOf(meeting: Meeting, error: ApiError): Problem {
  const { look, page, top } = meeting
  const { linkProblems: t, general, problem } = wordsOf(look)
  const back = top === undefined ? undefined : html`<a class="button secondary" href="${top}">${t.back}</a>`
  switch (error.code) {
    // Nobody may learn from this whether there is such a link.
    case 'access_denied':
      return {
        sign: 'lock',
        title: t.closed,
        text: t.closedWhy,
        action: html`<a class="button primary" href="${signInAddress(page)}">${general.signIn}</a>`,
      }
    case 'not_found':
      return top === undefined
        ? gone(meeting)
        : { sign: 'broken', title: t.itemGone, text: t.itemGoneWhy, action: back }
    case 'forbidden':
      return forbidden(meeting, error, back)
    case 'temporarily_unavailable':
      return { sign: 'clock', title: t.busy, text: t.busyWhy, action: again(meeting) }
    default:
      return {
        sign: 'broken',
        title: problem.other,
        text: reasonFor(look, error),
        action: back ?? asSomeoneElse(meeting),
      }
  }
}

function gone(meeting: Meeting): Problem {
  const { account, ended, look } = meeting
  const { linkProblems: t, links } = wordsOf(look)
  if (!ended)
    return {
      ...{ sign: 'broken', title: t.gone },
      text: html`${t.goneSomehow} ${t.askSender}`,
      action: asSomeoneElse(meeting),
    }
  const { own, expired, lastDay } = ended
  const why = !expired ? t.goneWhy : lastDay != null && filled(t.wasUntil, lastDayTag(links, lastDay))
  return {
    ...(expired ? { sign: 'clock', title: t.expired } : { sign: 'broken', title: t.gone }),
    text: html`${why} ${own ? t.ownWhy : whomToAsk(meeting)}`,
    action: own
      ? html`<a class="button primary" href="/links">${t.own}</a>`
      : account === undefined
        ? undefined
        : html`<a class="button secondary" href="/shared">${links.allShared}</a>`,
  }
}

function whomToAsk({ look, ended }: Meeting): Html {
  const { linkProblems: t } = wordsOf(look)
  const asks = ended?.asks
  return asks === undefined ? html`${t.askSender}` : filled(t.ask, html`<bdi>${asks}</bdi>`)
}

function forbidden(meeting: Meeting, error: ApiError, back: Html | undefined): Problem {
  const { account, look, page, top } = meeting
  const { linkProblems: t, duties, signIn } = wordsOf(look)
  const { extra } = error
  if (extra?.used_up)
    return { sign: 'download', title: t.usedUp, text: html`${t.usedUpWhy} ${whomToAsk(meeting)}` }
  if (extra?.stale) return { sign: 'clock', title: signIn.stale, text: signIn.staleWhy, action: back }
  if (extra?.unproven)
    return {
      sign: 'lock',
      title: t.unproven,
      text: t.unprovenWhy,
      action: html`<a class="button primary" href="${leadingTo(FORGOT_PATH, page)}">${t.sendLink}</a>${asSomeoneElse(meeting)}`,
    }
  const duty = extra?.duty
  if (account && typeof duty === 'string' && duty in duties) {
    const { title, why } = duties[duty as Duty]
    // What is done in the account helps here too; another sign-in is another session.
    const retry = duty === 'sign_in' ? undefined : again(meeting)
    return { sign: 'lock', title, text: why, action: html`${retry}${asSomeoneElse(meeting)}` }
  }
  if (account && top === undefined)
    return { sign: 'lock', title: t.notYours, text: t.notYoursWhy(account), action: asSomeoneElse(meeting) }
  return {
    sign: 'lock',
    title: t.notAllowed,
    text: reasonFor(look, error),
    action: back ?? asSomeoneElse(meeting),
  }
}

const again = ({ look, page }: Meeting): Html =>
  html`<a class="button primary" href="${page}">${wordsOf(look).general.tryAgain}</a>`

const asSomeoneElse = ({ look, page, csrf }: Meeting): Html | undefined =>
  csrf === undefined
    ? undefined
    : signOutForm(page, csrf, html`<button class="secondary">${wordsOf(look).general.signInAsOther}</button>`)

/** Sent to the page that was asked for, which shows itself once the password is right. */
export function passwordPage(
  { look, kind, page }: Pick<Meeting, 'look' | 'kind' | 'page'>,
  { status, problem }: { status: number; problem?: string | undefined },
): Page {
  const { linkProblems: t, general } = wordsOf(look)
  const title = t.password
  const marks = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`
  const body = html`${signOf('lock')}<h1>${title}</h1>
<p class="lead">${t.passwordWhy}</p>
${alertBox(problem)}
<form method="post" action="${page}">
<input type="hidden" name="step" value="password">
<div class="fields">
<div><label for="password">${general.password}</label>
${passwordField(look, html` autocomplete="off" maxlength="1024" required autofocus${marks}`)}</div>
<button class="primary">${t.open}</button>
</div>
</form>`
  return linkPage(
    { look, kind },
    {
      title: problem === undefined ? title : general.error(title),
      body,
      status,
      narrow: true,
      script: passwordScript(),
    },
  )
}
