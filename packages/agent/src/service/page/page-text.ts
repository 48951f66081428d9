/** What runs in the browser: packages/agent/window, bundled. The build puts it here. */
export interface Window {
  readonly script: string
  readonly style: string
}
declare const HOLDFAST_WINDOW: Window | undefined

/** Undefined where sources run. */
export const WINDOW: Window | undefined = typeof HOLDFAST_WINDOW === 'undefined' ? undefined : HOLDFAST_WINDOW

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Holdfast</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/window.css">
<script src="/window.js" defer></script>
</head>
<body></body>
</html>
`

/** Nothing from elsewhere, nothing into other pages, nothing kept. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
