/** As the build leaves it: the pages, and what stands below each of their headings. */
export interface DocsIndex {
  pages: [address: string, title: string, group: string][]
  sections: [page: number, anchor: string, heading: string, text: string][]
}

/** A heading that was found. */
export interface Found {
  address: string
  page: string
  heading: string
  /** The sentence that has most of the words, the first one if none has any; empty where there is no text. */
  sentence: string
}

/** More are not shown. */
export const MAX_RESULTS = 20
const MAX_SENTENCE = 180
/** What a word counts, by where it is found. */
const WORTH = { title: 8, heading: 12, text: 1, wholeWord: 2, again: 0.2 }
/** More often says nothing more. */
const MOST_OFTEN = 5

export const wordsIn = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean)

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The headings that have all words, in their page's title, their own words or the text below them; best first. */
export function findInDocs({ pages, sections }: DocsIndex, query: string): Found[] {
  const words = wordsIn(query)
  if (words.length === 0) return []
  const scored = sections.flatMap(([at, anchor, heading, text]) => {
    const [address = '', page = ''] = pages[at] ?? []
    const score = scoreOf(words, { title: page, heading, text }, anchor === '')
    if (score === undefined) return []
    const found = { address: anchor ? `${address}#${anchor}` : address, page, heading }
    return [{ score, found, text }]
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ found, text }) => ({ ...found, sentence: sentenceWith(words, text) }))
}

/** Undefined where a word is missing. A title alone is no reason to list every heading of its page. */
function scoreOf(
  words: readonly string[],
  places: { title: string; heading: string; text: string },
  isTop: boolean,
): number | undefined {
  let score = 0
  let isOwn = false
  for (const word of words) {
    let worth = 0
    for (const place of ['title', 'heading', 'text'] as const) {
      const text = folded(places[place])
      if (!text.includes(word)) continue
      if (place !== 'title' || isTop) isOwn = true
      worth += WORTH[place] * (hasWhole(text, word) ? WORTH.wholeWord : 1)
    }
    if (worth === 0) return undefined
    const times = folded(places.text).split(word).length - 1
    score += worth + WORTH.again * Math.min(times, MOST_OFTEN)
  }
  return isOwn ? score : undefined
}

function hasWhole(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test((text[at - 1] ?? ' ') + (text[at + word.length] ?? ' '))) return true
  return false
}

function sentenceWith(words: readonly string[], text: string): string {
  const sentences = text.split(/\n|(?<=[.!?:]) (?=\p{Lu}|`)/u)
  const count = (sentence: string) => words.filter((word) => folded(sentence).includes(word)).length
  const best = sentences.reduce((a, b) => (count(b) > count(a) ? b : a))
  return shortened(best.trim(), words)
}

/** Long ones begin a little before the first word that was asked for. */
function shortened(sentence: string, words: readonly string[]): string {
  if (sentence.length <= MAX_SENTENCE) return sentence
  const places = words.map((word) => folded(sentence).indexOf(word)).filter((at) => at !== -1)
  const first = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 40)
  const start = first === 0 ? 0 : sentence.indexOf(' ', first) + 1
  const cut = sentence.slice(start, start + MAX_SENTENCE)
  const end = start + MAX_SENTENCE < sentence.length ? cut.replace(/\s+\S*$/, '…') : cut
  return `${start > 0 ? '…' : ''}${end}`
}

/** A text in parts, of which every second one is a word that was asked for. */
export function marked(text: string, words: readonly string[]): string[] {
  // By what browsers call equal: a text that is folded may have another length.
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.length === 0 ? [text] : text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
}
