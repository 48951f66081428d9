// What stands around every page of the site. Its ids have a capital letter, which those of headings never have.
import { escapeHtml } from './docs-markdown.mjs'

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M10.5 8v16M21.5 8v16M10.5 18.5c4-5.5 7 2.5 11-5"/></svg>'
const MENU_ICON =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg>'
/** Fewer headings need no list of them. */
const WORTH_LISTING = 2
/** What leads out of the site, at the top and on phones in the menu. */
const OUTWARD = '<a href="/api/docs">API reference</a><a href="/">Open Holdfast</a>'

const link = ({ address, label }, attributes = '') =>
  `<a href="${escapeHtml(address)}"${attributes}>${escapeHtml(label)}</a>`

const navigation = (groups, current) =>
  groups
    .map(({ title, pages }, at) => {
      const isCurrent = ({ address }) => (address === current ? ' aria-current="page"' : '')
      const items = pages.map((page) => `<li>${link(page, isCurrent(page))}</li>`)
      return `<p id="siteGroup${at}">${escapeHtml(title)}</p>
<ul aria-labelledby="siteGroup${at}">${items.join('\n')}</ul>`
    })
    .join('\n')

function contents(headings) {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (listed.length < WORTH_LISTING) return ''
  return `<ul>${listed
    .map(
      ({ depth, id, words }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(words)}</a></li>`,
    )
    .join('\n')}</ul>`
}

/** Twice, of which one is shown: a list beside the text where there is room, else one that can be opened. */
const onThisPage = (list) =>
  list && {
    narrow: `<details class="contents"><summary>On this page</summary>${list}</details>\n`,
    wide: `<nav class="contents" aria-labelledby="siteContents"><p id="siteContents">On this page</p>${list}</nav>`,
  }

const step = (page, kind, words) =>
  page
    ? `<a class="step" rel="${kind}" href="${escapeHtml(page.address)}"><span>${words}</span>${escapeHtml(page.label)}</a>`
    : ''

/** `around`: what all pages share. `page`: one, as HTML, with its place among the others. */
export function pageHtml(around, { html, title, address, headings, current, previous, next }) {
  const isStart = address === around.start
  const list = onThisPage(isStart ? '' : contents(headings))
  const steps = step(previous, 'prev', 'Previous') + step(next, 'next', 'Next')
  return documentHtml(around, {
    title: isStart ? title : `${title} – Holdfast documentation`,
    current,
    // The list of a narrow screen belongs below the title.
    article: list ? html.replace('</h1>\n', `</h1>\n${list.narrow}`) : html,
    after: steps && `<nav class="steps" aria-label="Previous and next page">${steps}</nav>`,
    aside: list ? list.wide : '',
    kind: isStart ? 'start' : 'page',
  })
}

/** For addresses that have no page. */
export const missingPage = (around) =>
  documentHtml(around, {
    title: 'Page not found – Holdfast documentation',
    article: `<h1>Page not found</h1>
<p>This version of Holdfast has no documentation page at this address.</p>
<p>Search the documentation, choose a page from the menu, or go to the <a href="${around.start}">start page</a>.</p>`,
    after: '',
    aside: '',
    kind: 'page',
  })

const documentHtml = (
  { groups, version, parts, start },
  { title, current, article, after, aside, kind },
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${parts.style}">
<link rel="stylesheet" href="/look.css">
<script src="${parts.theme}"></script>
<script src="${parts.script}" defer></script>
</head>
<body class="${kind}">
<a class="skip" href="#siteMain">Skip to content</a>
<header class="top">
<button class="menu-button" type="button" popovertarget="siteMenu" aria-label="Menu">${MENU_ICON}</button>
<a class="brand" href="${start}">${MARK}<span>Holdfast <b>Docs</b></span></a>
<div class="search" id="siteSearch" data-index="${parts.search}" hidden>
<input id="siteQuery" type="search" placeholder="Search" aria-label="Search the documentation" aria-keyshortcuts="/" autocomplete="off" spellcheck="false" enterkeyhint="search">
<kbd aria-hidden="true">/</kbd>
<div id="siteFound" class="found" hidden><p id="siteCount" role="status"></p><ol id="siteResults"></ol></div>
</div>
<div class="outward">${OUTWARD}</div>
</header>
<div class="columns">
<nav class="menu" id="siteMenu" popover aria-label="Documentation pages">
${navigation(groups, current)}
<div class="outward">${OUTWARD}</div>
</nav>
<main id="siteMain" tabindex="-1">
<article>
${article}</article>
${after}
<footer>Holdfast ${escapeHtml(version)}</footer>
</main>
${aside}
</div>
</body>
</html>
`
