import { accentStyle } from '../frame/accent.ts'
import { type Html, html } from '../frame/markup.ts'
import { documentOf, type Page, type Site, styleSource } from '../frame/page-frame.ts'
import { SCRIPT, STYLE } from './assets.ts'

interface Content {
  title: string
  body: Html
  status?: number
  /** A card in the middle, for what has little to say. */
  narrow?: boolean
  /** Loads the script for uploads. */
  uploads?: boolean
}

/** What all pages of a link have around them, and the policy under which they can load only what they show. */
export function linkPage(
  look: Site,
  { title, body, status = 200, narrow = false, uploads = false }: Content,
): Page {
  const accent = accentStyle(look.color)
  const head = html`<link rel="stylesheet" href="${STYLE.path}">
<style>${{ html: accent }}</style>
${uploads && html`<script src="${SCRIPT.path}" defer></script>`}`
  const text = documentOf(look, {
    title,
    head,
    main: html`<main>${body}</main>`,
    look: narrow ? undefined : 'share',
  })
  const csp = [
    "default-src 'none'",
    `style-src 'self' ${styleSource(accent)}`,
    "img-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    ...(uploads ? ["script-src 'self'", "connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { status, html: text, csp }
}
