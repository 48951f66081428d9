/** What a browser shows: the last answer on its way, and where that points if it leads to another site. */
export interface Shown {
  url: string
  status: number
  headers: Headers
  text: string
  location: string | undefined
}

/** A browser as far as cookies and forms go: it reads pages as they are sent, and fills in what stands in them. */
export class FormBrowser {
  readonly cookies = new Map<string, string>()
  /** What it asks for pages in, as Accept-Language has it. */
  readonly #language: string | undefined

  constructor(language?: string) {
    this.#language = language
  }

  /** One request; goes nowhere by itself. */
  async request(url: string, init: RequestInit = {}): Promise<Shown> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (this.#language !== undefined) headers.set('accept-language', this.#language)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const location = response.headers.get('location')
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    }
  }

  /** Goes where redirects lead, up to the edge of the site. */
  async open(url: string, init: RequestInit = {}): Promise<Shown> {
    const shown = await this.request(url, init)
    const { location } = shown
    return location && new URL(location).origin === new URL(url).origin ? this.open(location) : shown
  }

  /** Sends the form of a page that has this step, its hidden fields included. */
  submit(shown: Shown, step: string, fields: Record<string, string> = {}): Promise<Shown> {
    const form = formWith(shown, step)
    const body = new URLSearchParams({ ...form.fields, step, ...fields })
    return this.open(form.action, { method: 'POST', body })
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Where a form is sent, and what it sends by itself. */
export function formWith(shown: Shown, step: string): { action: string; fields: Record<string, string> } {
  for (const [, action = '', content = ''] of shown.text.matchAll(
    /<form[^>]* action="([^"]*)">(.*?)<\/form>/gs,
  )) {
    if (!content.includes(`name="step" value="${step}"`)) continue
    const inputs = content.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
    const fields = Object.fromEntries([...inputs].map(([, name, value = '']) => [name, unescaped(value)]))
    return { action: new URL(unescaped(action), shown.url).href, fields }
  }
  throw new Error(`The page at ${shown.url} (${shown.status}) has no form for ${step}:\n${shown.text}`)
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
