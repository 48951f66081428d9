/** No element carries a style of its own, so that the page's policy need allow only the hash of this text. */
export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --side: #f6f7f9; --card: #ffffff; --sunk: #f3f5f8; --line: #dfe3e9;
  --text: #1a2129; --soft: #5a6675; --link: #0b5cad; --focus: #0b5cad;
  --get: #0b5cad; --post: #17713b; --put: #8f5a00; --delete: #b3261e; --other: #5a6675; --ours: #6b3fa0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161b; --side: #171c22; --card: #171c22; --sunk: #0d1115; --line: #2c343e;
    --text: #e4e8ed; --soft: #9da9b7; --link: #7db8f5; --focus: #7db8f5;
    --get: #7db8f5; --post: #74ce95; --put: #e6b45a; --delete: #ff9a92; --other: #9da9b7; --ours: #c6a4f2;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.88em; }
p { margin: 0.5rem 0; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; }
h1 { font-size: 1.75rem; letter-spacing: -0.015em; }
h2 { font-size: 1.3rem; letter-spacing: -0.01em; margin: 3rem 0 1rem; padding-bottom: 0.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; }
h4 { font-size: 0.78rem; color: var(--soft); margin: 1.25rem 0 0.4rem; font-weight: 600; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.4rem 0.8rem; background: var(--page); }
.soft { color: var(--soft); }
nav { background: var(--side); border-bottom: 1px solid var(--line); padding: 1rem; }
nav > a { color: var(--text); font-weight: 650; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { display: none; }
nav > ul { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-top: 0.75rem; }
nav > ul > li > a { display: block; padding: 0.2rem 0.7rem; border: 1px solid var(--line); border-radius: 99px; background: var(--page); font-size: 0.88rem; }
#search { width: 100%; margin: 0.75rem 0 0; padding: 0.45rem 0.7rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: 7px; }
#found { margin: 0.3rem 0 0; min-height: 1.3em; font-size: 0.82rem; color: var(--soft); }
main { padding: 1.5rem 1rem 4rem; min-width: 0; }
.about { margin: 0.6rem 0 0; }
header dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.3rem 1rem; margin: 1rem 0; }
header dt { color: var(--soft); }
header dd { margin: 0; overflow-wrap: anywhere; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1rem; margin: 0 0 1.25rem; }
article:target { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
.place { display: flex; align-items: baseline; gap: 0.6rem; margin: 0.6rem 0 0; overflow-wrap: anywhere; }
.place code { font-size: 0.92em; min-width: 0; }
.place var { font-style: normal; color: var(--soft); }
.method { flex: none; min-width: 3.6em; text-align: center; border: 1px solid currentColor; border-radius: 5px; padding: 0.05rem 0.4rem; font-size: 0.74rem; font-weight: 700; letter-spacing: 0.02em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.head, .patch, .options { color: var(--other); }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 0.6rem; }
.title h3 { margin-right: auto; }
.title h3 a { color: inherit; }
.title > code { color: var(--soft); }
.mark { font-size: 0.76rem; border-radius: 99px; padding: 0.05rem 0.55rem; border: 1px solid var(--line); color: var(--soft); white-space: nowrap; }
.ours { color: var(--ours); border-color: currentColor; }
td .ours { display: inline-block; font-size: 0.72rem; }
pre { margin: 0; padding: 0.75rem 0.9rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 7px; overflow-x: auto; line-height: 1.5; }
summary { cursor: pointer; font-size: 0.78rem; font-weight: 600; color: var(--soft); margin: 1.25rem 0 0.4rem; }
summary code { font-weight: 400; color: var(--text); }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th { text-align: left; font-weight: 500; font-size: 0.78rem; color: var(--soft); }
th, td { padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: anywhere; }
tr:last-child > td { border-bottom: 0; }
td:first-child code { font-weight: 600; overflow-wrap: normal; }
.variant td { color: var(--soft); font-size: 0.84rem; padding-top: 0.7rem; }
.d1 > td:first-child { padding-left: 1.2rem; } .d2 > td:first-child { padding-left: 2.4rem; }
.d3 > td:first-child { padding-left: 3.6rem; }
.errors { display: flex; flex-wrap: wrap; gap: 0.3rem 1.6rem; margin: 0; font-size: 0.92rem; }
.errors div { display: flex; align-items: baseline; gap: 0.5rem; }
.errors dt { font-variant-numeric: tabular-nums; color: var(--soft); }
.errors dd { margin: 0; display: flex; flex-wrap: wrap; gap: 0 0.7rem; }
.errors code { white-space: nowrap; }
@media (min-width: 720px) {
  table { table-layout: fixed; }
  .given th:nth-child(1) { width: 21%; } .given th:nth-child(2) { width: 10%; } .given th:nth-child(3) { width: 20%; }
  .given th:nth-child(4), .given th:nth-child(5) { width: 11%; }
  .answer th:nth-child(1) { width: 37%; } .answer th:nth-child(2) { width: 30%; }
}
@media (max-width: 719px) {
  thead { position: absolute; left: -100rem; }
  table, tbody { display: block; }
  tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.05rem 0.7rem; padding: 0.45rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { border: 0; padding: 0; color: var(--soft); }
  td:empty { display: none; }
  td:first-child { color: var(--text); }
  td:last-child:not(:first-child) { flex-basis: 100%; color: var(--text); }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .errors div { flex-basis: 100%; }
  td[data-label]::before { content: attr(data-label) " "; }
  .d1 { padding-left: 1rem; } .d2 { padding-left: 2rem; } .d3 { padding-left: 3rem; }
  .d1 > td:first-child, .d2 > td:first-child, .d3 > td:first-child { padding-left: 0; }
}
@media (min-width: 960px) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); padding: 1.5rem 1.25rem; }
  nav > ul { display: block; margin-top: 1.25rem; }
  nav ul ul { display: block; margin: 0.2rem 0 1.1rem; }
  nav > ul > li > a { border: 0; padding: 0; background: none; color: var(--text); font-weight: 600; }
  nav ul ul a { display: block; padding: 0.14rem 0; color: var(--soft); font-size: 0.86rem; overflow-wrap: anywhere; }
  main { padding: 2.5rem 3rem 5rem; max-width: 66rem; }
  article { padding: 1.4rem 1.6rem; }
}
@media print { nav { display: none; } article { break-inside: avoid; } }
`
