import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExplainedField, PolicyEffectKind, PolicyField } from '@holdfast/api/accounts/policies'
import { DEFAULT_POLICY, PolicySettings } from '@holdfast/api/policy'
import { byField, copied, drafted, isGrave, settingsWith, stillDrafted, withheld } from './policy-draft.ts'
import { controlOf, fieldsOf, POLICY_SECTIONS, POLICY_SETTINGS } from './policy-fields.ts'
import { endingsOf, textOf, valueIn } from './policy-values.ts'

const FIELDS = Object.keys(PolicySettings.properties) as PolicyField[]
const explained = (changes: Partial<Record<PolicyField, Partial<ExplainedField>>> = {}) =>
  byField(
    FIELDS.map((field): ExplainedField => {
      const value = DEFAULT_POLICY[field]
      const known = {
        field,
        value,
        default: value,
        own: true,
        may_change: true,
        why: 'default',
        by: null,
      } as const
      return { ...known, ...changes[field] }
    }),
  )

describe('the settings of a policy', () => {
  it('are all its fields, each once', () => {
    assert.deepEqual(POLICY_SETTINGS.flatMap(fieldsOf).sort(), [...FIELDS].sort())
    assert.deepEqual([...new Set(POLICY_SETTINGS.map(({ section }) => section))], [...POLICY_SECTIONS])
  })

  it('have controls that fit their values, which say the same again', () => {
    for (const field of FIELDS) {
      const value = DEFAULT_POLICY[field]
      const control = controlOf(field)
      assert.equal(typeof value === 'boolean', control.kind === 'switch', field)
      if (control.kind === 'switch') continue
      const { text, unit } = textOf(control, value)
      const isEmpty = value === null
      assert.deepEqual(valueIn(control, text, unit), { value }, `${field}: ${isEmpty ? 'empty' : text}`)
    }
  })
})

describe('what is typed into a setting', () => {
  const value = (field: PolicyField, text: string, unit?: 'GB' | 'TB') =>
    valueIn(controlOf(field), text, unit)

  it('becomes a number in its range', () => {
    assert.deepEqual(value('deactivate_token_frequency', ' 12 '), { value: 12 })
    assert.deepEqual(value('deactivate_token_frequency', ''), { fault: 'empty' })
    assert.deepEqual(value('deactivate_token_frequency', '366'), { fault: 'range' })
    assert.deepEqual(value('deactivate_token_frequency', '0'), { fault: 'range' })
    assert.deepEqual(value('deactivate_token_frequency', '1.5'), { fault: 'number' })
    assert.deepEqual(value('num_users_maximum', ''), { value: null })
    assert.deepEqual(value('num_users_maximum', '-1'), { fault: 'number' })
    assert.deepEqual(value('num_users_maximum', '9'.repeat(17)), { fault: 'range' })
  })

  it('becomes a size in the unit that was chosen', () => {
    assert.deepEqual(value('space_quota', '1.5', 'GB'), { value: 1.5 * 1024 ** 3 })
    assert.deepEqual(value('space_quota', '1,5', 'TB'), { value: 1.5 * 1024 ** 4 })
    assert.deepEqual(value('space_quota', 'much', 'TB'), { fault: 'number' })
    assert.deepEqual(textOf(controlOf('space_quota'), 512 * 1024 ** 3), { text: '512', unit: 'GB' })
    assert.deepEqual(textOf(controlOf('space_quota'), 100 * 1024 ** 3), { text: '100', unit: 'GB' })
    assert.deepEqual(textOf(controlOf('max_file_size'), 300), { text: '300', unit: 'MB' })
    assert.deepEqual(textOf(controlOf('max_file_size'), 2048), { text: '2', unit: 'GB' })
  })

  it('becomes a list, an amount, a currency or a day', () => {
    assert.deepEqual(value('excluded_extensions', 'iso, .BAK; .tar.gz\n iso'), { value: '.iso,.BAK,.tar.gz' })
    assert.deepEqual(value('excluded_extensions', ' '), { value: '' })
    assert.deepEqual(value('excluded_extensions', 'a/b'), { fault: 'endings' })
    assert.equal(endingsOf('.iso,.bak'), 2)
    assert.equal(endingsOf(''), 0)
    assert.deepEqual(value('monthly_cost_cents', '12,345'), { value: 1235 })
    assert.deepEqual(textOf(controlOf('monthly_cost_cents'), 1230), { text: '12.30' })
    assert.deepEqual(value('monthly_cost_currency', 'eur'), { value: 'EUR' })
    assert.deepEqual(value('monthly_cost_currency', 'Euro'), { fault: 'currency' })
    assert.deepEqual(value('create_orgs_until', '2030-01-02'), { value: '2030-01-02T23:59:59' })
    assert.deepEqual(value('create_orgs_until', ''), { value: null })
  })
})

describe('a draft of a policy', () => {
  it('has what differs from what is there', () => {
    const now = explained()
    const one = drafted({}, now.purge_deleted, true)
    assert.deepEqual(drafted(one, now.secure_shares, true), { purge_deleted: true, secure_shares: true })
    assert.deepEqual(drafted(one, now.purge_deleted, false), {})
  })

  it('keeps what is still a change after others changed something', () => {
    const draft = { purge_deleted: true, secure_shares: true, user_rollback: true }
    const now = explained({ purge_deleted: { value: true }, user_rollback: { may_change: false } })
    assert.deepEqual(stillDrafted(draft, now), { secure_shares: true })
  })

  it('takes over what another policy has otherwise, but no limits and nothing that is held', () => {
    const from = explained({
      secure_shares: { value: true },
      user_rollback: { value: true },
      space_quota: { value: 7 },
      purge_deleted_frequency: { value: 60 },
    })
    const now = explained({ user_rollback: { may_change: false } })
    assert.deepEqual(copied(from, now), { secure_shares: true, purge_deleted_frequency: 60 })
    assert.deepEqual(withheld(from, now), ['user_rollback'])
  })

  it('is asked about once more where it deletes data or keeps people from working', () => {
    const grave = (kind: PolicyEffectKind, count: number) =>
      isGrave({ effect: { kind, count, at_least: false } })
    assert.deepEqual(
      [grave('deleted_items', 0), grave('earlier_versions', 3), grave('directory_accounts', 1)],
      [true, true, true],
    )
    assert.deepEqual(
      [
        grave('directory_accounts', 0),
        grave('bytes_over', 0),
        grave('public_links', 9),
        isGrave({ effect: null }),
      ],
      [false, false, false, false],
    )
  })
})

describe('settings that are looked for', () => {
  const found = (q: string) =>
    settingsWith(q, ({ field, section }) => `${section} ${field.replaceAll('_', ' ')} Löschen`).flatMap(
      ([, some]) => some.map(({ field }) => field),
    )

  it('have all the words, with or without their marks', () => {
    assert.deepEqual(found('SECURE shares'), ['secure_shares'])
    assert.equal(found('losch').length, POLICY_SETTINGS.length)
    assert.deepEqual(found('billing psa'), ['psa_enabled'])
    assert.deepEqual(found('no such'), [])
  })
})
