import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DESCRIPTIONS } from '@holdfast/api/errors'
import { NameField, UploadField } from '@holdfast/api/operation'
import { bearer, type RawResponse, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { type TSchema, Type } from 'typebox'
import { paramsDecoder } from '../../platform/parameters.ts'
import { parseForm } from './form.ts'

const [SMALL] = STACKS as [Stack]
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

const Numbers = Type.Array(Type.Integer({ minimum: 1 }))
const Texts = Type.Array(Type.String())
const Anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true })
const Clearable = Type.Unsafe<number | null>({ type: 'integer', nullable: true })
const Day = Type.String({ format: 'date' })
const Moment = Type.String({ format: 'date-time' })
const Kind = Type.Unsafe<string>({ type: 'string', enum: ['a', 'b'] })

const decode = (schema: TSchema, value: unknown): unknown =>
  paramsDecoder(Type.Object({ p: schema }))({ p: value }).p

describe('a decoded parameter', () => {
  const accepted: [schema: TSchema, given: unknown, decoded: unknown][] = [
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), 'FALSE', false],
    [Type.Boolean(), true, true],
    [Type.Integer(), '12', 12],
    [Type.Integer(), '-3', -3],
    [Type.Integer(), 7, 7],
    [Type.Integer({ minimum: 0, maximum: 100 }), '100', 100],
    [Type.Integer(), String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    [Type.String(), 'x y', 'x y'],
    [Type.String(), 12, '12'],
    [Type.String(), false, 'false'],
    [Type.String({ maxLength: 3 }), 'abc', 'abc'],
    [Kind, 'b', 'b'],
    [Day, '2026-02-28', '2026-02-28'],
    [Moment, '2026-02-28T23:59:59', '2026-02-28T23:59:59'],
    [NameField(), 'a\0b', 'a\0b'],
    // Lists: repeated keys, JSON, JSON as text, and commas; empty items count as absent.
    [Numbers, ['1', '2'], [1, 2]],
    [Numbers, [1, 2], [1, 2]],
    [Numbers, '1', [1]],
    [Numbers, 1, [1]],
    [Numbers, '1,2, 3', [1, 2, 3]],
    [Numbers, '1,,2,', [1, 2]],
    [Numbers, '[1,"2",null]', [1, 2]],
    [Numbers, ' [1]', [1]],
    [Numbers, '[]', []],
    [Numbers, ['1', ''], [1]],
    [Texts, 'a@x.test, b@x.test', ['a@x.test', 'b@x.test']],
    [Texts, '["a,b"]', ['a,b']],
    [Texts, ['a,b', 'c'], ['a,b', 'c']],
    [Anything, { a: 'b' }, { a: 'b' }],
    [Anything, '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    [Clearable, null, null],
    [Clearable, 'None', null],
    [Clearable, '7', 7],
  ]
  for (const [schema, given, decoded] of accepted)
    it(`is ${JSON.stringify(decoded)} where ${JSON.stringify(given)} was sent`, () => {
      assert.deepEqual(decode(schema, given), decoded)
    })

  const refused: [schema: TSchema, given: unknown][] = [
    [Type.Boolean(), 'yes'],
    [Type.Boolean(), 1],
    [Type.Boolean(), ['true', 'true']],
    [Type.Integer(), 'abc'],
    [Type.Integer(), ' 1'],
    [Type.Integer(), '1.0'],
    [Type.Integer(), '0x10'],
    [Type.Integer(), 1.5],
    [Type.Integer(), '9007199254740993'],
    [Type.Integer(), ['1', '2']],
    [Type.Integer({ minimum: 1 }), '0'],
    [Type.Integer({ maximum: 100 }), '101'],
    [Type.String(), 'a\0b'],
    [Type.String(), '\ud800'],
    [Type.String(), { a: 1 }],
    [Type.String(), ['a', 'b']],
    [Type.String({ maxLength: 3 }), 'abcd'],
    [Kind, 'c'],
    [Kind, 'A'],
    [Numbers, '1,x'],
    [Numbers, '[1'],
    [Numbers, '{"a":1}'],
    [Numbers, { a: 1 }],
    [Numbers, [['1']]],
    [Numbers, '0'],
    [Texts, '[{}]'],
    [Anything, '["a"]'],
    [Anything, 'a'],
    [Anything, 'null'],
    [Clearable, 'null'],
  ]
  for (const [schema, given] of refused)
    it(`is refused where ${JSON.stringify(given)} was sent for ${JSON.stringify(schema)}`, () => {
      const description = 'Invalid value for parameter: p'
      assert.throws(() => decode(schema, given), { code: 'invalid_request', description })
    })

  const dates = [
    [Day, 'invalid_date_format', ['2026-02-30', '2026-2-3', '20260203', '2026-02-03T00:00:00', 'today', '0']],
    [
      Moment,
      'invalid_datetime_format',
      [
        '2026-02-03',
        '2026-02-03 10:00:00',
        '2026-02-03T10:00:00Z',
        '2026-02-03T24:00:00',
        '2026-02-03T10:00',
      ],
    ],
  ] as const
  for (const [schema, code, values] of dates)
    for (const value of values)
      it(`is ${code} where ${value} was sent`, () => {
        assert.throws(() => decode(schema, value), { code, message: DESCRIPTIONS[code] })
      })

  it('names the expected form of dates', () => {
    assert.match(DESCRIPTIONS.invalid_date_format, /YYYY-MM-DD$/)
    assert.match(DESCRIPTIONS.invalid_datetime_format, /YYYY-MM-DDTHH:MM:SS$/)
  })

  it('has its default where it is absent or empty', () => {
    const schema = Type.Object({ a: Type.Integer({ default: 20 }), b: Type.Optional(Type.String()) })
    for (const raw of [{}, { a: '', b: '' }, { a: null, b: null }])
      assert.deepEqual(paramsDecoder(schema)(raw), { a: 20 })
  })

  it('is what is taken away by null, never by leaving it empty, unless empty is among its values', () => {
    const schema = Type.Object({
      a: Type.Optional(Clearable),
      b: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['', 'x'] })),
    })
    assert.deepEqual(paramsDecoder(schema)({ a: '', b: null }), {})
    assert.deepEqual(paramsDecoder(schema)({ a: null, b: '' }), { a: null, b: '' })
  })

  it('is missed where it is required', () => {
    const schema = Type.Object({ name: Type.String() })
    const message = 'Missing required parameter: name'
    for (const raw of [{}, { name: '' }, { Name: 'x' }])
      assert.throws(() => paramsDecoder(schema)(raw), { code: 'invalid_request', message })
  })

  it('is nothing that the operation does not declare, and no file', () => {
    const schema = Type.Object({ a: Type.Optional(Type.String()), file: UploadField() })
    const raw = parseForm(Buffer.from('a=x&b=y&__proto__=z&constructor=z&file=z'))
    assert.deepEqual(paramsDecoder(schema)(raw), { a: 'x' })
  })
})

describe('the rules of parameters', () => {
  const world = useWorld(SMALL)

  async function list(query: string): Promise<RawResponse> {
    const ann = await world.person()
    return rawCall(world.url, { path: `/api/2/files/${ann.rootId}/children${query}`, headers: bearer(ann) })
  }

  it('take booleans in any case, and nothing else for one', async () => {
    for (const value of ['true', 'True', 'TRUE', 'false', 'False', 'FALSE'])
      assert.equal((await list(`?include_deleted=${value}`)).status, 200, value)
    const ann = await world.person()
    const path = `/api/2/files/${ann.rootId}`
    const shown = await rawCall(world.url, { path: `${path}?include_children=FALSE`, headers: bearer(ann) })
    assert.equal('children' in shown.json(), false)
    for (const value of ['yes', '1', '0', 'truee']) {
      const response = await rawCall(world.url, {
        path: `${path}?include_children=${value}`,
        headers: bearer(ann),
      })
      assert.equal(response.status, 400)
      assert.deepEqual(response.json(), {
        error: 'invalid_request',
        error_description: 'Invalid value for parameter: include_children',
        error_reason: 'expected: true or false',
      })
    }
  })

  it('hold numbers to their limits', async () => {
    for (const value of ['0', '101', 'abc', '-1', '1.5', '1e1', '9'.repeat(400)]) {
      const response = await list(`?page_size=${value}`)
      assert.equal(response.status, 400, value)
      assert.equal(response.json().error_description, 'Invalid value for parameter: page_size')
      // Lists of ids alone have longer pages.
      const most = value === '101' ? 100 : 10000
      assert.equal(response.json().error_reason, `expected: a whole number from 1 to ${most}`)
    }
    for (const value of ['1', '100'])
      assert.equal((await list(`?page_size=${value}`)).json().page_size, Number(value))
  })

  it('name a parameter that is missing, and count an empty one as that', async () => {
    const ann = await world.person()
    for (const body of ['', 'name=', 'other=x']) {
      const path = `/api/2/files/${ann.rootId}/create_folder`
      const response = await rawCall(world.url, {
        method: 'POST',
        path,
        headers: { ...bearer(ann), ...FORM },
        body,
      })
      assert.equal(response.status, 400)
      assert.deepEqual(response.json(), {
        error: 'invalid_request',
        error_description: 'Missing required parameter: name',
      })
    }
    assert.equal((await list('?page_size=&include_deleted=')).json().page_size, 20)
  })

  it('say in two wordings what is wrong with which parameter, and why beside that', async () => {
    const ann = await world.person()
    const root = `/api/2/files/${ann.rootId}`
    const two = { sha256: 'a'.repeat(64), size: 1 }
    const refusals: [string, object, string, RegExp?][] = [
      [`${root}/changes?cursor=x`, {}, 'Invalid value for parameter: cursor', /exactly as received/],
      [
        '/api/2/events?last_event_id=x',
        {},
        'Invalid value for parameter: last_event_id',
        /exactly as received/,
      ],
      [`${root}/commit`, { chunks: [], size: 0 }, 'Missing required parameter: folder_id', /or file_id/],
      [`${root}/commit`, { folder_id: 0, chunks: [], size: 0 }, 'Missing required parameter: name'],
      [
        `${root}/commit`,
        { folder_id: 0, file_id: 1, chunks: [], size: 0 },
        'Invalid value for parameter: file_id',
        /either/,
      ],
      [
        `${root}/commit`,
        { folder_id: 0, name: 'a', chunks: [{ sha256: 'x', size: 1 }], size: 1 },
        'Invalid value for parameter: chunks',
      ],
      [
        `${root}/commit`,
        { folder_id: 0, name: 'a', chunks: [two, { ...two, size: 2 }], size: 3 },
        'Invalid value for parameter: chunks',
        /two different sizes/,
      ],
      [
        `${root}/commit`,
        { folder_id: 0, name: 'a', chunks: [two], size: 3 },
        'Invalid value for parameter: size',
        /1 bytes/,
      ],
      [
        '/api/2/activity/create',
        { activity_type_id: 9999, data_text: 'x' },
        'Invalid value for parameter: activity_type_id',
        /no activity type/,
      ],
    ]
    for (const [path, params, description, reason] of refusals) {
      const headers = { ...bearer(ann), 'Content-Type': 'application/json' }
      const body = JSON.stringify(params)
      const asked = path.includes('?') ? { path, headers } : { path, headers, method: 'POST', body }
      const { error, error_description, error_reason } = (await rawCall(world.url, asked)).json()
      assert.deepEqual([error, error_description], ['invalid_request', description], path)
      assert.match(String(error_reason), reason ?? /^undefined$/, description)
    }
  })

  it('ignore what they do not know', async () => {
    assert.equal((await list('?color=blue&__proto__=x&constructor=y&&=&a[b]=c')).status, 200)
  })

  it('refuse a second value where one is meant', async () => {
    const response = await list('?page_size=20&page_size=30')
    assert.equal(response.status, 400)
    assert.equal(response.json().error_description, 'Invalid value for parameter: page_size')
    assert.equal((await list('?sort_by=name&sort_by=name')).status, 400)
  })
})
