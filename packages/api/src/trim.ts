/** Without a sign at the end, however often it stands there: an expression such as `/\/+$/` looks at each of many again. */
export function trimEndOf(text: string, sign: string): string {
  let end = text.length
  while (text[end - 1] === sign) end--
  return text.slice(0, end)
}
