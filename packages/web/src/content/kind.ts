/** How a file can be looked at, told by its name alone; `other`: it can only be saved. */
export type Kind = 'picture' | 'pdf' | 'audio' | 'video' | 'text' | 'code' | 'markdown' | 'table' | 'other'

/** What browsers show by themselves is what the server sends as such; any text can be shown by us. */
const ENDINGS: Partial<Record<Kind, string>> = {
  picture: 'avif bmp gif jpeg jpg png webp',
  pdf: 'pdf',
  audio: 'flac m4a mp3 oga ogg wav',
  video: 'mp4 ogv webm',
  text: 'txt log text srt vtt',
  markdown: 'md markdown',
  table: 'csv tsv',
  code: `bash bat c cc cfg cjs clj cmake conf cpp cs css cts dart diff env erl ex fish fs gitignore go gradle graphql
    groovy h hpp hs htm html ics ini ipynb java jl js json jsonc jsonl jsx kt less lua m mjs ml mts nim nix patch php
    pl plist properties proto ps1 py r rb rs rst sass scala scss sh sql svelte svg swift tex toml ts tsx vb vcf vue
    xhtml xml yaml yml zig zsh`,
}
const WHOLE_NAMES = new Set(['dockerfile', 'makefile', 'readme', 'license', 'changelog'])

const BY_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([kind, endings]) =>
    endings.split(/\s+/).map((ending): [string, Kind] => [ending, kind as Kind]),
  ),
)

export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

export function kindOf(name: string): Kind {
  const known = BY_ENDING.get(endingOf(name))
  return known ?? (WHOLE_NAMES.has(name.toLowerCase()) ? 'text' : 'other')
}

export const isText = (kind: Kind): boolean =>
  kind === 'text' || kind === 'code' || kind === 'markdown' || kind === 'table'
