import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { POLICY_EFFECTS, type PolicyField } from '@holdfast/api/accounts/policies'
import { DEFAULT_POLICY, PolicySettings } from '@holdfast/api/policy'
import { POLICY_SETTINGS } from '../../core/console/policy-fields.ts'
import { policies as german } from '../../messages/console/de/policies.ts'
import { policyFields as germanFields } from '../../messages/console/de/policy-fields.ts'
import { policies as english } from '../../messages/console/en/policies.ts'
import { policyFields as englishFields } from '../../messages/console/en/policy-fields.ts'
import { effectWords, valueWords } from './policy-words.ts'

const FIELDS = Object.keys(PolicySettings.properties) as PolicyField[]

describe('the words of policies', () => {
  for (const [language, fields, words] of [
    ['English', englishFields, english],
    ['German', germanFields, german],
  ] as const)
    it(`say in ${language} what each field is called and does, and in which section it is`, () => {
      assert.deepEqual(Object.keys(fields).sort(), [...FIELDS].sort())
      for (const [field, { label, help }] of Object.entries(fields)) {
        assert.match(label, /^\p{Lu}.*[^.]$/u, field)
        assert.match(help, /^\p{Lu}.*\.$/u, field)
      }
      const labels = Object.values(fields).map(({ label }) => label)
      for (const { section } of POLICY_SETTINGS) assert.match(words.sections[section], /^\p{Lu}/u, section)
      const main = POLICY_SETTINGS.map(({ field }) => fields[field].label)
      assert.equal(new Set(main).size, main.length, `${labels.length} labels`)
    })

  it('have one for each value', () => {
    for (const field of FIELDS) assert.match(valueWords(field, DEFAULT_POLICY[field]), /^\S/, field)
    assert.equal(valueWords('purge_deleted_frequency', null), '30 days')
    assert.equal(valueWords('change_password_frequency', null), 'none')
    assert.equal(valueWords('max_file_size', 300), '300\u00a0MB')
    assert.equal(valueWords('device_brake', 'pause'), 'Pause the device')
    assert.equal(valueWords('excluded_extensions', '.iso'), '1 file type')
    assert.equal(valueWords('create_orgs_until', '2030-01-02T23:59:59'), 'Jan 2, 2030')
  })

  it('have one for each effect, and none where there is none', () => {
    const change = { field: 'secure_shares', from: false, to: true, organizations_below: 0 } as const
    for (const kind of POLICY_EFFECTS) {
      const [said, ...more] = effectWords({ ...change, effect: { kind, count: 3, at_least: false } })
      assert.match(said ?? '', /\b3\b.*\.$/, kind)
      assert.deepEqual(more, [])
      assert.deepEqual(effectWords({ ...change, effect: { kind, count: 0, at_least: false } }), [])
    }
    const many = { kind: 'public_links', count: 10_000, at_least: true } as const
    assert.deepEqual(effectWords({ ...change, organizations_below: 2, effect: many }), [
      'At least 10,000 public links stop working.',
      'Also turns on in 2 organizations below.',
    ])
    const off = {
      ...change,
      field: 'webdav_enabled',
      from: true,
      to: false,
      organizations_below: 1,
      effect: null,
    } as const
    assert.deepEqual(effectWords(off), [
      'Also turns off in 1 organization below. It does not come back there by itself.',
    ])
  })
})
