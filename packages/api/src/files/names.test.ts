import assert from 'node:assert/strict'
import { it } from 'node:test'
import { faultsInName, forbiddenInName, whyInvalidName } from './names.ts'

it('tells all that is wrong with a name, and nothing of one that can be had', () => {
  for (const name of [
    '',
    '..',
    'a',
    'a.b',
    'con',
    'nul.txt',
    'a.',
    'a ',
    'a/b',
    '\ud800',
    'a\u202e.',
    'com1?.',
  ])
    assert.equal(faultsInName(name).length === 0, whyInvalidName(name) === undefined, JSON.stringify(name))
  assert.deepEqual(faultsInName('con./?/\u0007.'), ['characters', 'end', 'reserved'])
  assert.deepEqual(forbiddenInName('con./?/\u0007.'), ['/', '?', 'U+0007'])
})
