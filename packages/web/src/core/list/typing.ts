/** Letters that are typed fast lead to a name; a single one may be a shortcut. */
export const FAST_MS = 350

export interface Typed {
  text: string
  at: number
}
export const NOTHING_TYPED: Typed = { text: '', at: Number.NEGATIVE_INFINITY }

/** What was typed so far, with this letter. */
export const typedNow = (before: Typed, letter: string, now: number): Typed => ({
  text: now - before.at < FAST_MS * 2 ? before.text + letter : letter,
  at: now,
})
