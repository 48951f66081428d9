/** What browsers may show in place. Active content is among it only as text. */
const INLINE: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/plain; charset=utf-8',
  flac: 'audio/flac',
  gif: 'image/gif',
  htm: 'text/plain; charset=utf-8',
  html: 'text/plain; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/plain; charset=utf-8',
  json: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  m4a: 'audio/mp4',
  md: 'text/plain; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xhtml: 'text/plain; charset=utf-8',
  xml: 'text/plain; charset=utf-8',
}

/** By the name alone, never by what the uploader claimed. Undefined: not to be shown, only saved. */
export const inlineType = (name: string): string | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(INLINE, extension) ? INLINE[extension] : undefined
}
