import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { containsAll, fold, gramsOf, wordOf } from './grams.ts'

describe('folding a name', () => {
  for (const [given, folded] of [
    ['Résumé.PDF', 'resume.pdf'],
    ['Re\u0301sume\u0301', 'resume'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Æble Øre Łódź Œuvre Þór', 'aeble ore lodz oeuvre thor'],
    ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['İstanbul ıssız', 'istanbul issiz'],
    ['Йод', 'иод'],
    ['ﬁnance №5 ½', 'finance no5 1⁄2'],
    ['ＡＢＣ１２３', 'abc123'],
    ['が か', 'が か'],
    ['ﾊﾟ', 'パ'],
    ['한글', '한글'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['ที่', 'ที่'],
    ['हिंदी', 'हिंदी'],
    ['❤️', '❤'],
    ['it´s ˜', 'it \u0301s  \u0303'],
  ] as const)
    it(`makes ${folded} of ${given}`, () => {
      assert.equal(fold(given), folded)
      assert.equal(fold(folded), folded, 'folding twice changes nothing')
    })
})

describe('the grams of a name', () => {
  for (const [name, grams] of [
    ['report-7.pdf', ['rep', 'epo', 'por', 'ort', 'r', 're', '7', 'pdf', 'p', 'pd']],
    ['ab', ['a', 'ab']],
    ['東京都', ['東', '京', '都', '東京', '京都']],
    ['2024年x', ['202', '024', '2', '20', '年', 'x']],
    ['스타트', ['스', '타', '트', '스타', '타트']],
    ['𐐷𐐷𐐷', ['𐐷𐐷𐐷', '𐐷', '𐐷𐐷']],
    ['—…!', []],
  ] as const)
    it(`of ${name}`, () => assert.deepEqual(gramsOf(name).sort(), [...grams].sort()))
})

describe('a word of a search', () => {
  for (const [text, grams] of [
    ['port', ['por', 'ort']],
    ['report', ['rep', 'ort']],
    ['reports', ['rep', 'ort', 'rts']],
    ['東京都庁前', ['東京', '都庁', '庁前']],
    ['re', []],
    ['r', []],
    ['-7', ['7']],
    ['t-7', ['7']],
    ['re-', []],
    ['京', ['京']],
    ['京都', ['京都']],
    ['a京', ['京']],
    ['京a', ['京', 'a']],
    ['-', []],
  ] as const)
    it(`${text} is looked up by ${grams.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(wordOf(text), { text, grams })
    })

  it('never misses a name that contains it', () => {
    const next = numbers(71)
    const letters = [...'aAbß3é-_ .東京かがｶ한글ไทย𐐷😀e\u0301İΣœ']
    const text = (most: number) =>
      Array.from({ length: 1 + next(most) }, () => letters[next(letters.length)]).join('')
    let matched = 0
    for (let n = 0; n < 20_000; n++) {
      const name = fold(text(14))
      const from = next(name.length)
      // Half of the words are cut out of the name.
      const cut = name.slice(from, from + 1 + next(6))
      const word = wordOf(fold(n % 2 === 0 && cut.isWellFormed() ? cut : text(4)))
      if (word.grams.length === 0 || !containsAll(name, [word])) continue
      matched++
      const indexed = new Set(gramsOf(name))
      for (const gram of word.grams) assert.ok(indexed.has(gram), JSON.stringify({ name, word }))
    }
    assert.ok(matched > 3000, String(matched))
  })
})
