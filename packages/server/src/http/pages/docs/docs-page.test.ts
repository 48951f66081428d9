import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { pageOf, pageParams, StatusOk } from '@holdfast/api/envelopes'
import { IdOf } from '@holdfast/api/ids'
import { openApiDocument } from '@holdfast/api/openapi'
import { EXTENSION, operation, UploadField } from '@holdfast/api/operation'
import { Type } from 'typebox'
import { docsPage, docsPageCsp } from './docs-page.ts'

const HOSTILE = `<script>alert("it's")</script>&`
const ESCAPED = '&#60;script&#62;alert(&#34;it&#39;s&#34;)&#60;/script&#62;&#38;'

const Book = Type.Object(
  { id: Type.Integer(), pages: Type.Array(Type.Object({ no: Type.Integer() })) },
  { title: 'Book' },
)
const Shelf = Type.Object({ place: Type.String() }, { title: 'Shelf' })
const deep = Type.Object({
  a: Type.Object({ b: Type.Object({ c: Type.Object({ d: Type.Object({ e: Type.Null() }) }) }) }),
})

const listBooks = operation({
  name: 'list_books',
  method: 'GET',
  path: '/api/2/books/{shelf_id}',
  area: 'Old books',
  summary: `Books ${HOSTILE}`,
  params: { shelf_id: IdOf(), q: Type.String({ description: `Use \`*\` or ${HOSTILE}` }), ...pageParams },
  result: pageOf(Type.Union([Book, Shelf])),
  errors: ['root_deleted'],
})
const addCover = operation({
  name: 'add_cover',
  method: 'POST',
  path: '/api/2/books/{book_id}/cover',
  area: 'Old books',
  summary: 'Add a cover',
  params: {
    book_id: IdOf(),
    file: UploadField(),
    mode: Type.Unsafe({ type: 'string', enum: ['a"b', 'c'], description: 'How', ...EXTENSION }),
  },
  result: Book,
  ours: true,
})
const burn = operation({
  name: 'burn',
  method: 'DELETE',
  path: '/api/2/books/{book_id}',
  area: 'Fire',
  summary: 'Burn a book',
  params: { book_id: IdOf() },
  result: StatusOk,
})
const read = operation({
  name: 'read',
  method: 'GET',
  path: '/api/2/books/{book_id}/read',
  area: 'Fire',
  summary: 'Its text',
  params: { book_id: IdOf() },
  auth: 'none',
})
const dig = operation({
  name: 'dig',
  method: 'POST',
  path: '/api/2/dig',
  area: 'Fire',
  summary: 'Dig',
  result: deep,
})

const page = docsPage(
  openApiDocument([listBooks, addCover, burn, read, dig], {
    title: `Books ${HOSTILE}`,
    version: '2.0.1',
    baseUrl: 'https://books.example.test',
  }),
)

/** The part of the page that describes one operation. */
function card(name: string): string {
  const [, rest = ''] = page.split(`<article id="${name}">`)
  return rest.split('</article>')[0] ?? ''
}
const cells = (name: string, field: string): string[] => {
  const row =
    card(name)
      .split('<tr')
      .find((text) => text.includes(`<code>${field}</code></td>`)) ?? ''
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''))
}
const example = (name: string): string =>
  (/<h4>Example<\/h4>\s*<pre[^>]*><code>(.*?)<\/code>/s.exec(card(name))?.[1] ?? '').replaceAll('&#34;', '"')

describe('the documentation page', () => {
  it('escapes whatever the document says', () => {
    assert.deepEqual(page.match(/<script/g), ['<script'])
    assert.ok(page.includes(`<title>Books ${ESCAPED}</title>`))
    assert.ok(card('list_books').includes(`Books ${ESCAPED}`))
    assert.ok(card('list_books').includes(`Use <code>*</code> or ${ESCAPED}`))
  })

  it('links only to places that it has, each once', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(['area-old-books', 'area-fire', 'list_books', 'dig'].every((id) => targets.includes(id)))
    assert.deepEqual(
      targets.filter((id) => !ids.includes(id)),
      [],
    )
  })

  it('shows under a policy that allows its one style and its one script, and nothing else', () => {
    assert.match(docsPageCsp(page), /^default-src 'none'; /)
    for (const element of ['style', 'script']) {
      const texts = [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
        ([, text = '']) => text,
      )
      const hash = createHash('sha256')
        .update(texts[0] ?? '')
        .digest('base64')
      assert.equal(texts.length, 1)
      assert.ok(docsPageCsp(page).includes(`; ${element}-src 'sha256-${hash}';`))
    }
    assert.doesNotMatch(page, / (style|src|on\w+)=|<link|@import|url\(/)
  })

  it('marks extensions and what needs no token', () => {
    assert.ok(card('add_cover').includes('>Holdfast extension<'))
    assert.ok(!card('burn').includes('>Holdfast extension<'))
    assert.ok(card('read').includes('>No token needed<'))
    assert.ok(!card('burn').includes('>No token needed<'))
    assert.match(cells('add_cover', 'mode')[5] ?? '', /^How Holdfast extension$/)
  })

  it('tells of each parameter where it stands, its type, default and need', () => {
    assert.deepEqual(cells('list_books', 'shelf_id'), ['shelf_id', 'path', 'integer', '', 'required', ''])
    assert.deepEqual(cells('list_books', 'page_size').slice(0, 5), [
      'page_size',
      'query',
      'integer 1 to 100',
      '20',
      '',
    ])
    assert.deepEqual(cells('add_cover', 'file').slice(0, 5), ['file', 'multipart', 'file', '', 'required'])
  })

  it('shows the fields of results, and of each kind in a list', () => {
    assert.equal(cells('list_books', 'results')[1], 'list of Book or Shelf')
    assert.match(card('list_books'), /<tr class="variant d1"><td colspan="3">Shelf</)
    assert.match(card('list_books'), /<tr class="d1"><td><code>place</)
    assert.match(card('list_books'), /<tr class="d2"><td><code>no</)
  })

  it('does not follow results for ever', () => {
    assert.ok(card('dig').includes('<code>d</code>'))
    assert.ok(!card('dig').includes('<code>e</code>'))
  })

  it('lists the codes of errors by status', () => {
    assert.ok(card('list_books').includes('<dt>410</dt><dd><code>root_deleted</code> </dd>'))
  })
})

describe('an example', () => {
  it('shows an answer', () => {
    assert.match(
      card('list_books'),
      /<summary>Example response<\/summary>\s*<pre tabindex="0"><code>\{\n {2}&#34;page&#34;: 1,/,
    )
  })

  it('gives the parameters of GET in the query', () => {
    assert.equal(
      example('list_books'),
      'curl -G "https://books.example.test/api/2/books/$SHELF_ID" \\\n' +
        '  -H "Authorization: Bearer $TOKEN" \\\n  --data-urlencode "q=$Q"',
    )
  })

  it('sends a file as multipart, and quotes for the shell', () => {
    assert.equal(
      example('add_cover'),
      'curl "https://books.example.test/api/2/books/$BOOK_ID/cover" \\\n' +
        '  -H "Authorization: Bearer $TOKEN" \\\n  -F "file=@report.pdf" \\\n  -F "mode=a\\"b"',
    )
  })

  it('names a method that curl would not choose by itself', () => {
    assert.match(example('burn'), /^curl -X DELETE "/)
    assert.match(example('dig'), /^curl -X POST "/)
  })

  it('saves bytes, and sends no token where none is needed', () => {
    assert.equal(example('read'), 'curl -OJ "https://books.example.test/api/2/books/$BOOK_ID/read"')
  })
})
