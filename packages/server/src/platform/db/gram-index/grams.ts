// biome-ignore lint/suspicious/noControlCharactersInRegex: it means all of ASCII
const ASCII = /^[\x00-\x7f]*$/

/** Letters that are written as one and typed as two, or have a stroke that no decomposition takes away. */
const SPELLED: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const SPELLED_LETTER = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g')

// Accents belong to no script of their own. Vowels that are marks, as in Thai or Hindi, do, and are kept; so are the
// marks that make other syllables of Japanese ones. Behind a space an accent is a sign of its own, such as ´.
const ACCENT = /(?<! )[[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}]]--[\u3099\u309a]]/gv

/** The text without regard to case, accents and ways of writing the same letter. */
export function fold(text: string): string {
  // Of what most names are made of, only case can differ.
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENT, '')
    .replace(SPELLED_LETTER, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFC')
}

// Scripts that put no spaces between words, and Korean, whose words are joined with others.
const DENSE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const RUN = /[\p{L}\p{N}\p{M}]+/gu

/** Letters and digits in a row, all of dense scripts or none of them. */
interface Segment {
  text: string
  dense: boolean
  /** Where it begins in the text. */
  at: number
}

function segmentsOf(folded: string): Segment[] {
  const segments: Segment[] = []
  for (const { 0: run, index } of folded.matchAll(RUN))
    if (ASCII.test(run)) segments.push({ text: run, dense: false, at: index })
    else segments.push(...splitByScript(run, index))
  return segments
}

function splitByScript(run: string, index: number): Segment[] {
  const segments: Segment[] = []
  let at = index
  for (const letter of run) {
    const dense = letter > '\u0e00' && DENSE.test(letter)
    const last = segments.at(-1)
    if (last?.dense === dense) last.text += letter
    else segments.push({ text: letter, dense, at })
    at += letter.length
  }
  return segments
}

/** All so many letters in a row. */
function inRow(text: string, size: number): string[] {
  const rows: string[] = []
  if (/[\ud800-\udfff]/.test(text)) {
    const letters = [...text]
    for (let n = 0; n + size <= letters.length; n++) rows.push(letters.slice(n, n + size).join(''))
  } else for (let n = 0; n + size <= text.length; n++) rows.push(text.slice(n, n + size))
  return rows
}

const firstLetters = (text: string, count: number): string =>
  ASCII.test(text) ? text.slice(0, count) : [...text].slice(0, count).join('')

/**
 * The parts of a folded name that it can be found by: of each run of letters all three in a row and its first one and
 * two; in scripts without spaces, where one letter says much, each one and all two in a row.
 */
export function gramsOf(foldedName: string): string[] {
  const grams = new Set<string>()
  for (const { text, dense } of segmentsOf(foldedName)) {
    for (const gram of inRow(text, dense ? 2 : 3)) grams.add(gram)
    if (dense) for (const letter of text) grams.add(letter)
    else grams.add(firstLetters(text, 1)).add(firstLetters(text, 2))
  }
  return [...grams]
}

/** One word of a search. */
export interface Word {
  /** What a folded name must contain. */
  text: string
  /** What a name that contains it is indexed by; nothing where it is too short to tell. */
  grams: string[]
}

export function wordOf(text: string): Word {
  const grams = new Set(segmentsOf(text).flatMap(surelyIndexed))
  return { text, grams: [...grams] }
}

/** Grams that a name has which contains a word with the segment. */
function surelyIndexed({ text, dense, at }: Segment): string[] {
  const size = dense ? 2 : 3
  const inside = inRow(text, size)
  // Those that do not overlap tell nearly as much as all; each costs a look into the index.
  if (inside.length > 0) return inside.filter((_, n) => n % size === 0 || n === inside.length - 1)
  // Where something stands before it, a run of the name begins with it too.
  return dense || at > 0 ? [text] : []
}

/** Whether a folded name contains all of the words. */
export const containsAll = (foldedName: string, words: readonly Word[]): boolean =>
  words.every(({ text }) => foldedName.includes(text))
