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
/** What stands above a page that shows nothing but what is in the way. */
export const SIGNS = {
  clock: icon('M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0M12 7v5l3 2'),
  broken: icon('M9 7H7a5 5 0 0 0 0 10h2M15 7h2a5 5 0 0 1 0 10h-2M10.5 12h3M4 4l16 16'),
  lock: icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'),
  download: DOWNLOAD_ICON,
} as const
export type Sign = keyof typeof SIGNS
export const FOLDER_ICON = iconOfKind('folder')
export const fileIcon = (name: string): Html => iconOfKind(drawingOf(name))
