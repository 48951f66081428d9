/** The colours of every page and of the app: nothing else names one. */
const LIGHT = `
  --page: #f4f6f9; --card: #ffffff; --line: #dde3ea; --field: #ffffff; --field-line: #8a96a5;
  --text: #17202b; --soft: #586575; --sunk: #f4f6f9;
  --accent: #1f5fbf; --accent-strong: #184d9c; --on-accent: #ffffff; --tint: #e8f0fc;
  --bad: #a8231c; --bad-tint: #fdf0ef; --bad-line: #efc4c0; --warn: #7a4d00; --warn-tint: #fdf5e3; --warn-line: #ecd6a4;
  --good: #1b6e3c; --good-tint: #edf7f0; --good-line: #bfe0ca; --past: #8a5a00;
  --other: #7140b8; --other-tint: #f4effb; --other-line: #d9c9f0;
  --chart-1: #1f5fbf; --chart-2: #5f7896; --chart-3: #a8231c; --grid: #e6ebf0;
  --logo-field: #ffffff;
  --kind-image: #7140b8; --kind-video: #a52f68; --kind-audio: #a34c00; --kind-text: #2f6299; --kind-pdf: #b3261e;
  --kind-archive: #775600; --kind-table: #1b6e3c;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 12px 32px -12px rgb(16 24 40 / 14%);`
const DARK = `
  --page: #0f1317; --card: #171c22; --line: #2b333d; --field: #10151a; --field-line: #66727f;
  --text: #e6eaef; --soft: #a0acb9; --sunk: #11161b;
  --accent: #7fb2ff; --accent-strong: #a3c8ff; --on-accent: #0b1a30; --tint: #1b2a41;
  --bad: #ffaaa3; --bad-tint: #2d1a1a; --bad-line: #5c302d; --warn: #f0c674; --warn-tint: #2a2213; --warn-line: #554321;
  --good: #8fd6a8; --good-tint: #16251b; --good-line: #2c4a36; --past: #f0c674;
  --other: #c3a6fb; --other-tint: #231c30; --other-line: #4a3a66;
  --chart-1: #7fb2ff; --chart-2: #8295a9; --chart-3: #ff8f86; --grid: #252d36;
  --logo-field: #ffffff;
  --kind-image: #c3a6fb; --kind-video: #f8a1c4; --kind-audio: #fbb373; --kind-text: #9ac2ef; --kind-pdf: #ffa49c;
  --kind-archive: #e0c163; --kind-table: #8fd6a8;
  --shadow: none;`

/** Rules in both schemes. The app lets people choose one, which `data-theme` of the document says. */
export const inBothSchemes = (light: string, dark: string): string => `:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${dark} } }
:root[data-theme="dark"] { ${dark} }`

/** What a kind of file is drawn in. */
const KINDS = ['image', 'video', 'audio', 'text', 'pdf', 'archive', 'table']
  .map((kind) => `.file-icon-${kind} { color: var(--kind-${kind}); }`)
  .join('\n')

export const LOOK = `${inBothSchemes(`color-scheme: light dark; ${LIGHT}`, DARK)}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
.file-icon { color: var(--soft); }
.file-icon path { fill: color-mix(in srgb, currentColor 12%, transparent); }
.file-icon-folder { color: var(--accent); }
${KINDS}`
