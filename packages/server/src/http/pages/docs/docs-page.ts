import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '@holdfast/api/openapi/document'
import { html } from '../frame/markup.ts'
import { pageScript } from '../frame/page-script.ts'
import { baseUrl, type Place } from './curl.ts'
import { DOCS_STYLE } from './docs-page-style.ts'
import { operationCard, prose } from './operation-card.ts'

/** The API document as one page that needs nothing from elsewhere, and no script but to search. */
export function docsPage(document: OpenApiDocument): string {
  const places = placesOf(document)
  const areas = document.tags.map(({ name, description }) => ({
    name,
    description,
    id: `area-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    places: places.filter(({ op }) => op.tags.includes(name)),
  }))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${{ html: DOCS_STYLE }}</style>
</head>
<body>
<nav aria-label="Operations">
<a class="skip" href="#content">Skip to the operations</a>
<a href="#top">${document.info.title}</a>
<div id="searching" role="search" hidden>
<input id="search" type="search" placeholder="Search" aria-label="Search the operations" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
<p id="found" role="status"></p>
</div>
<ul>${areas.map(
    (area) => html`
<li><a href="#${area.id}">${area.name}</a>
<ul>${area.places.map(({ op }) => html`<li><a href="#${op.operationId}">${op.summary}</a></li>`)}</ul></li>`,
  )}
</ul>
</nav>
<main id="content">
${introduction(document)}
${areas.map(
  (area) => html`<section aria-labelledby="${area.id}">
<h2 id="${area.id}">${area.name}</h2>
<p class="soft">${prose(area.description)}</p>
${area.places.map((place) => operationCard(document, place))}</section>
`,
)}</main>
<script>${{ html: pageScript('docs-search') }}</script>
</body>
</html>
`
  return page.html
}

/** The value of Content-Security-Policy under which the page shows as meant, searches, and can load nothing. */
export function docsPageCsp(page: string): string {
  const hashOf = (element: string) => {
    const text = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? ''
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  return `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

const placesOf = (document: OpenApiDocument): Place[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => ({ method: method.toUpperCase(), path, op })),
  )

const introduction = (document: OpenApiDocument) => html`<header id="top">
<h1>${document.info.title}</h1>
<p>${prose(document.info.description)}</p>
<dl>
<dt>Version</dt><dd>${document.info.version}</dd>
<dt>Base URL</dt><dd><code>${baseUrl(document)}</code></dd>
<dt>For programs</dt><dd><a href="/api/2/openapi.json">OpenAPI 3.1 document</a></dd>
</dl>
<h2>First calls</h2>
<p>Get an access token and send it with each request. It is valid for one hour. Your account has the ID of the root with
your files (<code>root_id</code>), where you can upload.</p>
<pre tabindex="0"><code>${firstCalls(baseUrl(document))}</code></pre>
<h2>Responses</h2>
<p>A successful request returns 200 with a JSON object, or with the bytes of a file. An error returns its status with an
object that has <code>error</code>, one of the codes listed for each operation, and usually
<code>error_description</code>, a sentence for people. <code>error_reason</code> has more details, where there are any.</p>
<p>A <span class="mark ours">Holdfast extension</span> is not part of the specification that this API follows. Other
servers that follow it do not have it.</p>
</header>`

const firstCalls = (url: string): string =>
  `curl "${url}/oauth/token" -d grant_type=password -d client_id=anchor \\
  --data-urlencode "username=$EMAIL" --data-urlencode "password=$PASSWORD"
curl -H "Authorization: Bearer $TOKEN" "${url}/api/2/person"
curl -H "Authorization: Bearer $TOKEN" -F file=@report.pdf "${url}/api/2/files/$ROOT_ID/upload"`
