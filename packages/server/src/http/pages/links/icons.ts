import { drawingOf, type FileKind, kindOf } from '@holdfast/api/file-kinds'
import { type Html, html } from '../frame/markup.ts'

/** How a file can be looked at in its page; `none`: it can be saved only. */
export type Preview = 'image' | 'pdf' | 'text' | 'audio' | 'video' | 'none'

const PREVIEWS: Record<FileKind, Preview> = {
  picture: 'image',
  pdf: 'pdf',
  audio: 'audio',
  video: 'video',
  text: 'text',
  code: 'text',
  markdown: 'text',
  table: 'text',
  other: 'none',
}

export const previewOf = (name: string): Preview => PREVIEWS[kindOf(name)]

const SHEET = 'M18 4H7.5A1.5 1.5 0 0 0 6 5.5v21A1.5 1.5 0 0 0 7.5 28h17a1.5 1.5 0 0 0 1.5-1.5V12z M18 4v8h8'
const DRAWINGS = {
  folder:
    'M4 9.5A1.5 1.5 0 0 1 5.5 8h6.2l3 3.2h11.8a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-21A1.5 1.5 0 0 1 4 24.7z',
  image:
    'M5.5 6h21A1.5 1.5 0 0 1 28 7.5v17a1.5 1.5 0 0 1-1.5 1.5h-21A1.5 1.5 0 0 1 4 24.5v-17A1.5 1.5 0 0 1 5.5 6z M4.5 22.5l7-7 5.5 5.5 3.5-3.5 7 6 M21 12.5a1 1 0 1 0 .01 0',
  video:
    'M5.5 7h21A1.5 1.5 0 0 1 28 8.5v15a1.5 1.5 0 0 1-1.5 1.5h-21A1.5 1.5 0 0 1 4 23.5v-15A1.5 1.5 0 0 1 5.5 7z M13.5 12v8l6.5-4z',
  audio:
    'M12 23V8.5L25 6v14.5 M12 23a3.5 3 0 1 1-7 0 3.5 3 0 0 1 7 0z M25 20.5a3.5 3 0 1 1-7 0 3.5 3 0 0 1 7 0z',
  text: `${SHEET} M11 17h10 M11 21.5h10`,
  pdf: `${SHEET} M9.8 23v-6h1.4a1.8 1.8 0 0 1 0 3.6H9.8 M14.9 17v6h.7a2.3 3 0 0 0 0-6z M20.3 23v-6h2.6 M20.3 19.9h2.1`,
  archive: `${SHEET} M12 15h2.5 M12 18.5h2.5 M12 22h2.5 M14.5 13.2H17 M14.5 16.7H17 M14.5 20.2H17`,
  table: `${SHEET} M10.5 15.5h11v8h-11z M10.5 19.5h11 M16 15.5v8`,
  other: SHEET,
  download: 'M16 5v16 M9.5 15l6.5 6.5 6.5-6.5 M6 27h20',
} as const
type Drawing = keyof typeof DRAWINGS

const icon = (drawing: Drawing): Html =>
  html`<svg class="icon icon-${drawing}" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="${DRAWINGS[drawing]}"/></svg>`

export const DOWNLOAD_ICON = icon('download')
export const FOLDER_ICON = icon('folder')
export const fileIcon = (name: string): Html => icon(drawingOf(name))
