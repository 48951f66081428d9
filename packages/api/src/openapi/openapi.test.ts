import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from '../envelopes.ts'
import { FolderRef, IdOf } from '../ids.ts'
import { operation, UploadField } from '../operation.ts'
import type { JsonSchema } from './document.ts'
import { openApiDocument } from './openapi.ts'
import { uploadPaths } from './uploads.ts'

const Note = Type.Object(
  { type: Type.Literal('note'), id: Type.Integer(), tag: Type.Union([Type.String(), Type.Null()]) },
  { title: 'Note' },
)

const listNotes = operation({
  name: 'list_notes',
  method: 'GET',
  path: '/api/2/notes/{folder_id}/children',
  area: 'Notes',
  summary: 'The notes of a folder',
  params: {
    folder_id: FolderRef({ description: '0 is the top' }),
    q: Type.String(),
    before: Type.Optional(Type.String({ description: 'Only older ones' })),
    ...pageParams,
  },
  result: pageOf(Note),
  errors: ['root_deleted'],
})
const changeNote = operation({
  name: 'change_note',
  method: 'PUT',
  path: '/api/2/notes/{note_id}',
  area: 'Notes',
  summary: 'Change a note',
  params: {
    note_id: IdOf(),
    text: Type.String(),
    draft: Type.Boolean({ default: false }),
    tag: Type.Optional(Type.Unsafe<string | null>({ type: 'string', maxLength: 9, nullable: true })),
  },
  result: Note,
  errors: ['name_conflict', 'resource_locked'],
})
const deleteNote = operation({
  name: 'delete_note',
  method: 'DELETE',
  path: '/api/2/notes/{note_id}',
  area: 'Notes',
  summary: 'Delete a note',
  params: { note_id: IdOf() },
  result: StatusOk,
})
const attach = operation({
  name: 'attach',
  method: 'POST',
  path: '/api/2/notes/{note_id}/attach',
  area: 'Attachments',
  summary: 'Add a file to a note',
  params: { note_id: IdOf(), file: UploadField() },
  result: StatusOk,
  ours: true,
})
const download = operation({
  name: 'download',
  method: 'GET',
  path: '/api/2/notes/{note_id}/download',
  area: 'Attachments',
  summary: 'The file of a note',
  params: { note_id: IdOf() },
})
const ping = operation({
  name: 'ping',
  method: 'POST',
  path: '/api/2/ping',
  area: 'General',
  summary: 'Nothing',
  auth: 'none',
  result: Type.Object({ pong: Type.Boolean() }),
  errors: ['invalid_client'],
})

const OPERATIONS = [listNotes, changeNote, deleteNote, attach, download, ping]
const INFO = { title: 'Notes', version: '2.0.1', baseUrl: 'https://files.example.test/' }
const document = () => openApiDocument(OPERATIONS, INFO)

function get<T>(value: T | undefined): T {
  assert.ok(value !== undefined)
  return value
}
const operations = () =>
  Object.entries(document().paths).flatMap(([path, item]) =>
    Object.values(item).map((op) => ({ path, ...op })),
  )
const named = (name: string) => get(operations().find((op) => op.operationId === name))

describe('the API document', () => {
  it('holds each operation once, under its area', () => {
    assert.deepEqual(
      operations().map((op) => op.operationId),
      OPERATIONS.map((op) => op.name),
    )
    assert.deepEqual(
      document().tags.map((tag) => tag.name),
      ['General', 'Notes', 'Attachments'],
    )
    assert.deepEqual(named('attach').tags, ['Attachments'])
  })

  it('describes every parameter of every path', () => {
    for (const op of operations()) {
      const inPath = op.parameters.filter((parameter) => parameter.in === 'path')
      assert.deepEqual(
        inPath.map((parameter) => `{${parameter.name}}`),
        op.path.match(/\{\w+\}/g) ?? [],
      )
      assert.ok(inPath.every((parameter) => parameter.required))
    }
  })

  it('is JSON, without the marks of the schema library', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(document())), document())
    assert.ok(!JSON.stringify(document()).includes('"~'))
  })

  it('refers only to schemas that it holds', () => {
    const { schemas } = document().components
    for (const [, name] of JSON.stringify(document()).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      assert.ok(name && name in schemas, name)
    }
  })

  it('fails on two operations at one place', () => {
    assert.throws(() => openApiDocument([ping, { ...ping, name: 'pong' }], INFO), /POST \/api\/2\/ping/)
  })

  it('fails on a path parameter that is not described', () => {
    assert.throws(() => openApiDocument([{ ...ping, path: '/api/2/{who}/ping' }], INFO), /who/)
  })
})

describe('a documented request', () => {
  it('has the parameters of GET in the query, required when without default', () => {
    const parameters = named('list_notes').parameters.map(({ name, in: where, required }) => [
      name,
      where,
      required,
    ])
    assert.deepEqual(parameters, [
      ['folder_id', 'path', true],
      ['q', 'query', true],
      ['before', 'query', false],
      ['page', 'query', false],
      ['page_size', 'query', false],
    ])
    assert.equal(named('list_notes').parameters[2]?.description, 'Only older ones')
    assert.equal(named('list_notes').requestBody, undefined)
  })

  it('has the fields of PUT in a body of any of three forms', () => {
    const body = get(named('change_note').requestBody)
    assert.deepEqual(Object.keys(body.content), [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json',
    ])
    const ref = { schema: { $ref: '#/components/schemas/ChangeNoteBody' } }
    for (const content of Object.values(body.content)) assert.deepEqual(content, ref)
    const fields = get(document().components.schemas.ChangeNoteBody)
    assert.deepEqual(Object.keys(fields.properties ?? {}), ['text', 'draft', 'tag'])
    assert.deepEqual(fields.required, ['text'])
    assert.equal(body.required, true)
  })

  it('says as OpenAPI 3.1 does that a field may be null', () => {
    const { ChangeNoteBody, Note: note } = document().components.schemas
    const description = 'Send null in JSON, or the word `none`, to clear it'
    assert.deepEqual(ChangeNoteBody?.properties?.tag, { type: ['string', 'null'], maxLength: 9, description })
    assert.deepEqual(note?.properties?.tag, { type: ['string', 'null'] })
    assert.ok(!JSON.stringify(document()).includes('nullable'))
  })

  it('explains parameters that say nothing themselves', () => {
    const descriptions = named('list_notes').parameters.map(({ name, description }) => [name, description])
    assert.deepEqual(Object.fromEntries(descriptions), {
      folder_id: '0 is the top',
      q: undefined,
      before: 'Only older ones',
      page: 'The number of the page; the first is 1',
      page_size: 'Number of results per page',
    })
  })

  it('tells wide integers from those of 32 bits', () => {
    const formats = named('list_notes').parameters.map(({ name, schema }) => [name, schema.format])
    assert.deepEqual(Object.fromEntries(formats), {
      folder_id: 'int64',
      q: undefined,
      before: undefined,
      page: 'int64',
      page_size: undefined,
    })
  })

  it('is multipart only with a file', () => {
    assert.deepEqual(Object.keys(get(named('attach').requestBody).content), ['multipart/form-data'])
  })

  it('has no body where nothing can be given', () => {
    assert.equal(named('ping').requestBody, undefined)
  })
})

describe('a documented answer', () => {
  it('groups the codes of errors by status', () => {
    const { responses } = named('change_note')
    assert.deepEqual(Object.keys(responses), ['200', '400', '401', '403', '404', '409', '500', '503'])
    assert.equal(responses[409]?.description, 'Error: `name_conflict`, `resource_locked`')
    assert.deepEqual(responses[409]?.['x-error-codes'], ['name_conflict', 'resource_locked'])
    assert.deepEqual(responses[401]?.['x-error-codes'], ['access_denied'])
  })

  it('shows each with an example', () => {
    const content = (status: number) => named('change_note').responses[status]?.content?.['application/json']
    assert.deepEqual(content(200)?.example, { type: 'note', id: 4, tag: null })
    assert.deepEqual(content(404)?.examples, { not_found: { $ref: '#/components/examples/not_found' } })
    assert.deepEqual(document().components.examples.not_found, {
      value: { error: 'not_found', error_description: 'Not found. Check the address and the IDs in it.' },
    })
  })

  it('asks for no token where none is needed', () => {
    assert.deepEqual(named('ping').security, [])
    assert.deepEqual(named('ping').responses[401]?.['x-error-codes'], ['invalid_client'])
    assert.equal(named('list_notes').security, undefined)
    assert.deepEqual(document().security, [{ bearer: [] }, { oauth2: ['full'] }])
  })

  it('is bytes where the operation has no result', () => {
    assert.deepEqual(named('download').responses[200]?.content, {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    })
  })

  it('refers to a titled schema that is used more than once', () => {
    const ref: JsonSchema = { $ref: '#/components/schemas/Note' }
    const answer = (name: string) => named(name).responses[200]?.content?.['application/json']?.schema
    assert.deepEqual(answer('change_note'), ref)
    assert.deepEqual(answer('list_notes')?.properties?.results?.items, ref)
    assert.deepEqual(document().components.schemas.Note?.required, ['type', 'id', 'tag'])
  })

  it('keeps schemas apart that differ under one title', () => {
    const other = { ...deleteNote, result: Type.Object({ gone: Type.Boolean() }, { title: 'Note' }) }
    const { schemas } = openApiDocument([changeNote, other], INFO).components
    assert.deepEqual(Object.keys(schemas).sort(), ['ChangeNoteBody', 'ErrorBody'])
  })

  it('marks our own operations', () => {
    assert.equal(named('attach')['x-extension'], true)
    assert.ok(!('x-extension' in named('download')))
  })

  it('names where tokens come from', () => {
    const { oauth2 } = document().components.securitySchemes as { oauth2?: { flows: object } }
    const tokenUrl = 'https://files.example.test/oauth/token'
    const scopes = { full: 'Everything that the account can do' }
    assert.deepEqual(oauth2?.flows, {
      authorizationCode: {
        authorizationUrl: 'https://files.example.test/oauth/authorize',
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes,
      },
      password: { tokenUrl, refreshUrl: tokenUrl, scopes },
    })
  })

  it('takes a token or none where the hash of a link will do', () => {
    const linked = openApiDocument([{ ...download, auth: 'link' }], INFO).paths[download.path]
    assert.deepEqual(linked?.get?.security, [{}, { bearer: [] }, { oauth2: ['full'] }])
  })
})

describe('what is no operation', () => {
  it('stands beside them, by its own description', () => {
    const { paths, tags } = openApiDocument([ping], INFO, uploadPaths())
    assert.deepEqual(Object.keys(paths['/api/2/uploads/{upload_key}'] ?? {}), ['head', 'patch', 'delete'])
    assert.ok(tags.some(({ name }) => name === 'Resumable uploads'))
  })
})
