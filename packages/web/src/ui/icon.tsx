import { FILE_DRAWINGS } from '@holdfast/api/files/file-drawings'

/** Drawn on a grid of 24 with lines of 1.75; no colour but that of the text around them. */
const DRAWINGS = {
  ...FILE_DRAWINGS,
  add: 'M12 5v14M5 12h14',
  apps: 'M4 4h7v7H4zM4 13h7v7H4zM13 13h7v7h-7zM16.5 4v7M13 7.5h7',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 6H4s2-1 2-6M10 20h4',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16v-8',
  book: 'M6.5 4H19v16H6.5zM4 8h2.5M4 12h2.5M4 16h2.5M12.7 8.2a1.9 1.9 0 1 0 .01 0M9.7 16.2c.3-1.9 1.4-2.9 3-2.9s2.7 1 3 2.9',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 .01 0M12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  cloud: 'M7 18a4 4 0 0 1-.5-8A6 6 0 0 1 18 9.5 4.3 4.3 0 0 1 17.5 18z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  details: 'M4 5h16v14H4zM14.5 5v14',
  device: 'M5 5h14v10H5zM3 19h18',
  down: 'M6 9.5l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 .01 0',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  folderAdd:
    'M3 7.5A1.5 1.5 0 0 1 4.5 6h4.7l2.2 2.4h8.1A1.5 1.5 0 0 1 21 9.9v7.6a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5zM12 11v5M9.5 13.5h5',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 .01 0M3.5 12h17M12 3.5c2.4 2.6 3.5 5.5 3.5 8.5s-1.1 5.9-3.5 8.5c-2.4-2.6-3.5-5.5-3.5-8.5s1.1-5.9 3.5-8.5',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  help: 'M12 3.5a8.5 8.5 0 1 0 .01 0M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.3',
  info: 'M12 3.5a8.5 8.5 0 1 0 .01 0M12 11v5.5M12 7.6v.3',
  keyboard: 'M3 6.5h18v11H3zM7 10.5h.3M11 10.5h.3M15 10.5h.3M8 14h8',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  list: 'M8 6h13M8 12h13M8 18h13M3.5 6h.5M3.5 12h.5M3.5 18h.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M4 6h16v12H4zM4.5 6.5l7.5 6 7.5-6',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  more: 'M5 11.3a.7.7 0 1 0 .01 0M12 11.3a.7.7 0 1 0 .01 0M19 11.3a.7.7 0 1 0 .01 0',
  move: 'M4 8V6.5A1.5 1.5 0 0 1 5.5 5h4l2 2.4h7A1.5 1.5 0 0 1 20 8.9v8.6a1.5 1.5 0 0 1-1.5 1.5H11M3 14h9M9 10.5l3.5 3.5L9 17.5',
  next: 'M9 5l7 7-7 7',
  organization: 'M5 20V5h9v15M14 9h5v11M3 20h18M8 8.5h3M8 12h3M8 15.5h3',
  palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 2-.8 2-1.8 0-1.4-1.2-1.7-1.2-2.8 0-1 .8-1.6 1.9-1.6h2.3a3.5 3.5 0 0 0 3.5-3.6C20.5 6.6 16.7 3.5 12 3.5M7.8 11v.3M10.5 7.5v.3M14.8 7.7v.3',
  pause: 'M8 5v14M16 5v14',
  person: 'M12 4.5a3.75 3.75 0 1 0 .01 0M4.5 20c.6-4 3.5-6 7.5-6s6.9 2 7.5 6',
  people:
    'M9 5a3.2 3.2 0 1 0 .01 0M2.5 19c.5-3.6 3-5.4 6.5-5.4s6 1.8 6.5 5.4M16 5.2a3.2 3.2 0 0 1 0 6.2M18 14c2 .7 3.2 2.4 3.5 5',
  play: 'M7 4.5v15l12-7.5z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  pulse: 'M3 12h4l3-7 4 14 3-7h4',
  received: 'M9 5a3.2 3.2 0 1 0 .01 0M2.5 19c.5-3.6 3-5.4 6.5-5.4s6 1.8 6.5 5.4M21.5 10h-6M18 7l-3 3 3 3',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4',
  restore: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 4v4h4M12 8.5V12l2.5 1.5',
  search: 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5L20.5 20.5',
  settings:
    'M12 9a3 3 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  shield: 'M12 3.5l7 2.5v5.5c0 4.4-3 7.4-7 9-4-1.6-7-4.6-7-9V6zM9 12l2.2 2.2L15 10',
  share: 'M12 15V4M8 7.5l4-4 4 4M6 11H5v9h14v-9h-1',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  sort: 'M7 5v14M3.5 15.5L7 19l3.5-3.5M14 7h7M14 12h5M14 17h3',
  star: 'M12 4l2.5 5.2 5.5.7-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.7z',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  turn: 'M20 12a8 8 0 1 1-3-6.2M20 3v4.5h-4.5',
  undo: 'M8 4.5L4 8.5l4 4M4 8.5h10a5.5 5.5 0 0 1 0 11H9',
  unlock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2',
  up: 'M6 14.5l6-6 6 6',
  upload: 'M12 20V9M7 13.5l5-5 5 5M5 4.5h14',
  warn: 'M12 4l9 16H3zM12 10v4.5M12 17v.3',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5L20.5 20.5M10.5 7.5v6M7.5 10.5h6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5L20.5 20.5M7.5 10.5h6',
} as const
export type IconName = keyof typeof DRAWINGS

export const Icon = ({ name, large }: { name: IconName; large?: boolean }) => (
  <svg
    className={large ? 'icon icon-large' : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    <path d={DRAWINGS[name]} />
  </svg>
)
