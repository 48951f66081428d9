import { mayWorkLater, type ScriptWords } from '../links/reasons.ts'
import { findElement } from './find-element.ts'
import { showLocalTimes } from './local-times.ts'

/**
 * Runs in the browser of someone who may add files: sends them one by one, shows how far each is, and what went wrong. The
 * form works without it.
 */
const form = findElement<HTMLFormElement>('#upload')
const input = findElement<HTMLInputElement>('#files')
const list = findElement('#uploads')
const state = findElement('#upload-state')
/** On the page of a file request only. */
const thanks = document.getElementById('thanks')

interface Upload {
  file: File
  row: HTMLElement
  told: HTMLElement
  button: HTMLButtonElement
  bar: HTMLProgressElement
  request?: XMLHttpRequest | undefined
}

/** What the API answers: the file, or what went wrong. */
interface Answer {
  name?: string
  error?: string
  max_file_size?: number
  request_closed?: boolean
}

/** Why a file was not added, and whether the same may work a little later. */
interface Reason {
  text: string
  again: boolean
}

// As the page was written with it, in its language.
const words = JSON.parse(form.dataset.words ?? '{}') as ScriptWords
const { lang } = document.documentElement
const [plurals, numbers] = [new Intl.PluralRules(lang), new Intl.NumberFormat(lang)]
const percents = new Intl.NumberFormat(lang, { style: 'percent' })

const CANCELLED: Reason = { text: words.cancelled, again: true }
const BROKE_OFF: Reason = { text: words.brokeOff, again: true }
/** A newer service may answer codes that this page has never heard of. */
const KNOWN: Readonly<Record<string, string | undefined>> = words.refusals.byCode

/** Not by a text, in which a name could have signs of its own. */
const fill = (sentence: string, part: string): string => sentence.replace('#', () => part)
const counted = (forms: { one: string; other: string }, count: number): string =>
  fill(plurals.select(count) === 'one' ? forms.one : forms.other, numbers.format(count))

const waiting: Upload[] = []
let running = 0
let added = 0
let failed = 0

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function add(files: Iterable<File>): void {
  for (const file of files) waiting.push(show(file))
  next()
}

function show(file: File): Upload {
  const row = make('li', 'waiting')
  const told = make('span', 'state', words.waiting)
  const button = make('button', 'secondary', words.cancel)
  button.type = 'button'
  button.setAttribute('aria-label', fill(words.cancelOf, file.name))
  const bar = document.createElement('progress')
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', fill(words.progressOf, file.name))
  row.append(make('bdi', 'name', file.name), told, button, bar)
  list.append(row)
  const upload: Upload = { file, row, told, button, bar }
  button.onclick = () => cancel(upload)
  return upload
}

function cancel(upload: Upload): void {
  const at = waiting.indexOf(upload)
  if (at >= 0) waiting.splice(at, 1)
  if (upload.request) upload.request.abort()
  else finish(upload, CANCELLED)
}

function next(): void {
  tell()
  if (running > 0) return
  const upload = waiting.shift()
  if (!upload) {
    if (added > 0) void refresh()
    return
  }
  running++
  send(upload)
}

function send(upload: Upload): void {
  const { told, bar } = upload
  const request = new XMLHttpRequest()
  upload.request = request
  request.open('POST', form.dataset.to ?? '')
  if (form.dataset.csrf) request.setRequestHeader('X-CSRF-Token', form.dataset.csrf)
  request.upload.onprogress = (event) => {
    if (!event.lengthComputable) return
    bar.value = event.loaded / event.total
    told.textContent = bar.value < 1 ? percents.format(Math.floor(bar.value * 100) / 100) : words.storing
  }
  const end = (reason?: Reason, name?: string) => {
    running--
    upload.request = undefined
    finish(upload, reason, name)
    next()
  }
  request.onload = () => {
    const answer = read(request.responseText)
    if (request.status === 200) end(undefined, answer.name)
    else end(reasonFor(answer))
  }
  request.onerror = () => end(BROKE_OFF)
  request.onabort = () => end(CANCELLED)
  request.send(bodyOf(upload.file))
}

function bodyOf(file: File): FormData {
  const body = new FormData()
  body.append('on_conflict', 'rename')
  if (file.lastModified > 0) body.append('modified', new Date(file.lastModified).toISOString().slice(0, 19))
  body.append('file', file, file.name)
  return body
}

function reasonFor({ error = 'unknown', max_file_size: most, request_closed: closed }: Answer): Reason {
  const { refusals } = words
  if (closed) return { text: refusals.requestClosed, again: false }
  if (most !== undefined) return { text: fill(refusals.tooLarge, numbers.format(most)), again: false }
  return { text: KNOWN[error] ?? refusals.other, again: mayWorkLater(error) }
}

function read(text: string): Answer {
  try {
    // The API's own answer; what stands before the service may answer anything, and then has none of these fields.
    return JSON.parse(text) as Answer
  } catch {
    return {}
  }
}

function finish({ row, told, button, bar, file }: Upload, reason?: Reason, name?: string): void {
  bar.remove()
  if (!reason) {
    added++
    row.className = 'added'
    told.textContent = name === undefined || name === file.name ? words.added : fill(words.addedAs, name)
    button.remove()
    return
  }
  failed++
  row.className = 'failed'
  told.textContent = reason.text
  tell()
  if (!reason.again) {
    button.remove()
    return
  }
  button.textContent = words.again
  button.setAttribute('aria-label', fill(words.againOf, file.name))
  button.onclick = () => {
    failed--
    row.remove()
    add([file])
  }
}

function tell(): void {
  const left = waiting.length + running
  const parts: string[] = []
  if (left > 0) parts.push(counted(words.left, left))
  if (added > 0) parts.push(counted(words.done, added))
  if (failed > 0) parts.push(counted(words.failed, failed))
  const text = parts.join(', ')
  if (state.textContent !== text) state.textContent = text
  if (thanks) thanks.hidden = left > 0 || added === 0 || failed > 0
}

/** The list as it is now, without what was shown about the uploads. A page that is asked for by number counts no view. */
async function refresh(): Promise<void> {
  if (!document.querySelector('#items, #receipt')) return
  const query = new URLSearchParams(location.search)
  query.delete('added')
  query.set('page', query.get('page') || '1')
  const answer = await fetch(`${location.pathname}?${query}`).catch(() => undefined)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of ['#items', '.head', '#receipt']) {
    const [now, then] = [fresh.querySelector(part), document.querySelector(part)]
    if (now && then) then.replaceWith(document.adoptNode(now))
  }
  showLocalTimes()
}

let inside = 0
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

function drop(items: Iterable<DataTransferItem>): void {
  const dropped: File[] = []
  for (const item of items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry?.()
    const file = entry?.isDirectory ? null : item.getAsFile()
    if (entry?.isDirectory) refuseFolder(entry.name)
    else if (file) dropped.push(file)
  }
  add(dropped)
}

function refuseFolder(name: string): void {
  const row = make('li', 'failed')
  row.append(make('bdi', 'name', name), make('span', 'state', words.noFolders))
  list.append(row)
}

showLocalTimes()
form.classList.add('live')
findElement<HTMLElement>('#upload .or-drop').hidden = false
input.required = false
input.addEventListener('change', () => {
  add([...(input.files ?? [])])
  input.value = ''
})
form.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('dragenter', (event) => {
  if (holdsFiles(event) && ++inside > 0) form.classList.add('over')
})
document.addEventListener('dragleave', (event) => {
  if (holdsFiles(event) && --inside <= 0) form.classList.remove('over')
})
document.addEventListener('dragover', (event) => {
  if (holdsFiles(event)) event.preventDefault()
})
document.addEventListener('drop', (event) => {
  if (!holdsFiles(event)) return
  event.preventDefault()
  inside = 0
  form.classList.remove('over')
  drop(event.dataTransfer?.items ?? [])
})
addEventListener('beforeunload', (event) => {
  if (waiting.length + running > 0) event.preventDefault()
})
