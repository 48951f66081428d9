import { sizeInWords } from '@holdfast/api/sizes'
import type { BinItem, Listed, Problem, Root, Status } from './answers.ts'
import { element } from './element.ts'
import { LANGUAGE, WORDS } from './words.ts'

const MOST = 20

/** Does something, and shows the page again. */
export type Act = (method: string, params?: object) => void

/** How a state looks; one that nobody knows yet looks like none. */
const LOOKS: Readonly<Record<string, string>> = {
  synced: 'good',
  syncing: 'busy',
  paused: 'warn',
  offline: 'warn',
  signed_out: 'bad',
  failed: 'bad',
  attention: 'warn',
}

const badge = (state: string): HTMLElement =>
  element('span', { class: `badge ${LOOKS[state] ?? 'plain'}` }, WORDS.states[state] ?? state)

const button = (label: string, act: () => void, kind = 'secondary', about = ''): HTMLElement =>
  element(
    'button',
    { type: 'button', class: kind, onclick: act, ...(about && { 'aria-label': `${label}: ${about}` }) },
    label,
  )

/** All folders in one word: the worst that any of them says. */
function overall({ signedIn, paused, roots }: Status): string {
  if (!signedIn) return 'signed_out'
  if (paused) return 'paused'
  const order = ['failed', 'signed_out', 'offline', 'attention', 'paused', 'syncing', 'synced']
  const states = roots.filter(({ folder }) => folder !== null).map(({ state }) => state)
  return order.find((state) => states.includes(state)) ?? states[0] ?? 'synced'
}

export function head(status: Status, act: Act): HTMLElement {
  const { email, url, machine, signedIn, paused } = status
  const state = overall(status)
  return element(
    'header',
    { class: 'card head' },
    element('p', { class: 'soft' }, machine ?? ''),
    element('h1', {}, WORDS.states[state] ?? state),
    element(
      'p',
      { class: 'soft' },
      signedIn ? WORDS.signedInAs(email ?? '', url ?? '') : WORDS.signedOut(url ?? ''),
    ),
    element(
      'div',
      { class: 'buttons' },
      paused
        ? button(WORDS.resume, () => act('resume', { confirm: false, bringBack: false }), 'primary')
        : button(WORDS.pause, () => act('pause')),
      !paused && button(WORDS.syncNow, () => act('sync')),
    ),
  )
}

const section = (title: string, ...children: (Node | string | false)[]): HTMLElement =>
  element('section', { class: 'card' }, element('h2', {}, title), ...children)

/** It stopped itself: a person decides. */
export function brakes({ roots }: Status, act: Act): HTMLElement[] {
  return roots.flatMap(({ name, held }) => {
    if (!held || held.here + held.there === 0) return []
    const buttons = element(
      'div',
      { class: 'buttons' },
      button(WORDS.brakeBack, () => act('resume', { confirm: false, bringBack: true }), 'primary', name),
      button(WORDS.brakeConfirm, () => act('resume', { confirm: true, bringBack: false }), 'secondary', name),
    )
    const words = [element('p', {}, WORDS.brake(held.here, held.there)), element('p', {}, WORDS.brakeHelp)]
    return element(
      'section',
      { class: 'card alert', role: 'alert' },
      element('h2', {}, WORDS.brakeTitle(name)),
      ...words,
      buttons,
    )
  })
}

export function folders({ roots, base, beside }: Status, choose: (root: Root) => void): HTMLElement {
  if (roots.length === 0) return section(WORDS.folders, element('p', { class: 'soft' }, WORDS.noFolders))
  const rows = roots.map((root) =>
    element(
      'li',
      {},
      element(
        'div',
        { class: 'grow' },
        element('strong', {}, root.name),
        element('span', { class: 'soft path' }, root.folder ?? ''),
        element('span', { class: 'soft' }, detail(root)),
      ),
      badge(root.state),
      root.folder !== null && button(WORDS.chooseFolders, () => choose(root), 'secondary', root.name),
    ),
  )
  const stray =
    beside.length > 0 && element('p', { class: 'beside' }, WORDS.beside(base ?? '', beside.slice(0, MOST)))
  return section(WORDS.folders, element('ul', {}, ...rows), stray)
}

function reasonOf({ reason, code, detail }: Root): string {
  const known = WORDS.reasons[code ?? '']
  if (known === undefined) return reason && WORDS.untranslated(reason)
  return typeof known === 'string' ? known : known(detail ?? '')
}

function detail(root: Root): string {
  const { folder, files, todo, activity } = root
  const reason = reasonOf(root)
  if (folder === null) return reason
  const left =
    activity && activity.leftFiles > 0
      ? WORDS.left(WORDS.files(activity.leftFiles), sizeInWords(activity.leftBytes, LANGUAGE))
      : todo > 0 && WORDS.changes(todo)
  return [WORDS.files(files), left, reason].filter(Boolean).join(' · ')
}

export function problems({ roots }: Status, act: Act): HTMLElement {
  const all = roots.flatMap((root) => root.problems.map((problem) => row(root, problem)))
  if (all.length === 0) return section(WORDS.problems, element('p', { class: 'soft' }, WORDS.noProblems))
  return section(WORDS.problems, element('ul', {}, ...all))

  function row(root: Root, { path, ...problem }: Problem): HTMLElement {
    const known = WORDS.reasonsOfProblems[problem.code ?? '']
    const reason = known
      ? `${known[0]}${problem.detail ? ` (${problem.detail})` : ''}.`
      : WORDS.untranslated(problem.reason)
    const help = known ? known[1] : problem.help
    const words = [
      element('strong', { class: 'path' }, `${root.name}/${path}`),
      element('span', {}, reason),
      element('span', { class: 'soft' }, help),
    ]
    return element(
      'li',
      {},
      element('div', { class: 'grow' }, ...words),
      button(WORDS.retry, () => act('sync'), 'secondary', path),
    )
  }
}

export function recent({ roots }: Status, bin: readonly BinItem[], act: Act): HTMLElement {
  const moved = roots
    .flatMap(({ name, activity }) => (activity?.recent ?? []).map((one) => ({ ...one, name })))
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST)
    .map(({ name, path, direction, size, at }) =>
      line(`${name}/${path}`, direction === 'up' ? WORDS.sent : WORDS.received, [
        sizeInWords(size, LANGUAGE),
        timeOf(at),
      ]),
    )
  const gone = bin.slice(0, MOST).map(({ id, path, removed }) =>
    line(
      path,
      WORDS.removed,
      [timeOf(Date.parse(`${removed}Z`.replace('ZZ', 'Z')))],
      button(WORDS.restore, () => act('bringBack', { id }), 'secondary', path),
    ),
  )
  const all = [...moved, ...gone]
  if (all.length === 0) return section(WORDS.recent, element('p', { class: 'soft' }, WORDS.noRecent))
  return section(WORDS.recent, element('ul', {}, ...all))
}

const line = (path: string, what: string, facts: string[], action?: HTMLElement): HTMLElement =>
  element(
    'li',
    {},
    element(
      'div',
      { class: 'grow' },
      element('strong', { class: 'path' }, path),
      element('span', { class: 'soft' }, [what, ...facts].filter(Boolean).join(' · ')),
    ),
    action,
  )

const timeOf = (at: number): string =>
  Number.isNaN(at)
    ? ''
    : new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

/** The folders at the top of a root, each to be kept here or not. */
export function chooser(root: Root, listed: readonly Listed[], act: Act, done: () => void): HTMLElement {
  const folders = listed.filter(({ kind }) => kind === 'folder')
  const boxes = folders.map(({ name, here }) => {
    const box: HTMLInputElement = element('input', {
      type: 'checkbox',
      onchange: () => act('select', { root: String(root.rootId), path: name, selected: box.checked }),
    })
    box.checked = here !== 'no'
    return element('li', {}, element('label', { class: 'grow' }, box, name))
  })
  return section(
    root.name,
    element('p', { class: 'soft' }, folders.length > 0 ? WORDS.onThisDevice : WORDS.noSubfolders),
    element('ul', {}, ...boxes),
    element('div', { class: 'buttons' }, button(WORDS.done, done, 'primary')),
  )
}
