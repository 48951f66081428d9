import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Place, QUOTED, REFUSED, TEXTS } from './glossary.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What stands between quotes, without the names of modules and what is put in. */
function* sentencesIn(source: string): Generator<string> {
  const code = source
    .replace(/^import [\s\S]*?from '.*'$/gm, '')
    .replace(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [text] of code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g))
    if (/[a-zäöü]{2}/i.test(text)) yield text.slice(1, -1).replace(/\$\{[^}]*\}/g, '…')
}

/** One file holds both languages, each in a part of its own. */
const partOf = (place: Place, source: string): string => {
  const german = source.indexOf('\nconst de: ')
  if (german < 0) return source
  return place === 'appDe' ? source.slice(german) : source.slice(0, german)
}

/** What a page says in words: without code, addresses and what it quotes. */
function* proseIn(file: string, source: string): Generator<string> {
  const page = QUOTED.filter(({ files }) => path.matchesGlob(file, files))
    .reduce((rest, { text }) => rest.replace(text, ''), source)
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/^ {4,}\S.*$/gm, '')
    .replace(/`[^`]+`/g, '…')
    .replace(/<[^>]+>|(?<=\])\([^)]*\)/g, '')
  for (const part of page.split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.) ?)/))
    yield* part.replace(/\s+/g, ' ').split(/(?<=[.!?:]) /)
}

const textsOf = (place: Place): [file: string, sentence: string][] =>
  globSync([...TEXTS[place]], { cwd: ROOT }).flatMap((file) =>
    [...wordsOf(place, file)].map((sentence): [string, string] => [file, sentence]),
  )

function wordsOf(place: Place, file: string): Iterable<string> {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return place === 'docs' ? proseIn(file, source) : sentencesIn(partOf(place, source))
}

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

  for (const { files, text, why } of QUOTED)
    it(`leave out of ${files} what needs to be left out, since ${why}`, () => {
      const quoted = globSync(files, { cwd: ROOT })
        .flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(text) ?? [])
        .join('\n')
      assert.ok(REFUSED.some(({ pattern, where }) => where.includes('docs') && pattern.test(quoted)))
    })
})
