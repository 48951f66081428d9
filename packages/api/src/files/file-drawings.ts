import type { FileDrawing } from './file-kinds.ts'

const SHEET = 'M14 3.5H6.5A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V8.5zM14 3.5v5h5'

/** On a grid of 24, with lines of 1.75: the same on the server's pages and in the app. */
export const FILE_DRAWINGS = {
  folder:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6h4.7l2.2 2.4h8.1A1.5 1.5 0 0 1 21 9.9v7.6a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z',
  image:
    'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM3.5 16.5l5-5 4 4 2.5-2.5 5.5 4.5M15.5 9a.8.8 0 1 0 .01 0',
  video:
    'M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6zM10 9v6l5-3z',
  audio: 'M9 17V6l10-2v11M9 17a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0zM19 15a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0z',
  text: `${SHEET}M8.5 13h7M8.5 16.5h7`,
  pdf: `${SHEET}M7.7 17.5v-5h1.1a1.5 1.5 0 0 1 0 3H7.7M11.3 12.5v5h.5a1.8 2.5 0 0 0 0-5zM15.3 17.5v-5h1.9M15.3 15h1.5`,
  archive: `${SHEET}M9 11h2M9 13.5h2M9 16h2M11 9.8h1.5M11 12.3h1.5M11 14.8h1.5`,
  table: `${SHEET}M8 12h8v6H8zM8 15h8M12 12v6`,
  other: SHEET,
} as const satisfies Record<FileDrawing | 'folder', string>
