const LONGEST = 200

/** Long paths keep their end, which tells most. */
export function clip(text: string): string {
  const signs = [...text]
  return signs.length <= LONGEST ? text : `…${signs.slice(1 - LONGEST).join('')}`
}
