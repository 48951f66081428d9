import { LOOK } from './look.ts'

/** No element carries a style of its own, so that the pages' policy need allow only the hash of this text. */
export const PAGES_STYLE = `
${LOOK}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; align-items: center;
  padding: 1.25rem 1rem 1.5rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
.brand { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 1.25rem; font-weight: 650; letter-spacing: -0.01em; max-width: 26.5rem; overflow-wrap: anywhere; }
.brand svg { flex: none; width: 28px; height: 28px; }
.brand .logo { flex: none; width: auto; height: auto; max-width: min(100%, 15rem); max-height: 2.75rem; padding: 3px; background: var(--logo-field); border-radius: 6px; }
.mark-field { fill: var(--accent); }
.mark-line { fill: none; stroke: var(--on-accent); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
main { width: 100%; max-width: 26.5rem; padding: 1.5rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); overflow-wrap: anywhere; }
footer nav { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.25rem; margin-bottom: 0.6rem; }
footer nav a { padding: 0.35rem 0; color: var(--soft); }
footer { margin-top: 1.25rem; color: var(--soft); font-size: 0.85rem; text-align: center; max-width: 26.5rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.25; letter-spacing: -0.015em; font-weight: 650; text-wrap: balance; }
p { margin: 0.5rem 0 0; }
.lead { color: var(--soft); }
.lead strong { color: var(--text); font-weight: 600; }
a, .link { color: var(--accent); text-decoration: underline; text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
a:hover, .link:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
form { margin: 0; }
.fields { margin-top: 1.25rem; display: grid; gap: 1rem; }
.beside { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.35rem 0.75rem; }
.beside .hint { grid-column: 1 / -1; }
.hint { margin: 0; color: var(--soft); font-size: 0.85rem; }
label { display: block; margin-bottom: 0.35rem; font-size: 0.92rem; font-weight: 600; }
input { width: 100%; padding: 0.65rem 0.8rem; font: inherit; color: var(--text); background: var(--field); border: 1px solid var(--field-line); border-radius: 8px; }
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.secret { position: relative; }
.secret input { padding-inline-end: 3.2rem; }
.secret input::-ms-reveal { display: none; }
.reveal { position: absolute; inset-block: 1px; inset-inline-end: 1px; display: grid; place-items: center; width: 2.9rem; padding: 0; background: none; color: var(--soft); border: 0; }
.reveal:hover { color: var(--text); }
.reveal svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
.reveal[aria-pressed="false"] .struck { display: none; }
input:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: 8px; }
input[readonly] { color: var(--soft); background: var(--sunk); border-color: var(--line); }
input[aria-invalid] { border-color: var(--bad); }
.digits { font-size: 1.4rem; letter-spacing: 0.35em; font-variant-numeric: tabular-nums; text-align: center; }
button, .button { display: block; width: 100%; padding: 0.7rem 1rem; font: inherit; font-weight: 600; text-align: center; text-wrap: balance; text-decoration: none; border: 1px solid transparent; border-radius: 8px; cursor: pointer; }
.primary { background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-strong); color: var(--on-accent); }
.secondary { background: transparent; color: var(--text); border-color: var(--field-line); }
.secondary:hover { background: var(--sunk); color: var(--text); }
.link { display: inline; width: auto; padding: 0; background: none; border: 0; font-weight: 400; text-align: left; }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; margin-top: 1.5rem; }
.stack { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
.quiet { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }
.quiet p:first-child { margin-top: 0; }
.quiet a, .quiet .link { white-space: nowrap; }
.note { margin-top: 1.25rem; padding: 0.7rem 0.85rem; border: 1px solid; border-radius: 8px; font-size: 0.94rem; }
.bad { color: var(--bad); background: var(--bad-tint); border-color: var(--bad-line); }
.warn { color: var(--warn); background: var(--warn-tint); border-color: var(--warn-line); }
.pair { display: flex; align-items: center; gap: 0.7rem; margin-bottom: 1.1rem; color: var(--soft); }
.pair svg { width: 44px; height: 44px; flex: none; }
.pair .dots { width: 26px; height: 6px; fill: var(--field-line); }
.tile { flex: none; display: grid; place-items: center; width: 44px; height: 44px; border-radius: 12px; background: var(--tint); color: var(--accent); border: 1px solid var(--line); font-size: 1.2rem; font-weight: 650; }
.account { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.15rem 1rem; margin-top: 1.25rem; padding: 0.75rem 0.9rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; font-size: 0.94rem; }
.account strong { display: block; font-weight: 600; }
.account .who { min-width: 0; }
.account .who span { color: var(--soft); }
.facts { margin: 1.25rem 0 0; font-size: 0.96rem; }
.facts div { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.facts div:last-child { padding-bottom: 0; }
.facts dt { color: var(--soft); font-size: 0.85rem; }
.facts dd { margin: 0.1rem 0 0; }
.facts dd strong { font-weight: 600; }
.facts .said { white-space: pre-line; }
.steps { margin: 1.25rem 0 0; padding-left: 1.25rem; }
.steps li { margin-top: 0.9rem; }
.steps .aside { display: block; color: var(--soft); font-size: 0.85rem; }
.to-copy { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin: 0.4rem 0; }
.to-copy .command { flex: 1 1 20rem; min-width: 0; margin: 0; }
.copy { width: auto; margin: 0; }
.command { display: block; margin: 0.4rem 0; padding: 0.7rem 0.85rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
.more { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.more summary { width: fit-content; padding: 0.2rem 0; color: var(--accent); cursor: pointer; }
.note p:first-child { margin-top: 0; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.9em; }
@media (min-width: 600px) {
  body { padding: 2.5rem 1.5rem 2rem; }
  main { padding: 2rem; }
  main.wide { max-width: 31rem; }
  .facts div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; }
  .facts dd { margin: 0; }
}
@media (min-width: 600px) and (min-height: 780px) { body { padding-top: 8vh; } }
@media (forced-colors: active) { button, .button, .tile { border-color: currentColor; } .link { border: 0; } }
`
