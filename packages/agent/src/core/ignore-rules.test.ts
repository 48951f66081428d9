import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IgnoreRules } from './ignore-rules.ts'

const rules = new IgnoreRules(`
# what programs make anew
*.log
!important.log
build/
/dist
docs/**/draft-?.txt
Größe
`)
const ignores = (path: string): boolean =>
  rules.matches(path.split('/').filter(Boolean), path.endsWith('/') ? 'folder' : 'file')

describe('a list of what is not sent', () => {
  it('fits names anywhere, or paths from the top', () => {
    for (const path of [
      'a.log',
      'x/y/A.LOG',
      'build/',
      'x/build/',
      'dist',
      'dist/',
      'gro\u0308sse',
      'x/GRÖSSE',
    ])
      assert.ok(ignores(path), path)
    for (const path of ['docs/draft-1.txt', 'docs/a/b/draft-2.txt']) assert.ok(ignores(path), path)
    for (const path of ['a.logs', 'log', 'build', 'x/dist', 'draft-1.txt', 'docs/draft-10.txt', 'Größen'])
      assert.ok(!ignores(path), path)
  })

  it('has exceptions, but not in folders that are left out', () => {
    assert.ok(!ignores('x/important.log'))
    assert.ok(ignores('build/important.log'))
    assert.ok(ignores('build/a/b.txt'))
  })

  it('costs little, whatever it says', () => {
    const hostile = new IgnoreRules(`${'*a'.repeat(100)}b\n${'**/a/'.repeat(100)}b`)
    assert.ok(!hostile.matches(Array(100).fill('a'.repeat(200)), 'file'))
    assert.ok(new IgnoreRules('# nothing\n\n').isEmpty)
  })
})
