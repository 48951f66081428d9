import { ICON_PATH } from '../frame/icon.ts'
import { html } from '../frame/markup.ts'
import { type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import type { AppParts } from './app-files.ts'

export const LOOK_PATH = '/look.css'
export const MANIFEST_PATH = '/app.webmanifest'
export const WORKER_PATH = '/worker.js'

/** Nothing from elsewhere, nothing inline, and no text becomes a script but by the app's one policy. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types holdfast',
].join('; ')

export const assetPath = (name: string): string => `/assets/${name}`

/** Grey where the frame and the list will be, until there is an app to draw them. */
const FRAME_TO_COME = html`<div class="come" aria-hidden="true">
<div class="come-top"></div>
<div class="come-side">${Array.from({ length: 6 }, () => html`<i></i>`)}</div>
<div class="come-list">${Array.from({ length: 9 }, () => html`<i></i>`)}</div>
</div>`

interface Shown {
  /** Empty, light or dark. */
  theme: string
  /** Whether the browser is to keep the app and its last lists (ADR 0079). */
  keeps: boolean
}

/** The page that the app fills. It says nothing about who is signed in: that is asked for by the app. */
export const shell = (
  site: Site,
  { build, main, style, icons }: AppParts,
  { theme, keeps }: Shown,
): Page => ({
  status: 200,
  csp: POLICY,
  html: html`<!doctype html>
<html lang="${site.language}" data-build="${build}"${theme && html` data-theme="${theme}"`}${keeps && html` data-worker`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${site.name}</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="manifest" href="${MANIFEST_PATH}" crossorigin="use-credentials">
<link rel="apple-touch-icon" href="${assetPath(icons.apple ?? '')}">
<meta name="apple-mobile-web-app-title" content="${site.name}">
<link rel="stylesheet" href="${LOOK_PATH}">
<link rel="stylesheet" href="${assetPath(style)}">
<script type="module" src="${assetPath(main)}"></script>
</head>
<body>
<div id="app">${FRAME_TO_COME}</div>
<noscript>${wordsOf(site).general.noScript}</noscript>
</body>
</html>
`.html,
})
