import { ICON_PATH } from '../frame/icon.ts'
import { html } from '../frame/markup.ts'
import { type Page, type Site, wordsOf } from '../frame/page-frame.ts'
import type { AppParts } from './app-files.ts'

export const LOOK_PATH = '/look.css'
export const MANIFEST_PATH = '/app.webmanifest'

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

const assetPath = (name: string): string => `/assets/${name}`

/** The page that the app fills. It says nothing about who is signed in: that is asked for by the app. `theme`: empty, light or dark. */
export const shell = (site: Site, { build, main, style }: AppParts, theme: string): Page => ({
  status: 200,
  csp: POLICY,
  html: html`<!doctype html>
<html lang="${site.language}" data-build="${build}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${site.name}</title>
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="manifest" href="${MANIFEST_PATH}">
<link rel="stylesheet" href="${LOOK_PATH}">
<link rel="stylesheet" href="${assetPath(style)}">
<script type="module" src="${assetPath(main)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>${wordsOf(site).general.noScript}</noscript>
</body>
</html>
`.html,
})
