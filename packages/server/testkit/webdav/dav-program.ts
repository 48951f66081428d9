import { PASSWORD, type World } from '../servers/world.ts'

export interface DavAnswer {
  status: number
  headers: Headers
  body: string
}

/** Requests as a program sends them that knows a name and a password. */
export class DavProgram {
  readonly #url: string
  readonly #authorization: string

  constructor(world: Pick<World, 'url'>, name: string, password: string = PASSWORD) {
    this.#url = `${world.url}/dav`
    this.#authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  }

  /** `path` is as people read it, from the top of the door on. */
  async send(
    method: string,
    path: string,
    {
      headers = {},
      body,
    }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<DavAnswer> {
    const response = await fetch(this.address(path), {
      method,
      headers: { authorization: this.#authorization, ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

  address(path: string): string {
    return this.#url + path.split('/').map(encodeURIComponent).join('/')
  }

  put(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<DavAnswer> {
    return this.send('PUT', path, { body, headers })
  }

  move(path: string, to: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send('MOVE', path, { headers: { destination: this.address(to), ...headers } })
  }

  copy(path: string, to: string, headers: Record<string, string> = {}): Promise<DavAnswer> {
    return this.send('COPY', path, { headers: { destination: this.address(to), ...headers } })
  }

  /** The addresses that a list of a folder has, without its own, as people read them. */
  async list(path: string): Promise<string[]> {
    const { status, body } = await this.send('PROPFIND', path, { headers: { depth: '1' } })
    if (status !== 207) throw new Error(`PROPFIND ${path}: ${status} ${body}`)
    return hrefsIn(body).slice(1)
  }

  /** The lock that was taken, by its token with its brackets. */
  async lock(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ answer: DavAnswer; token: string }> {
    const answer = await this.send('LOCK', path, { body: EXCLUSIVE, headers })
    return { answer, token: answer.headers.get('lock-token') ?? '' }
  }
}

export const hrefsIn = (body: string): string[] =>
  [...body.matchAll(/<d:response><d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) =>
    decodeURIComponent(href),
  )

export const EXCLUSIVE =
  '<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>' +
  '<D:locktype><D:write/></D:locktype><D:owner><D:href>me</D:href></D:owner></D:lockinfo>'
