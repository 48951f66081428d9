/** The text of a list that some program saved: in UTF-8, or as older ones for Windows do it. */
export function listText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
