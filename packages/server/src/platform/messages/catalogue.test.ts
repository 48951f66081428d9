import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LANGUAGES, wordsIn } from './catalogue.ts'

/** Numbers, sizes and days, which are no words. */
const FORMATS = [
  'links.day',
  'links.dayUtc',
  'links.moment',
  'links.size',
  'agent.size',
  'fileRequest.text.at',
]
/** What is called the same everywhere. */
const SAME = [
  'columns.name',
  'columns.status',
  'columns.id',
  'columns.downloads',
  'columns.data_text',
  'links.sorts.name',
  'code.label',
  'adding.list',
  'fileRequest.text.name',
  'exported.backups',
]

/** What the others are made from is any text; not so a moment in a time zone. */
const MADE_FROM: Record<string, string[]> = {
  'fileRequest.deadline': ['2020-01-02T03:04:00', 'UTC'],
  'fileRequest.endedWhy': ['7', '2020-01-02T03:04:00', 'UTC'],
}

/** Every text of pages by its name, those made from something with the numbers of what they are made from. */
function textsIn(node: unknown, name = ''): [name: string, text: string][] {
  if (FORMATS.includes(name) || name === 'letters') return []
  if (typeof node === 'string') return [[name, node]]
  if (typeof node === 'function') {
    const made = MADE_FROM[name] ?? Array.from({ length: node.length }, (_, n) => String(7 + n))
    return [[name, String(node(...made))]]
  }
  return Object.entries(node as object).flatMap(([key, value]) =>
    textsIn(value, name === '' ? key : `${name}.${key}`),
  )
}
const partsOf = (text: string): string[] => [...text.matchAll(/[789#]/g)].map(([part]) => part).sort()

describe('the words of pages', () => {
  const english = new Map(textsIn(wordsIn('en')))

  it('are many', () => assert.ok(english.size > 150, String(english.size)))

  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const texts = textsIn(wordsIn(language))

    it(`say in ${language} all that they say in English, made from the same`, () => {
      assert.deepEqual(texts.map(([name]) => name).sort(), [...english.keys()].sort())
      for (const [name, text] of texts)
        assert.deepEqual(partsOf(text), partsOf(english.get(name) ?? ''), name)
    })

    it(`are not left in English in ${language}`, () => {
      const left = texts.filter(([name, text]) => text === english.get(name) && !SAME.includes(name))
      assert.deepEqual(left, [])
    })
  }

  it('are whole: nothing is empty, or begins or ends with a space', () => {
    for (const language of LANGUAGES)
      for (const [name, text] of textsIn(wordsIn(language))) {
        assert.notEqual(text, '', name)
        assert.equal(text, text.trim(), name)
      }
  })
})
