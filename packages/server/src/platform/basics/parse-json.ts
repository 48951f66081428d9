/** Far more than anything of ours has; whatever walks through what was sent may do so by calling itself. */
const MOST_LEVELS = 64

/** What was sent is JSON that nobody writes. */
export class TooDeepJson extends Error {
  override name = 'TooDeepJson'

  constructor() {
    super(`JSON can be nested up to ${MOST_LEVELS} levels deep.`)
  }
}

/** Parses what came from outside: as `JSON.parse`, and throws TooDeepJson where lists and objects are nested too deeply. */
export function parseJson(text: string): unknown {
  if (levelsIn(text) > MOST_LEVELS) throw new TooDeepJson()
  return JSON.parse(text)
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0))
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)))
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)))

/** How deep the nesting goes, as far as the text is JSON; it is not read further than one level too deep. */
function levelsIn(text: string): number {
  let [level, deepest, inText] = [0, 0, false]
  for (let at = 0; at < text.length && deepest <= MOST_LEVELS; at++) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inText = false
    } else if (code === QUOTE) inText = true
    else if (OPENING.has(code)) deepest = Math.max(deepest, ++level)
    else if (CLOSING.has(code)) level--
  }
  return deepest
}
