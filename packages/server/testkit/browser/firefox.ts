import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import WebSocket from 'ws'
import { until, untilFound } from '../servers/until.ts'

const PROGRAM = '/usr/bin/firefox-esr'
const LISTENS = /WebDriver BiDi listening on (ws:\S+)/
const LOG = 'log.entryAdded'
const FILE_DIALOG = 'input.fileDialogOpened'
const VIEWPORT = { width: 1280, height: 800 }
const EVERY_MS = 100

const PLAIN = { acceptInsecureCerts: true }
/** The window that asks for files would wait for someone; instead we are told of it, and give them. */
const CAPABILITIES = { ...PLAIN, unhandledPromptBehavior: { file: 'dismiss' } }

/** Firefox 140 does not tell of that window: there, what would open it is kept in the page, where it can be found. */
const KEEP_CHOOSER = `() => {
  const { click } = HTMLInputElement.prototype
  HTMLInputElement.prototype.click = function () {
    if (this.type !== 'file') return click.call(this)
    document.querySelector('input[data-chooses]')?.remove()
    this.hidden = true
    this.dataset.chooses = ''
    document.body.append(this)
  }
}`
const KEPT_CHOOSER = 'input[data-chooses]'

/** A page that is left no longer listens to the server: Firefox 140 takes that for an error. */
const LEFT = /\/api\/2\/events was interrupted while the page was loading/

/** As people wait before they press something: until it can be pressed, stands still and nothing lies over it. */
const CAN_BE_PRESSED = `async (element) => {
  const place = () => JSON.stringify(element.getBoundingClientRect())
  const before = place()
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
  const { left, top, width, height } = element.getBoundingClientRect()
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.isConnected && !element.disabled && place() === before && element.contains(onTop)
}`

/** Keys that are no character, as WebDriver writes them. */
export const ENTER = '\uE007'
export const ESCAPE = '\uE00C'

type Facts = Record<string, unknown>
interface Answer {
  id?: number
  method?: string
  params?: Facts
  result?: Facts
  error?: string
  message?: string
}
type Element = { sharedId: string }
/** What people see of a control: what kind it is and what it is called, or else where it is in the page. */
type Seen = { role: string; name?: string } | string

/**
 * Debian's Firefox by WebDriver BiDi: what is pressed and typed comes as from a mouse and a keyboard. Spoken to directly: the
 * library that drives Chromium begins with a command that this Firefox does not know.
 */
export class Firefox {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #onFileDialog: ((element: Element) => void) | undefined
  #tellsOfFiles = true
  #asked = 0
  #tab = ''
  /** Errors of scripts and of the policy, as the console has them. */
  readonly complaints: string[] = []

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process
    this.#profile = profile
    this.#socket = socket
    socket.on('message', (data) => this.#hear(JSON.parse(data.toString()) as Answer))
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: 'closed', message: 'Firefox is gone' })
    })
  }

  static async open(): Promise<Firefox> {
    const profile = await mkdtemp(path.join(tmpdir(), 'holdfast-firefox-'))
    const args = ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile]
    // It ends with this process, also with one that is killed.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', PROGRAM, ...args, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, LC_ALL: 'C.UTF-8' },
    })
    let said = ''
    child.stderr.on('data', (data) => {
      said += data
    })
    await until(() => LISTENS.test(said) || child.exitCode !== null)
    const [, url] = LISTENS.exec(said) ?? assert.fail(`Firefox does not start: ${said}`)
    const socket = new WebSocket(`${url}/session`)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const firefox = new Firefox(child, profile, socket)
    try {
      await firefox.#begin()
      return firefox
    } catch (error) {
      await firefox.close()
      throw error
    }
  }

  async #begin(): Promise<void> {
    await this.#newSession(CAPABILITIES).catch((error: unknown) => {
      if (!/promptType.*"file"/.test(String(error))) throw error
      this.#tellsOfFiles = false
      return this.#newSession(PLAIN)
    })
    await this.#ask('session.subscribe', { events: this.#tellsOfFiles ? [LOG, FILE_DIALOG] : [LOG] })
    if (!this.#tellsOfFiles) await this.#ask('script.addPreloadScript', { functionDeclaration: KEEP_CHOOSER })
    const { contexts } = await this.#ask('browsingContext.getTree', { maxDepth: 0 })
    this.#tab = (contexts as { context: string }[])[0]?.context ?? assert.fail('no tab')
    await this.#askTab('browsingContext.setViewport', { viewport: VIEWPORT })
  }

  #newSession(alwaysMatch: Facts): Promise<Facts> {
    return this.#ask('session.new', { capabilities: { alwaysMatch } })
  }

  #hear({ id, method, params = {}, ...answer }: Answer): void {
    if (id !== undefined) this.#waiting.get(id)?.(answer)
    else if (method === FILE_DIALOG) this.#onFileDialog?.(params.element as Element)
    else if (params.level === 'error' && !LEFT.test(String(params.text)))
      this.complaints.push(String(params.text))
  }

  async #ask(method: string, params: Facts): Promise<Facts> {
    assert.equal(this.#socket.readyState, WebSocket.OPEN, 'Firefox is gone')
    const id = ++this.#asked
    const heard = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await heard
    this.#waiting.delete(id)
    return result ?? assert.fail(`${method}: ${error}: ${message}`)
  }

  #askTab(method: string, params: Facts = {}): Promise<Facts> {
    return this.#ask(method, { context: this.#tab, ...params })
  }

  async go(url: string): Promise<void> {
    await this.#askTab('browsingContext.navigate', { url, wait: 'complete' })
  }

  async #find(seen: Seen): Promise<Element[]> {
    const type = typeof seen === 'string' ? 'css' : 'accessibility'
    const { nodes } = await this.#askTab('browsingContext.locateNodes', { locator: { type, value: seen } })
    return nodes as Element[]
  }

  /** The first of them, once it is there. */
  async see(seen: Seen): Promise<Element> {
    // A page that is being left cannot be looked at.
    const found = untilFound(async () => (await this.#find(seen).catch(() => []))[0], EVERY_MS)
    return found.catch(() => this.#fail(`is without ${JSON.stringify(seen)}`))
  }

  async gone(seen: Seen): Promise<void> {
    const gone = until(async () => (await this.#find(seen)).length === 0, EVERY_MS)
    await gone.catch(() => this.#fail(`goes on to have ${JSON.stringify(seen)}`))
  }

  async #fail(how: string): Promise<never> {
    assert.fail(`The page ${how}: ${await this.words()}\n${this.complaints.join('\n')}`)
  }

  /** What the page says, as it is laid out; nothing while it is being left. */
  async words(): Promise<string> {
    const asked = this.#ask('script.evaluate', {
      ...{ expression: 'document.body.innerText', target: { context: this.#tab }, awaitPromise: false },
    })
    const { result } = await asked.catch(() => ({ result: undefined }))
    return String((result as { value?: string } | undefined)?.value ?? '')
  }

  /** Waits for words, wherever they are on the page. */
  async read(text: string): Promise<void> {
    const read = until(async () => (await this.words()).includes(text), EVERY_MS)
    await read.catch(() => this.#fail(`does not say “${text}”`))
  }

  async #canBePressed(element: Element): Promise<boolean> {
    const asked = this.#ask('script.callFunction', {
      ...{ functionDeclaration: CAN_BE_PRESSED, arguments: [element] },
      ...{ target: { context: this.#tab }, awaitPromise: true },
    })
    // Gone with its page, or with what it was in.
    const { result } = await asked.catch(() => ({ result: undefined }))
    return (result as { value?: unknown } | undefined)?.value === true
  }

  async click(seen: Seen, times = 1): Promise<void> {
    const ready = untilFound(async () => {
      const element = await this.see(seen)
      return (await this.#canBePressed(element)) ? element : undefined
    }, EVERY_MS)
    const element = await ready.catch(() => this.#fail(`does not let one press ${JSON.stringify(seen)}`))
    const origin = { type: 'element', element }
    const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
    const actions = [{ type: 'pointerMove', x: 0, y: 0, origin }, ...Array(times).fill(press).flat()]
    await this.#askTab('input.performActions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }

  async keys(...values: string[]): Promise<void> {
    const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    await this.#askTab('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async typeInto(field: Seen, text: string): Promise<void> {
    await this.click(field)
    await this.keys(...text)
  }

  /** Files of this computer, chosen in the window that a button opens. */
  async chooseFiles(button: Seen, files: readonly string[]): Promise<void> {
    const asked = new Promise<Element>((resolve) => {
      this.#onFileDialog = resolve
    })
    await this.click(button)
    const element = await (this.#tellsOfFiles ? asked : this.see(KEPT_CHOOSER))
    await this.#askTab('input.setFiles', { element, files })
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.#askTab('browsingContext.captureScreenshot')
    return Buffer.from(String(data), 'base64')
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill()
    await ended
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
