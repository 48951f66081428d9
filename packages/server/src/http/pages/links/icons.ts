import { FILE_DRAWINGS } from '@holdfast/api/files/file-drawings'
import { drawingOf, type FileKind, kindOf } from '@holdfast/api/files/file-kinds'
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

const icon = (drawing: string, kind = ''): Html =>
  html`<svg class="icon ${kind}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${drawing}"/></svg>`
const iconOfKind = (kind: keyof typeof FILE_DRAWINGS): Html =>
  icon(FILE_DRAWINGS[kind], `file-icon file-icon-${kind}`)

export const DOWNLOAD_ICON = icon('M12 4v11M7 10.5l5 5 5-5M5 20h14')
export const PREVIOUS_ICON = icon('M15 5l-7 7 7 7')
export const NEXT_ICON = icon('M9 5l7 7-7 7')
export const FOLDER_ICON = iconOfKind('folder')
export const fileIcon = (name: string): Html => iconOfKind(drawingOf(name))
