import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PersonsImportRow } from '@holdfast/api/accounts/people-import'
import type { PersonId } from '@holdfast/api/ids'
import { countFates, fatesOf } from './fates.ts'
import { decodeList } from './list-text.ts'
import {
  type Columns,
  guessColumns,
  missingColumns,
  readPeopleList,
  withCell,
  withColumn,
} from './people-list.ts'
import { namesIn, sentList } from './sent-list.ts'

const read = (text: string) => {
  const list = readPeopleList(text)
  return { ...list, columns: guessColumns(list) }
}
const sent = (text: string) => {
  const { rows, columns } = read(text)
  return sentList(rows, columns)
}

describe('the bytes of a list', () => {
  const text = 'Müller – Øre'
  it('are read in every form in which programs for tables save them', () => {
    const utf8 = new TextEncoder().encode(text)
    const utf16 = new Uint8Array(Buffer.from(text, 'utf16le'))
    const western = Uint8Array.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x96, 0x20, 0xd8, 0x72, 0x65])
    const forms = [
      [utf8, 'utf-8'],
      [Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]), 'utf-8'],
      [Uint8Array.from([0xff, 0xfe, ...utf16]), 'utf-16le'],
      [Uint8Array.from([0xfe, 0xff, ...Buffer.from(utf16).swap16()]), 'utf-16be'],
      [western, 'windows-1252'],
    ] as const
    for (const [bytes, encoding] of forms) assert.deepEqual(decodeList(bytes), { text, encoding })
  })
})

describe('a list of people', () => {
  it('is known by its headings, in English and German, with any separator', () => {
    for (const [headings, expected] of [
      ['Email,First name,Last name', ['email', 'first_name', 'last_name']],
      ['Vorname;Nachname;E-Mail-Adresse;Gruppen', ['first_name', 'last_name', 'email', 'groups']],
      ['E-MAIL\tName\tTelefon', ['email', 'full_name', 'mobile_phone']],
      ['Vorname;Name;Mail', ['first_name', 'last_name', 'email']],
      ['Name,First name,Last name,Email,Name', [undefined, 'first_name', 'last_name', 'email', undefined]],
      ['email,space_quota,Speicherlimit in GB,Größe', ['email', 'space_quota', 'quota_gb', undefined]],
    ] as const)
      assert.deepEqual(read(`${headings}\n`).columns, expected, headings)
  })

  it('numbers its rows as programs for tables do, and passes over empty ones', () => {
    const { rows, headings } = read('email,name\n\na@x.test,"Ann\nLee"\n,\nb@x.test,Bo\n')
    assert.deepEqual(headings, ['email', 'name'])
    assert.deepEqual(
      rows.map(({ number }) => number),
      [3, 5],
    )
  })

  it('may begin with its first person', () => {
    const { headings, rows, columns } = read('Ann;ann@x.test;Lee\nBo;bo@x.test;Ray\n')
    assert.deepEqual([headings, rows.length, columns], [undefined, 2, [undefined, 'email', undefined]])
    assert.deepEqual(missingColumns(columns), ['first_name', 'last_name'])
  })

  it('says nothing twice when a column is chosen', () => {
    const columns: Columns = ['email', 'first_name', 'last_name', undefined]
    assert.deepEqual(withColumn(columns, 3, 'email'), [undefined, 'first_name', 'last_name', 'email'])
    assert.deepEqual(withColumn(columns, 3, 'full_name'), ['email', undefined, undefined, 'full_name'])
    assert.deepEqual(withColumn(columns, 0, undefined), [undefined, 'first_name', 'last_name', undefined])
    assert.deepEqual(missingColumns(['full_name', 'email']), [])
    assert.deepEqual(missingColumns([undefined]), ['email', 'first_name', 'last_name'])
  })

  it('is sent as the service reads it', () => {
    assert.equal(
      sent(
        'Mail;Name;Administrator;Quota in GB;Sprache;Unused\na@x.test;"Lee, Ann ""A.""";Ja;1,5;Deutsch;z\n',
      ),
      'email,first_name,last_name,site_admin,space_quota,locale\n' +
        'a@x.test,"Ann ""A.""",Lee,true,1610612736,de\n',
    )
    assert.equal(
      sent('Email,Name,Admin,Quota GB,Language\na@x.test,Ann,maybe,much,de-AT\nb@x.test\n'),
      'email,first_name,last_name,site_admin,space_quota,locale\n' +
        'a@x.test,,Ann,maybe,much,de_AT\nb@x.test,,,,,\n',
    )
  })

  it('takes back the apostrophe that lists have before what could be a formula', () => {
    assert.match(sent("email,name,phone\na@x.test,Ann Lee,'+49 170 1234567\n"), /,\+49 170 1234567\n/)
    assert.match(sent("email,name\na@x.test,'t Hooft\n"), /,'t,Hooft\n/)
  })

  it('knows the parts of a name', () => {
    for (const [name, parts] of [
      ['Ann Lee', ['Ann', 'Lee']],
      ['Ann Maria Lee', ['Ann Maria', 'Lee']],
      ['van der Berg, Ann', ['Ann', 'van der Berg']],
      ['Ann', ['', 'Ann']],
      ['', ['', '']],
    ] as const)
      assert.deepEqual(namesIn(name), parts, name)
  })

  it('gets as many cells as a correction needs', () => {
    assert.deepEqual(withCell({ number: 2, cells: ['a'] }, 2, 'c').cells, ['a', '', 'c'])
  })
})

describe('what becomes of the rows of a list', () => {
  const failed = (error: string, column: string | null, person_id: number | null = null) =>
    ({
      status: 'failed',
      error,
      column,
      person_id,
      error_description: 'No.',
      error_reason: 'why',
    }) as PersonsImportRow
  const fine = { status: 'would_create', person_id: null } as PersonsImportRow

  it('is told by cell', () => {
    const { rows, columns } = read(
      [
        ...[
          'Email,Name,Quota in GB',
          'a@x.test,Ann Lee,',
          'A@X.test,Ann Lee,',
          'b@x.test,Bo Ray,',
          'c@x.test,Cy,',
        ],
        ...[
          'd@x.test,,',
          'nobody,Di Day,',
          'e@x.test,Ed Fox,much',
          'f@x.test,Flo Gray,',
          'g@x.test,Gus Hay,',
        ],
        ...['h@x.test,Hal Iv,', 'i@x.test,Ian Joy,'],
      ].join('\n'),
    )
    const fates = fatesOf(
      rows,
      [
        fine,
        failed('name_conflict', 'email'),
        failed('name_conflict', 'email', 7),
        failed('invalid_request', 'first_name'),
        failed('invalid_request', 'first_name'),
        failed('invalid_request', 'email'),
        failed('invalid_request', 'space_quota'),
        failed('name_conflict', 'email'),
        failed('user_limit_exceeded', null),
        failed('forbidden', null),
        failed('invalid_request', null),
      ],
      columns,
    )
    assert.deepEqual(
      fates.map((fate) => (fate.is === 'fix' ? fate.fault : fate)),
      [
        { is: 'create' },
        { why: 'twice', column: 'email', row: 2 },
        { is: 'exists', person: 7 as PersonId },
        { why: 'invalid', column: 'full_name' },
        { why: 'missing', column: 'full_name' },
        { why: 'invalid', column: 'email' },
        { why: 'invalid', column: 'quota_gb' },
        { why: 'taken', column: 'email' },
        { why: 'full' },
        { why: 'forbidden' },
        { why: 'other', said: 'No. why' },
      ],
    )
    assert.deepEqual(countFates(fates), { create: 1, exists: 1, fix: 9 })
  })
})
