/** What kind of file a name means, which pages of the server and the app in a browser must tell alike. */

/** How a file can be looked at, by its name alone; `other`: it can only be saved. */
export type FileKind =
  | 'picture'
  | 'pdf'
  | 'audio'
  | 'video'
  | 'text'
  | 'code'
  | 'markdown'
  | 'table'
  | 'other'

/** What browsers show by themselves, with the type that it is sent as. */
const SHOWN: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  flac: 'audio/flac',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
}

/** What is shown as plain text, active content too. */
const TEXTS: Record<'text' | 'markdown' | 'table' | 'code', string> = {
  text: 'txt log text srt vtt',
  markdown: 'md markdown',
  table: 'csv tsv',
  code: `bash bat c cc cfg cjs clj cmake conf cpp cs css cts dart diff env erl ex fish fs gitignore go gradle graphql
    groovy h hpp hs htm html ics ini ipynb java jl js json jsonc jsonl jsx kt less lua m mjs ml mts nim nix patch php
    pl plist properties proto ps1 py r rb rs rst sass scala scss sh sql svelte svg swift tex toml ts tsx vb vcf vue
    xhtml xml yaml yml zig zsh`,
}
const WHOLE_NAMES = new Set(['dockerfile', 'makefile', 'readme', 'license', 'changelog'])

const KIND_OF_TYPE: Record<string, FileKind> = {
  application: 'pdf',
  audio: 'audio',
  image: 'picture',
  video: 'video',
}
const BY_ENDING = new Map<string, FileKind>([
  ...Object.entries(SHOWN).map(([ending, type]): [string, FileKind] => [
    ending,
    KIND_OF_TYPE[type.split('/')[0] ?? ''] ?? 'other',
  ]),
  ...Object.entries(TEXTS).flatMap(([kind, endings]) =>
    endings.split(/\s+/).map((ending): [string, FileKind] => [ending, kind as FileKind]),
  ),
])

export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export function kindOf(name: string): FileKind {
  const known = BY_ENDING.get(endingOf(name))
  return known ?? (WHOLE_NAMES.has(name.toLowerCase()) ? 'text' : 'other')
}

export const isText = (kind: FileKind): boolean =>
  kind === 'text' || kind === 'code' || kind === 'markdown' || kind === 'table'

/** The type that browsers may show a file as in place. Undefined: not to be shown, only saved. */
export function inlineType(name: string): string | undefined {
  if (isText(kindOf(name))) return 'text/plain; charset=utf-8'
  const ending = endingOf(name)
  return Object.hasOwn(SHOWN, ending) ? SHOWN[ending] : undefined
}

const MOST_SHOWN_SMALL = 50 * 1024 * 1024

/** Whether the service may have a thumbnail of it; what it really is shows when one is made. */
export const mayHaveThumbnail = ({ name, size }: { name: string; size: number }): boolean =>
  kindOf(name) === 'picture' && endingOf(name) !== 'bmp' && size > 0 && size <= MOST_SHOWN_SMALL

/** What a file is drawn as. */
export type FileDrawing = 'image' | 'video' | 'audio' | 'text' | 'pdf' | 'archive' | 'table' | 'other'

const DRAWN: Record<Exclude<FileKind, 'other'>, FileDrawing> = {
  picture: 'image',
  pdf: 'pdf',
  audio: 'audio',
  video: 'video',
  text: 'text',
  code: 'text',
  markdown: 'text',
  table: 'table',
}
/** Of those that cannot be looked at, and of drawings that are sent as text. */
const ALSO_DRAWN: readonly [RegExp, FileDrawing][] = [
  [/^(zip|7z|rar|tar|gz|tgz|bz2|xz|zst)$/, 'archive'],
  [/^(xlsx?|ods|numbers)$/, 'table'],
  [/^(docx?|odt|rtf|pages)$/, 'text'],
  [/^(heic|heif|tiff?|psd|svg|raw)$/, 'image'],
  [/^(mov|avi|mkv|m4v|wmv)$/, 'video'],
  [/^(aac|wma|aiff?|midi?|opus)$/, 'audio'],
]

export function drawingOf(name: string): FileDrawing {
  const named = ALSO_DRAWN.find(([endings]) => endings.test(endingOf(name)))?.[1]
  if (named) return named
  const kind = kindOf(name)
  return kind === 'other' ? 'other' : DRAWN[kind]
}
