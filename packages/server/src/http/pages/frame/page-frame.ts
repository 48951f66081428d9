import { createHash } from 'node:crypto'
import { type Language, wordsIn } from '../../../platform/messages/catalogue.ts'
import type { Messages } from '../../../platform/messages/en/en.ts'
import { accentStyle } from './accent.ts'
import { ICON_PATH } from './icon.ts'
import { type Html, html } from './markup.ts'
import type { Speech } from './page-language.ts'
import { PAGES_STYLE } from './pages-style.ts'

/** A page and the policy under which it shows as meant and can load nothing else. */
export interface Page {
  status: number
  html: string
  csp: string
}

/** Where to go, with a new session cookie or without the old one. */
export interface Leading {
  location: string
  session?: string | null
  /** Names the organization that someone has signed in to. */
  place?: string
}

/** A page to show, or where to go. */
export type PageAnswer = Page | Leading

/** How the place looks that a page belongs to. */
export interface Look {
  /** What this installation is called. */
  name: string
  /** Where it is, so that people can see whom they give their password. */
  host: string
  /** As `#rrggbb`. */
  color: string
  logo?: PageLogo | undefined
}

export interface PageLogo {
  url: string
  width: number
  height: number
  /** Stands for the name; one of an organization above stands beside it. */
  isOwn: boolean
}

/** What every page tells about the place it belongs to, and the language that it speaks. */
export interface Site extends Look {
  language: Language
  /** Where that comes from: what leads on to another organization asks that one. */
  speech: Speech
}

export const wordsOf = ({ language }: Pick<Site, 'language'>): Messages => wordsIn(language)

interface Content {
  title: string
  body: Html
  status?: number
  /** Schemes that an answer to a form on this page may lead to, beside the page's own site. */
  leadsTo?: readonly string[]
  wide?: boolean
  /** The only script that runs on the page. */
  script?: string
  /** Stands below the page, above its host. */
  foot?: Html | undefined
}

/** How a policy names a style or a script that stands in a page. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const PAGES_SOURCE = sourceOf(PAGES_STYLE)

/** A script that stands in a page, behind what it works on. */
export const inlineScript = (text: string): Html => html`<script>${{ html: text }}</script>`

const brandLine = ({ name, logo }: Look): Html => {
  const written = html`<bdi>${name}</bdi>`
  if (!logo) return html`${MARK}${written}`
  const { url, width, height, isOwn } = logo
  return html`<img class="logo" src="${url}" width="${String(width)}" height="${String(height)}" alt="${isOwn ? name : ''}">${!isOwn && written}`
}

/** What stands around every page. */
export const documentOf = (
  site: Site,
  {
    title,
    head,
    main,
    look,
    foot,
  }: { title: string; head: Html; main: Html; look?: 'share' | undefined; foot?: Html | undefined },
): string =>
  html`<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<title>${title} – ${site.name}</title>
${head}
</head>
<body${look && html` class="${look}"`}>
<header class="brand">${brandLine(site)}</header>
${main}
<footer>${foot}${site.host}</footer>
</body>
</html>
`.html

export function page(
  site: Site,
  { title, body, status = 200, leadsTo = [], wide = false, foot, script }: Content,
): Page {
  const accent = accentStyle(site.color)
  const head = html`<style>${{ html: PAGES_STYLE }}</style>
<style>${{ html: accent }}</style>`
  const text = documentOf(site, {
    title,
    head,
    main: html`<main${wide && html` class="wide"`}>${body}</main>${script !== undefined && inlineScript(script)}`,
    foot,
  })
  const formAction = ["'self'", ...leadsTo].join(' ')
  const scriptSource = script === undefined ? '' : ` script-src ${sourceOf(script)};`
  const csp = `default-src 'none';${scriptSource} style-src ${PAGES_SOURCE} ${sourceOf(accent)}; img-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
  return { status, html: text, csp }
}

/** Two posts and the line that holds them. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect class="mark-field" width="32" height="32" rx="8"/><path class="mark-line" d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5"/></svg>`

/** What went wrong with a form. Read out at once by screen readers. */
export const alertBox = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="note bad" id="problem" role="alert">${problem}</p>`
