import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { accentStyle } from '../frame/accent.ts'
import { type Html, html } from '../frame/markup.ts'
import { documentOf, inlineScript, type Page, type Site, sourceOf, wordsOf } from '../frame/page-frame.ts'
import { STYLE, uploadScript } from './assets.ts'

interface Content {
  title: string
  body: Html
  status?: number
  /** A card in the middle, for what has little to say. */
  narrow?: boolean
  /** Loads the script for uploads. */
  uploads?: boolean
  /** The only script that runs on a page without uploads. */
  script?: string
}

/**
 * What chats and other sites show of an address that someone passes on. They keep it, and show it to anyone who is there,
 * so it tells nothing of what is shared; and it is the same whether the link works or not.
 */
const previewTags = (site: Site, kind: EntryKind): Html =>
  html`<meta property="og:title" content="${wordsOf(site).links.preview[kind]}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:type" content="website">`

const previewNote = (site: Site, { asksPassword }: { asksPassword: boolean }): Html => {
  const words = wordsOf(site).linkPreview
  return html`<p class="note" role="note">${words.about}${asksPassword && html` ${words.password}`}</p>`
}

/** What all pages of a link have around them, and the policy under which they can load only what they show. */
export function linkPage(
  { look, kind, preview }: { look: Site; kind: EntryKind; preview?: { asksPassword: boolean } },
  { title, body, status = 200, narrow = false, uploads = false, script }: Content,
): Page {
  const accent = accentStyle(look.color)
  const head = html`${previewTags(look, kind)}
<link rel="stylesheet" href="${STYLE.path}">
<style>${{ html: accent }}</style>
${uploads && !preview && html`<script src="${uploadScript().path}" defer></script>`}`
  const text = documentOf(look, {
    title,
    head,
    main: html`<main>${preview && previewNote(look, preview)}${body}</main>${script !== undefined && inlineScript(script)}`,
    look: narrow ? undefined : 'share',
  })
  const csp = [
    "default-src 'none'",
    `style-src 'self' ${sourceOf(accent)}`,
    "img-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    ...(uploads ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { status, html: text, csp }
}
