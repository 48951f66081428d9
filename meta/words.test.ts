import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Place, REFUSED, TEXTS } from './glossary.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What stands between quotes, without the names of modules and what is put in. */
function* sentencesIn(source: string): Generator<string> {
  const code = source
    .replace(/^import [\s\S]*?from '.*'$/gm, '')
    .replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [text] of code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g))
    if (/[a-zäöü]{2}/i.test(text)) yield withoutNames(text.slice(1, -1).replace(/\$\{[^}]*\}/g, '…'))
}

/** Options have names that programs know. */
const withoutNames = (text: string): string => text.replace(/--[a-z][a-z-]*/g, '--…')

/** One file holds both languages, each in a part of its own. */
const partOf = (place: Place, source: string): string => {
  const german = source.indexOf('\nconst de: Words')
  if (german < 0) return source
  return place === 'appDe' ? source.slice(german) : source.slice(0, german)
}

const textsOf = (place: Place): [file: string, sentence: string][] =>
  globSync([...TEXTS[place]], { cwd: ROOT }).flatMap((file) =>
    [...sentencesIn(partOf(place, readFileSync(path.join(ROOT, file), 'utf8')))].map(
      (sentence): [string, string] => [file, sentence],
    ),
  )

describe('the words that people read', () => {
  const texts = new Map((Object.keys(TEXTS) as Place[]).map((place) => [place, textsOf(place)]))

  it('are found', () => {
    for (const [place, found] of texts) assert.ok(found.length > 30, `${place}: ${found.length}`)
  })

  for (const { pattern, better, where, example } of REFUSED)
    it(`say ${better} where others would match ${pattern}`, () => {
      assert.match(example, pattern)
      const found = where.flatMap((place) => texts.get(place) ?? [])
      assert.deepEqual(
        found.filter(([, sentence]) => pattern.test(sentence)),
        [],
      )
    })
})
