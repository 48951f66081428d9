/** Stands behind the style of the other pages and widens it: a card there is a whole page here. */
export const LINK_PAGE_STYLE = `
.good { color: var(--good); background: var(--good-tint); border-color: var(--good-line); }
.danger { background: var(--bad); color: var(--card); }
.danger:hover { filter: brightness(1.1); }
.about form { display: inline; }
.about { margin-top: 1.25rem; color: var(--soft); font-size: 0.88rem; }
.meta { margin: 0.25rem 0 0; color: var(--soft); font-size: 0.92rem; }
.meta:empty { display: none; }
.icon { flex: none; width: 28px; height: 28px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.sign { margin-bottom: 1.1rem; }
.share { padding-top: 1rem; }
.share .brand, .share main, .share footer { max-width: 58rem; }
.share .brand { width: 100%; margin-bottom: 0.9rem; }
.share main { padding: 1.1rem 1rem 1.25rem; }
.crumbs ol { display: flex; flex-wrap: wrap; margin: 0 0 0.9rem; padding: 0; list-style: none; font-size: 0.92rem; }
.crumbs li { min-width: 0; max-width: 100%; }
.crumbs li:not(:last-child)::after { content: "/"; content: "/" / ""; margin: 0 0.45rem; color: var(--soft); }
.crumbs [aria-current] { color: var(--soft); }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.head > .icon { width: 40px; height: 40px; }
.title { flex: 1 1 12rem; min-width: 0; }
.title h1 { font-size: 1.25rem; text-wrap: wrap; }
.actions { display: flex; flex-wrap: wrap; gap: 0.6rem; width: 100%; }
.actions:not(:has(*)) { display: none; }
.actions .button { flex: 1; }
.preview { margin-top: 1.1rem; overflow: hidden; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); }
.preview img, .preview video { display: block; max-width: 100%; max-height: 75vh; margin: 0 auto; }
.turning { position: relative; display: grid; place-items: center; min-height: 14rem; }
.gallery img { touch-action: pan-y pinch-zoom; }
.turn { position: absolute; inset-block: 0; display: grid; place-items: center; width: 3.5rem; }
.turn[rel=prev] { inset-inline-start: 0; }
.turn[rel=next] { inset-inline-end: 0; }
.turn span:first-child { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border: 1px solid var(--line); border-radius: 50%; background: var(--card); color: var(--text); box-shadow: var(--shadow); }
.turn:hover span:first-child { background: var(--tint); }
.turn:focus-visible { outline-offset: -3px; border-radius: 10px; }
.turn .icon { width: 24px; height: 24px; stroke-width: 2; }
.place { margin: 0; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.5rem 1rem; border-top: 1px solid var(--line); background: var(--card); color: var(--soft); font-size: 0.92rem; font-variant-numeric: tabular-nums; }
.place a { padding: 0.35rem 0; }
.preview video { width: 100%; background: #000; }
.preview audio { display: block; width: calc(100% - 2rem); margin: 2rem 1rem; }
.preview pre { margin: 0; padding: 1rem; max-height: 75vh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; background: var(--card); font: 0.86rem/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.preview pre:focus-visible { outline-offset: -3px; }
.document { display: none; width: 100%; height: 78vh; border: 0; background: var(--sunk); }
.open { margin: 0; padding: 0.7rem 1rem; border-top: 1px solid var(--line); background: var(--card); font-size: 0.92rem; text-align: center; }
.document + .open { padding: 1.5rem 1rem; border-top: 0; }
.nothing { margin: 0; padding: 2.5rem 1rem; color: var(--soft); text-align: center; }
.nothing .icon { width: 52px; height: 52px; stroke-width: 1.2; }
.add { margin-top: 1.1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sunk); }
.add h2 { margin: 0 0 0.6rem; font-size: 1rem; font-weight: 650; }
.drop { display: grid; gap: 0.6rem; }
.drop label { margin: 0; }
.drop input { padding: 0.5rem; }
.live .drop { position: relative; padding: 1.4rem 1rem; border: 2px dashed var(--field-line); border-radius: 10px; text-align: center; background: var(--card); cursor: pointer; }
.live .drop label { font-weight: 600; color: var(--accent); }
.live .drop .or-drop { color: var(--soft); font-weight: 400; }
.live .drop input { position: absolute; inset: 0; width: 100%; height: 100%; padding: 0; opacity: 0; cursor: pointer; }
.live .drop:focus-within { outline: 3px solid var(--accent); outline-offset: 2px; }
.live .drop button { display: none; }
.live.over .drop { border-color: var(--accent); background: var(--tint); }
.asked { margin: 1rem 0 0; white-space: pre-line; overflow-wrap: anywhere; }
.due { margin: 0.75rem 0 0; font-weight: 600; }
.sender { margin-top: 1.1rem; font-size: 0.94rem; overflow-wrap: anywhere; }
.sender form { display: inline; }
.add.over, .add.thanks { overflow-wrap: anywhere; }
.add > p { margin: 0; }
.add > p + p { margin-top: 0.6rem; }
#upload-state:not(:empty) { margin-top: 0.6rem; }
.thanks { border-color: var(--good-line); background: var(--good-tint); }
.thanks h2 { color: var(--good); }
.receipt-acts { margin: 1.1rem 0 0; }
.receipt { margin: 1.1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.receipt li { display: grid; grid-template-columns: 28px minmax(0, 1fr); gap: 0 0.8rem; padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
.receipt .name, .receipt .meta, .receipt code { display: block; overflow-wrap: anywhere; }
.receipt .name { font-weight: 500; }
.receipt code { margin-top: 0.25rem; color: var(--soft); font: 0.8rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
.uploads { margin: 0; padding: 0; list-style: none; font-size: 0.92rem; }
.uploads li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.2rem 0.8rem; align-items: center; padding: 0.55rem 0; border-bottom: 1px solid var(--line); }
.uploads li:first-child { margin-top: 0.6rem; }
.uploads .state { grid-column: 1; color: var(--soft); font-size: 0.86rem; }
.uploads .failed .state { color: var(--bad); }
.uploads .added .state { color: var(--good); }
.uploads progress { grid-column: 1 / -1; width: 100%; height: 6px; accent-color: var(--accent); }
.uploads button { grid-column: 2; grid-row: 1 / span 2; width: auto; padding: 0.3rem 0.8rem; font-size: 0.86rem; }
.new-folder { margin-top: 0.8rem; font-size: 0.94rem; }
.new-folder summary { width: fit-content; color: var(--accent); cursor: pointer; }
.new-folder form { margin-top: 0.7rem; }
.row { display: flex; gap: 0.6rem; }
.row input { flex: 1; min-width: 0; }
.row button { width: auto; }
#items { margin-top: 1.1rem; border-top: 1px solid var(--line); }
.sorts ul { display: flex; gap: 1.25rem; margin: 0; padding: 0.55rem 0; list-style: none; font-size: 0.86rem; }
.sorts a { color: var(--soft); text-decoration: none; }
.sorts a:hover { text-decoration: underline; }
.sorts [aria-current] { color: var(--text); font-weight: 600; }
.views ul { display: flex; gap: 1.25rem; margin: 0; padding: 0 0 0.55rem; list-style: none; font-size: 0.86rem; }
.views a { color: var(--soft); text-decoration: none; }
.views a:hover { text-decoration: underline; }
.views [aria-current] { color: var(--text); font-weight: 600; }
.items { margin: 0; padding: 0; list-style: none; }
.items li { position: relative; display: grid; grid-template-columns: 36px minmax(0, 1fr) auto; gap: 0 0.8rem; align-items: center; padding: 0.6rem 0; border-top: 1px solid var(--line); }
.items .icon { grid-row: 1 / span 2; place-self: start center; }
.items .picture { position: relative; grid-row: 1 / span 2; align-self: start; display: grid; place-items: center; width: 36px; height: 36px; }
.items .picture .icon { grid-row: auto; align-self: center; }
.items .picture img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; border-radius: 6px; }
.items .name { grid-column: 2; color: var(--text); font-weight: 500; text-decoration: none; }
.items .name::after { content: ""; position: absolute; inset: 0; }
.items .name:focus-visible { outline: none; }
.items .name:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -1px; border-radius: 6px; }
.items li:hover .name { text-decoration: underline; text-underline-offset: 0.15em; }
.items .size, .items .date { color: var(--soft); font-size: 0.86rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.items .told { grid-column: 2 / -1; grid-row: 2; }
.items .size + .date::before { content: "·"; content: "·" / ""; margin: 0 0.4rem; }
.items .does { position: relative; grid-column: 3; grid-row: 1; display: flex; align-items: center; gap: 0.6rem; }
.items .delete { margin-block: -0.45rem; padding: 0.45rem 0; font-size: 0.88rem; }
.items .download { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin: -0.4rem -0.5rem -0.4rem 0; border-radius: 8px; }
.items .download:hover { background: var(--tint); }
.items .download .icon { grid-row: auto; align-self: center; width: 22px; height: 22px; stroke: var(--accent); stroke-width: 2.2; }
.pager ul { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.6rem; margin: 1rem 0 0; padding: 0; list-style: none; font-size: 0.92rem; color: var(--soft); }
.pager .button { width: auto; padding: 0.45rem 1rem; }
.pager [aria-disabled] { color: var(--soft); border-color: var(--line); cursor: default; }
@media (min-width: 600px) {
  .share { padding-top: 1.5rem; }
  .share main { padding: 1.75rem 2rem; }
  .title h1 { font-size: 1.4rem; }
  .actions { width: auto; }
  .actions .button { flex: none; width: auto; padding-inline: 1.5rem; }
  .document { display: block; }
  .document + .open { padding: 0.7rem 1rem; border-top: 1px solid var(--line); }
  .drop button { width: auto; justify-self: start; padding-inline: 1.5rem; }
  #items { --does: 0rem; }
  #items.downloadable { --does: 2.25rem; }
  #items.deletable { --does: 4rem; }
  #items.downloadable.deletable { --does: 6rem; }
  .sorts ul { display: grid; grid-template-columns: minmax(0, 1fr) 6.5rem 12rem var(--does); gap: 0 0.8rem; padding-inline: 0.25rem; }
  .sorts .by-size, .sorts .by-modified { text-align: right; }
  .items li { grid-template-columns: 36px minmax(0, 1fr) 6.5rem 12rem var(--does); padding: 0.5rem 0.25rem; }
  .items .icon, .items .picture { grid-row: 1; align-self: center; }
  .items .told { display: contents; }
  .items .size, .items .date { grid-row: 1; text-align: right; }
  .items .size { grid-column: 3; }
  .items .date { grid-column: 4; }
  .items .size + .date::before { content: none; }
  .items .does { grid-column: 5; grid-row: 1; justify-content: flex-end; }
  .items .delete { padding: 0.2rem 0; }
  .items .download { width: 2.25rem; height: 2.25rem; }
  .items li:hover { background: var(--sunk); }
}
@media (min-width: 600px) and (min-height: 780px) { .share { padding-top: 2.5rem; } }
@media (max-width: 599px), (hover: none) { .or-drop { display: none; } }
@media (prefers-reduced-motion: no-preference) { .button, button, .drop { transition: background-color 0.12s, border-color 0.12s; } }
@media (forced-colors: active) { .icon { stroke: currentColor; } .drop, .preview { border-color: currentColor; } }
.items.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.75rem; }
.items.tiles li { display: flex; flex-direction: column; gap: 0.3rem; min-width: 0; padding: 0.5rem; border: 1px solid var(--line); border-radius: 8px; }
.items.tiles .picture, .items.tiles li > .icon { align-self: stretch; width: 100%; height: auto; aspect-ratio: 4 / 3; }
.items.tiles li > .icon { padding: 25%; }
.items.tiles .name { overflow-wrap: anywhere; }
.items.tiles .told { display: block; text-align: start; }
.items.tiles .size, .items.tiles .date { white-space: normal; }
.items.tiles .does { justify-content: space-between; margin-top: auto; }
`
