import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { DEFAULT_POLICY, PolicySettings } from '@holdfast/api/policy'
import {
  DEMANDS,
  GRANTED_FROM_ABOVE,
  PERMISSIONS,
} from '../packages/server/src/accounts/organizations/policy-rules.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const SOURCES = path.join(ROOT, 'packages/server/src')
/** Says which part of the service is missing. */
const NOT_YET = /^not yet: there (is|are) no \w/
/** What says who may set a field, or would ask for it: naming one there does nothing yet. */
const RULES = ['access/administration.ts', 'accounts/organizations/policy-rules.ts']
const ACTING = globSync('**/*.ts', { cwd: SOURCES }).filter(
  (file) => !file.endsWith('.test.ts') && !RULES.includes(file),
)

type Field = keyof typeof DEFAULT_POLICY

/** The cells of each row, without the backticks around the field. */
const rows = readFileSync(path.join(ROOT, 'docs/policies.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, field = '', what = '', value = '', who = '', where = '', shown = '']) => ({
    field: field.replaceAll('`', '') as Field,
    what,
    value,
    who,
    where,
    shown,
  }))

const pathsIn = (cell: string): string[] =>
  [...cell.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file)
const mentions = (file: string, field: string): boolean =>
  new RegExp(`\\b${field}\\b`).test(readFileSync(path.join(SOURCES, file), 'utf8'))

function changedBy(field: Field): string {
  if (GRANTED_FROM_ABOVE.includes(field)) return 'above'
  if (PERMISSIONS.includes(field)) return 'own, if above'
  return DEMANDS.includes(field) ? 'own, unless above' : 'own'
}

function shownDefault(field: Field): string {
  const value = DEFAULT_POLICY[field]
  if (typeof value === 'string' && field.endsWith('_extensions')) return 'a list in `extensions.ts`'
  return value === null ? 'none' : `\`${value}\``
}

describe('the table of policies', () => {
  it('has every field, in order', () => {
    assert.deepEqual(
      rows.map(({ field }) => field),
      Object.keys(PolicySettings.properties),
    )
  })

  for (const { field, what, value, who, where, shown } of rows)
    it(`tells the truth about ${field}`, () => {
      assert.ok(what.length > 5)
      assert.equal(value, shownDefault(field))
      assert.equal(who, changedBy(field))
      const [acts, tests] = [pathsIn(where), pathsIn(shown)]
      for (const file of [...acts, ...tests]) assert.ok(existsSync(path.join(SOURCES, file)), file)
      if (NOT_YET.test(where)) {
        assert.equal(shown, '—')
        const speaking = ACTING.filter((file) => mentions(file, field))
        return assert.deepEqual(speaking, [], 'what speaks of it may act on it')
      }
      assert.ok(
        acts.some((file) => mentions(file, field)),
        `nothing in ${where} speaks of it`,
      )
      assert.ok(tests.length > 0 && tests.every((file) => file.endsWith('.test.ts') && mentions(file, field)))
    })
})
