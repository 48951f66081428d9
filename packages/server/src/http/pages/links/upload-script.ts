import { REASONS, TOO_LARGE } from './reasons.ts'

/**
 * Runs in the browser of whoever may add files: sends them one by one, shows how far each is, and what went wrong. The
 * form works without it.
 */
export const UPLOAD_SCRIPT = `'use strict'
const REASONS = ${JSON.stringify(REASONS)}
const TOO_LARGE = ${JSON.stringify(TOO_LARGE)}
const form = document.getElementById('upload')
const input = document.getElementById('files')
const list = document.getElementById('uploads')
const state = document.getElementById('upload-state')
const to = form.dataset.to
const waiting = []
let running = 0
let added = 0
let failed = 0

form.classList.add('live')
form.querySelector('.or-drop').hidden = false

function make(tag, className, text) {
  const element = document.createElement(tag)
  element.className = className
  if (text !== undefined) element.textContent = text
  return element
}

function add(files) {
  for (const file of files) {
    const row = make('li', 'waiting')
    const name = make('bdi', 'name', file.name)
    const told = make('span', 'state', 'Waiting')
    const button = make('button', 'secondary', 'Cancel')
    button.type = 'button'
    button.setAttribute('aria-label', 'Cancel ' + file.name)
    const bar = document.createElement('progress')
    bar.max = 1
    bar.value = 0
    bar.setAttribute('aria-label', 'Progress of ' + file.name)
    row.append(name, told, button, bar)
    list.append(row)
    const upload = { file, row, name, told, button, bar, request: undefined }
    button.onclick = () => cancel(upload)
    waiting.push(upload)
  }
  next()
}

function cancel(upload) {
  const at = waiting.indexOf(upload)
  if (at >= 0) waiting.splice(at, 1)
  if (upload.request) upload.request.abort()
  else finish(upload, CANCELLED)
}

function next() {
  tell()
  if (running > 0) return
  const upload = waiting.shift()
  if (!upload) {
    if (added > 0) refresh()
    return
  }
  running++
  send(upload)
}

function send(upload) {
  const { file, told, bar } = upload
  const body = new FormData()
  body.append('on_conflict', 'rename')
  const modified = new Date(file.lastModified)
  if (file.lastModified > 0) body.append('modified', modified.toISOString().slice(0, 19))
  body.append('file', file, file.name)
  const request = new XMLHttpRequest()
  upload.request = request
  request.open('POST', to)
  if (form.dataset.csrf) request.setRequestHeader('X-CSRF-Token', form.dataset.csrf)
  request.upload.onprogress = (event) => {
    if (!event.lengthComputable) return
    bar.value = event.loaded / event.total
    told.textContent = bar.value < 1 ? Math.floor(bar.value * 100) + ' %' : 'Being stored'
  }
  const end = (reason, name) => {
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
  request.onerror = () => end({ text: 'The connection broke off.', again: true })
  request.onabort = () => end(CANCELLED)
  request.send(body)
}

const CANCELLED = { text: 'Cancelled', again: true }

function reasonFor({ error, error_description: what, error_reason: why, max_file_size: most }) {
  if (most) return { text: TOO_LARGE.replace('#', most) }
  if (!error) return REASONS.unknown
  return REASONS[error] || { text: why ? what + ' (' + why + ')' : what }
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function finish(upload, reason, name) {
  const { row, told, button, bar, file } = upload
  bar.remove()
  if (!reason) {
    added++
    row.className = 'added'
    told.textContent = name === file.name ? 'Added' : 'Added as ' + name
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
  button.textContent = 'Try again'
  button.setAttribute('aria-label', 'Try again: ' + file.name)
  button.onclick = () => {
    failed--
    row.remove()
    add([file])
  }
}

function files(count) {
  return count === 1 ? '1 file' : count + ' files'
}

function tell() {
  const left = waiting.length + running
  const parts = []
  if (left > 0) parts.push(files(left) + ' to go')
  if (added > 0) parts.push(files(added) + ' added')
  if (failed > 0) parts.push(files(failed) + ' not added')
  const text = parts.join(', ')
  if (state.textContent !== text) state.textContent = text
}

// The list as it is now, without what was told about the uploads. A page that is asked for by number counts no view.
async function refresh() {
  if (!document.getElementById('items')) return
  const query = new URLSearchParams(location.search)
  query.delete('added')
  query.set('page', query.get('page') || '1')
  const answer = await fetch(location.pathname + '?' + query).catch(() => undefined)
  if (!answer || !answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of ['#items', '.head']) {
    const [now, then] = [fresh.querySelector(part), document.querySelector(part)]
    if (now && then) then.replaceWith(document.adoptNode(now))
  }
}

input.required = false
input.addEventListener('change', () => {
  add([...input.files])
  input.value = ''
})
form.addEventListener('submit', (event) => event.preventDefault())

let inside = 0
const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes('Files')
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
  const items = [...event.dataTransfer.items].filter((item) => item.kind === 'file')
  const folders = items.filter((item) => item.webkitGetAsEntry && item.webkitGetAsEntry()?.isDirectory)
  for (const folder of folders) {
    const row = make('li', 'failed')
    row.append(make('bdi', 'name', folder.webkitGetAsEntry().name), make('span', 'state', 'Folders cannot be dropped here, only files.'))
    list.append(row)
  }
  add(items.filter((item) => !folders.includes(item)).map((item) => item.getAsFile()).filter(Boolean))
})
addEventListener('beforeunload', (event) => {
  if (waiting.length + running > 0) event.preventDefault()
})
`
