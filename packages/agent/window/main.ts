import { ask, enter, NotLetIn } from './agent.ts'
import type { BinItem, Listed, Root, Status } from './answers.ts'
import { element } from './element.ts'
import { type Act, brakes, chooser, folders, head, problems, recent } from './parts.ts'
import { LANGUAGE, WORDS } from './words.ts'

const AGAIN_MS = 2000

const main = element('main')
const note = element('p', { class: 'note', role: 'status' })
let shown = ''
let chosen: Root | undefined

const act: Act = (method, params) => {
  // A sync takes as long as there is something to do: the page shows how far it is.
  const asked = ask(method, params)
  if (method !== 'sync') void asked.then(refresh, complain)
  else asked.catch(complain)
}

const choose = (root: Root | undefined): void => {
  chosen = root
  void refresh()
}

async function refresh(): Promise<void> {
  try {
    const status = await ask<Status>('status')
    if (chosen) await showChooser(chosen)
    else await showAll(status)
    note.textContent = ''
  } catch (error) {
    complain(error)
  }
}

async function showChooser(root: Root): Promise<void> {
  const listed = await ask<Listed[]>('list', { root: String(root.rootId), path: '' })
  show([listed], () => [chooser(root, listed, act, () => choose(undefined))])
}

async function showAll(status: Status): Promise<void> {
  // Without a sign-in there is nothing to list.
  const bin = status.signedIn ? await ask<BinItem[]>('listBin').catch((): BinItem[] => []) : []
  show([status, bin], () => [
    head(status, act),
    ...brakes(status, act),
    folders(status, choose),
    problems(status, act),
    recent(status, bin, act),
    element('footer', { class: 'soft' }, WORDS.version(status.version)),
  ])
}

/** Only where something is different: anyone who uses a keyboard or a screen reader is not moved about. */
function show(what: unknown[], parts: () => HTMLElement[]): void {
  const now = JSON.stringify([chosen?.rootId, what])
  if (now === shown) return
  shown = now
  const label = document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  main.replaceChildren(...parts())
  for (const button of main.querySelectorAll('button'))
    if (label && (button.getAttribute('aria-label') ?? button.textContent) === label) button.focus()
}

function complain(error: unknown): void {
  if (error instanceof NotLetIn) note.textContent = WORDS.notLetIn
  else
    note.textContent = error instanceof TypeError ? WORDS.away : WORDS.untranslated((error as Error).message)
}

async function start(): Promise<void> {
  document.documentElement.lang = LANGUAGE
  document.title = WORDS.title
  document.body.append(note, main)
  await enter().catch(complain)
  await refresh()
  setInterval(() => {
    // Nobody looks: the page may end.
    if (!document.hidden) void refresh()
  }, AGAIN_MS)
}

void start()
