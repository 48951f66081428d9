import { createHash } from 'node:crypto'
import type { DocumentedOperation, JsonSchema, OpenApiDocument } from '@holdfast/api/openapi/document'
import { DOCS_STYLE } from './docs-page-style.ts'

interface Html {
  html: string
}
type Part = string | Html | readonly Html[] | undefined | false

interface Place {
  method: string
  path: string
  op: DocumentedOperation
}
interface Field {
  name: string
  where: string
  required: boolean
  schema: JsonSchema
}

/** Deeper results are told by the name of their type only. */
const MAX_DEPTH = 3
/** Longer results start folded, so that they do not bury the operations after them. */
const LONG_RESULT = 20

/** The API document as one page that needs no script, font or image. */
export function docsPage(document: OpenApiDocument): string {
  const places = placesOf(document)
  const areas = document.tags.map(({ name }) => ({
    name,
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
<ul>${areas.map(
    (area) => html`
<li><a href="#${area.id}">${area.name}</a>
<ul>${area.places.map(({ op }) => html`<li><a href="#${op.operationId}">${op.operationId}</a></li>`)}</ul></li>`,
  )}
</ul>
</nav>
<main id="content">
${introduction(document)}
${areas.map(
  (area) => html`<section aria-labelledby="${area.id}">
<h2 id="${area.id}">${area.name}</h2>
${area.places.map((place) => operationCard(document, place))}</section>
`,
)}</main>
</body>
</html>
`
  return page.html
}

/** The value of Content-Security-Policy under which the page shows as meant and can load nothing. */
export function docsPageCsp(page: string): string {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

const placesOf = (document: OpenApiDocument): Place[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => ({ method: method.toUpperCase(), path, op })),
  )

const introduction = (document: OpenApiDocument) => html`<header id="top">
<h1>${document.info.title}</h1>
<dl>
<dt>Version</dt><dd>${document.info.version}</dd>
<dt>Base URL</dt><dd><code>${baseUrl(document)}</code></dd>
<dt>For programs</dt><dd><a href="/api/2/openapi.json">OpenAPI 3.1 document</a></dd>
</dl>
<p>Send an access token with each request: <code>Authorization: Bearer $TOKEN</code>. Tokens come from
<code>POST /oauth/token</code>. Give parameters in the query for GET and DELETE; for POST and PUT as a form,
as multipart or as JSON.</p>
<p>A success answers 200 with a JSON object, or with the bytes of a file. An error answers its status with an
object that holds <code>error</code>, one of the codes listed with each operation, and mostly
<code>error_description</code>, a sentence for people. Where a parameter is refused,
<code>error_reason</code> says what is wrong with it.</p>
</header>`

function operationCard(document: OpenApiDocument, place: Place): Html {
  const { method, path, op } = place
  return html`<article id="${op.operationId}">
<div class="title"><h3><a href="#${op.operationId}">${op.summary}</a></h3>
${op['x-extension'] && html`<span class="mark ours">Extension</span>`}
${op.security && html`<span class="mark">No token needed</span>`}
<code>${op.operationId}</code></div>
<p class="place"><span class="method ${method.toLowerCase()}">${method}</span><code>${pathHtml(path)}</code></p>
${parametersTable(document, op)}
${resultTable(document, op)}
<h4>Errors</h4>
<dl class="errors">${errorsOf(op).map(
    ([status, codes]) =>
      html`<div><dt>${status}</dt><dd>${codes.map((code) => html`<code>${code}</code> `)}</dd></div>`,
  )}</dl>
<h4>Example</h4>
<pre tabindex="0"><code>${curl(document, place)}</code></pre>
</article>
`
}

/** Breaks a path after its slashes rather than within a name, and sets its parameters apart. */
const pathHtml = (path: string): Html[] =>
  (path.match(/\{\w+\}|\/|[^/{]+/g) ?? []).map((piece) => {
    if (piece === '/') return html`/<wbr>`
    return piece.startsWith('{') ? html`<var>${piece}</var>` : html`${piece}`
  })

const errorsOf = (op: DocumentedOperation): [string, string[]][] =>
  Object.entries(op.responses).flatMap(([status, { 'x-error-codes': codes }]) =>
    codes ? [[status, codes]] : [],
  )

function fieldsOf(document: OpenApiDocument, { parameters, requestBody }: DocumentedOperation): Field[] {
  const contents = Object.entries(requestBody?.content ?? {})
  const type = contents[0]?.[0]
  const schema = contents[0] && resolve(document, contents[0][1].schema)
  const where = contents.length === 1 && type === 'multipart/form-data' ? 'multipart' : 'body'
  return [
    ...parameters.map((parameter) => ({ ...parameter, where: parameter.in })),
    ...Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
      name,
      where,
      required: schema?.required?.includes(name) ?? false,
      schema: field,
    })),
  ]
}

function parametersTable(document: OpenApiDocument, op: DocumentedOperation): Html | undefined {
  const fields = fieldsOf(document, op)
  if (fields.length === 0) return undefined
  return html`<h4>Parameters</h4>
<table class="given">
<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Default</th><th>Required</th><th>Description</th></tr></thead>
<tbody>${fields.map((field) => {
    const schema = resolve(document, field.schema)
    const { default: preset } = schema
    return html`
<tr><td><code>${field.name}</code></td><td data-label="in">${field.where}</td><td>${typeName(document, schema)}</td>${
      preset === undefined
        ? html`<td></td>`
        : html`<td data-label="default"><code>${literal(preset)}</code></td>`
    }<td>${field.required ? 'required' : ''}</td><td>${prose(schema.description)}</td></tr>`
  })}
</tbody></table>`
}

function resultTable(document: OpenApiDocument, op: DocumentedOperation): Html {
  const schema = op.responses[200]?.content?.['application/json']?.schema
  if (!schema)
    return html`<h4>Result</h4><p>The bytes, as <code>application/octet-stream</code> or the type of the file.</p>`
  const rows = resultRows(document, schema, 0)
  return html`<details${rows.length <= LONG_RESULT && html` open`}><summary>Result: <code>${typeName(document, schema)}</code></summary>
<table class="answer">
<thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead>
<tbody>${rows}
</tbody></table></details>`
}

function resultRows(document: OpenApiDocument, schema: JsonSchema, depth: number): Html[] {
  if (depth > MAX_DEPTH) return []
  const kinds = objectsIn(document, schema)
  return kinds.flatMap((kind) => [
    ...(kinds.length > 1
      ? [html`\n<tr class="variant d${String(depth)}"><td colspan="3">${nameOf(kind)}</td></tr>`]
      : []),
    ...Object.entries(kind.properties ?? {}).flatMap(([name, field]) => [
      resultRow(document, { name, schema: field, required: kind.required?.includes(name) ?? false }, depth),
      ...resultRows(document, field, depth + 1),
    ]),
  ])
}

const resultRow = (document: OpenApiDocument, field: Omit<Field, 'where'>, depth: number): Html => html`
<tr class="d${String(depth)}"><td><code>${field.name}</code></td><td>${typeName(document, field.schema)}${
  !field.required && ', optional'
}</td><td>${prose(resolve(document, field.schema).description)}</td></tr>`

/** The kinds of object that a value may be or hold: one for most, several for a list of files and folders. */
function objectsIn(document: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  const target = resolve(document, schema)
  if (target.items) return objectsIn(document, target.items)
  if (target.anyOf) return target.anyOf.flatMap((kind) => objectsIn(document, kind))
  return target.properties && Object.keys(target.properties).length > 0 ? [target] : []
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const target = name === undefined ? undefined : document.components.schemas[name]
  return target ? resolve(document, target) : schema
}

const nameOf = (schema: JsonSchema): string => schema.title ?? 'object'

function typeName(document: OpenApiDocument, schema: JsonSchema): string {
  const target = resolve(document, schema)
  if ('const' in target) return JSON.stringify(target.const)
  if (target.enum) return target.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (target.anyOf) return [...new Set(target.anyOf.map((kind) => typeName(document, kind)))].join(' or ')
  if (target.items) return `list of ${typeName(document, target.items)}`
  if (target.properties) return nameOf(target)
  if (target.format === 'binary') return 'file'
  const type = [target.type ?? 'any'].flat().join(' or ')
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, format } = target
  if (maximum < Number.MAX_SAFE_INTEGER) return `${type} ${minimum} to ${maximum}`
  return format && format !== 'int64' ? `${type}, ${format}` : type
}

const literal = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function curl(document: OpenApiDocument, { method, path, op }: Place): string {
  const fields = fieldsOf(document, op).filter((field) => field.where !== 'path')
  const required = fields.filter((field) => field.required)
  // A change without any field would show nothing of how fields are given.
  const given = required.length > 0 || method === 'GET' ? required : fields.slice(0, 1)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const saves = op.responses[200]?.content?.['application/octet-stream']
  const inQuery = (method === 'GET' || method === 'DELETE') && given.length > 0
  // With fields, curl makes it a POST by itself.
  const tellsMethod = method === 'POST' ? given.length === 0 : method !== 'GET'
  return [
    `curl${tellsMethod ? ` -X ${method}` : ''}${inQuery ? ' -G' : ''}${saves ? ' -OJ' : ''} "${baseUrl(document)}${url}"`,
    ...(op.security ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...given.map((field) => curlField(document, field)),
  ].join(' \\\n  ')
}

function curlField(document: OpenApiDocument, { name, schema, where }: Field): string {
  const target = resolve(document, schema)
  if (target.format === 'binary') return `-F "${name}=@report.pdf"`
  const known = target.default ?? target.enum?.[0]
  const value = known === undefined ? `$${name.toUpperCase()}` : literal(known).replaceAll(/["\\$`]/g, '\\$&')
  return where === 'multipart' ? `-F "${name}=${value}"` : `--data-urlencode "${name}=${value}"`
}

const baseUrl = (document: OpenApiDocument): string => document.servers[0]?.url ?? ''

/** Text in which backquotes mark code. */
const prose = (text = ''): Html[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))

/** Escapes whatever stands in the template unless it was made by this function. */
function html(text: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: String.raw({ raw: text }, ...parts.map(markup)) }
}

function markup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return 'html' in part ? part.html : part.map((piece) => piece.html).join('')
}
