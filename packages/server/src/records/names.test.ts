import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { baseName, checkExtension, checkedName, nameKey } from './names.ts'

describe('names', () => {
  it('are stored composed, so that one look has one form', () => {
    assert.equal(checkedName('Cafe\u0301', 'folder'), 'Caf\u00e9')
  })

  it('meet when only case differs, in any script', () => {
    for (const [a, b] of [
      ['README', 'readme'],
      ['ÄRGER', 'ärger'],
      ['Straße', 'STRASSE'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['ПЛАН', 'план'],
    ] as const)
      assert.equal(nameKey(a), nameKey(b), `${a} and ${b}`)
    assert.notEqual(nameKey('resume'), nameKey('résumé'))
  })

  for (const [name, why] of [
    ['', /dots/],
    ['.', /dots/],
    ['..', /dots/],
    ['a/b', /contain \//],
    ['a\\b', /contain \\/],
    ['a\0b', /U\+0000/],
    ['a\u0085b', /U\+0085/],
    ['a\u202eb', /U\+202E/],
    ['end.', /dot or a space/],
    ['end ', /dot or a space/],
    ['COM1', /reserved by Windows/],
    ['lpt9.tar.gz', /reserved by Windows/],
    ['aux.', /dot or a space/],
    ['\ud800', /Unicode/],
  ] as const)
    it(`cannot be ${JSON.stringify(name)}`, () => {
      assert.throws(() => checkedName(name, 'file'), { code: 'invalid_name', message: why })
    })

  it('may be what only looks forbidden', () => {
    for (const name of ['.hidden', 'com10', 'console', 'a..b', 'ä', '名前', '👍.txt', ' leading', 'nul-s'])
      assert.equal(checkedName(name, 'file'), name)
  })

  it('are what follows the last slash of a path', () => {
    assert.equal(baseName('C:\\a/b\\c.txt'), 'c.txt')
    assert.equal(baseName('plain.txt'), 'plain.txt')
    assert.equal(baseName('folder/'), '')
  })

  it('are refused by extension without regard to case or spaces in the list', () => {
    const refuses = (name: string, list: string) =>
      assert.throws(() => checkExtension(name, list), { code: 'invalid_extension' }, name)
    refuses('a.EXE', '.dll, .exe')
    refuses('a.tar.gz', '.tar.gz')
    refuses('a.b.exe', '.exe')
    checkExtension('exe', '.exe')
    checkExtension('a.exe.txt', '.exe')
    checkExtension('a.gz', '.tar.gz')
    checkExtension('anything', '')
  })
})
