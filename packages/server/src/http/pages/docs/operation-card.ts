import type { DocumentedOperation, JsonSchema, OpenApiDocument } from '@holdfast/api/openapi/document'
import { type Html, html } from '../frame/markup.ts'
import { curl, type Field, fieldsOf, literal, type Place } from './curl.ts'
import { nameOf, objectsIn, resolve, typeName } from './schema-words.ts'

/** Deeper results are shown by the name of their type only. */
const MAX_DEPTH = 3
/** Longer results start folded, so that they do not bury the operations after them. */
const LONG_RESULT = 20

export function operationCard(document: OpenApiDocument, place: Place): Html {
  const { method, path, op } = place
  return html`<article id="${op.operationId}">
<div class="title"><h3><a href="#${op.operationId}">${op.summary}</a></h3>
${op['x-extension'] && EXTENSION}
${op.security && html`<span class="mark">${op.security.length > 0 ? 'No token needed for public links' : 'No token needed'}</span>`}
<code>${op.operationId}</code></div>
<p class="place"><span class="method ${method.toLowerCase()}">${method}</span><code>${pathHtml(path)}</code></p>
${op.description !== undefined && html`<p class="about">${prose(op.description)}</p>`}
${parametersTable(document, op)}
${resultTable(document, op)}
${exampleAnswer(op)}
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

interface Explained {
  description?: string | undefined
  'x-extension'?: true
}

const EXTENSION = html`<span class="mark ours">Holdfast extension</span>`

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
    }<td>${field.required ? 'required' : ''}</td><td>${meaning({ description: field.description, ...schema })}</td></tr>`
  })}
</tbody></table>`
}

function resultTable(document: OpenApiDocument, op: DocumentedOperation): Html {
  const [status, answer] = Object.entries(op.responses)[0] ?? []
  const headers = Object.entries(answer?.headers ?? {})
  if (headers.length > 0)
    return html`<h4>Response: ${status ?? ''}, with these headers</h4>
<table class="answer">
<thead><tr><th>Header</th><th>Type</th><th>Description</th></tr></thead>
<tbody>${headers.map(([name, { schema, description }]) => resultRow(document, { name, required: true, schema: { ...schema, description } }, 0))}
</tbody></table>`
  const [type, media] = Object.entries(answer?.content ?? {})[0] ?? []
  if (type === undefined || !media) return html`<h4>Response</h4><p>${status ?? ''}, without a body.</p>`
  if (type !== 'application/json')
    return html`<h4>Response</h4><p>${type === 'application/octet-stream' ? html`The bytes, as <code>${type}</code> or the type of the file.` : html`<code>${type}</code>`}</p>`
  const rows = resultRows(document, media.schema, 0)
  return html`<details${rows.length <= LONG_RESULT && html` open`}><summary>Response: <code>${typeName(document, media.schema)}</code></summary>
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
}</td><td>${meaning(resolve(document, field.schema))}</td></tr>`

function exampleAnswer(op: DocumentedOperation): Html | undefined {
  const example = op.responses[200]?.content?.['application/json']?.example
  if (example === undefined) return undefined
  return html`<details><summary>Example response</summary>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`
}

const meaning = ({ description, 'x-extension': isOurs }: Explained): Html[] => [
  ...prose(description),
  ...(isOurs ? [html` ${EXTENSION}`] : []),
]

/** Text in which backquotes mark code. */
export const prose = (text = ''): Html[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
