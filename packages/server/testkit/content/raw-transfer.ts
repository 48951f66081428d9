import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import type { File } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { PASSWORD } from '../servers/world.ts'

const BOUNDARY = 'testkit-boundary-0123456789'

/** Whose files, where. */
export interface Account {
  url: string
  accessToken: string
  rootId: RootId
}

/** The first administrator of the server at `url`. */
export async function adminAccount(url: string): Promise<Account> {
  const client = new Client({ baseUrl: url })
  await client.signIn('admin@localhost', PASSWORD)
  const { root_id } = await client.call(getOwnPerson, {})
  return { url, accessToken: client.session?.accessToken ?? '', rootId: root_id as RootId }
}

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** An upload that a test feeds piece by piece, and may break off. */
export class RawUpload {
  readonly #request: ClientRequest
  readonly #answer: Promise<Answer>

  constructor({ url, accessToken, rootId }: Account, name: string) {
    this.#request = request(`${url}/api/2/files/${rootId}/upload`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${accessToken}`,
        // Else the connection is closed behind an early answer, in the middle of what is still being sent.
        connection: 'keep-alive',
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    })
    this.#answer = answerOf(this.#request)
    this.#answer.catch(() => {})
    this.#request.on('error', () => {})
    this.#request.write(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    )
  }

  /** Resolves when the bytes have left this process. */
  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#request.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** The answer, which may come before everything is sent. */
  answer(): Promise<Answer> {
    return this.#answer
  }

  async finish(): Promise<File> {
    this.#request.end(`\r\n--${BOUNDARY}--\r\n`)
    const { status, body } = await this.#answer
    if (status !== 200) throw new Error(`The upload was answered ${status} ${JSON.stringify(body)}`)
    return body as File
  }

  destroy(): void {
    this.#request.destroy()
  }
}

async function answerOf(req: ClientRequest): Promise<Answer> {
  const [response] = (await once(req, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  return { status: response.statusCode ?? 0, body: JSON.parse(text) }
}

/** A file's bytes as they arrive. */
export async function* rawDownload(
  { url, accessToken, rootId }: Account,
  fileId: EntryId,
): AsyncGenerator<Buffer> {
  const req = request(`${url}/api/2/files/${rootId}/${fileId}/download`, {
    agent: false,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  req.end()
  const [response] = (await once(req, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The download was answered ${response.statusCode}`)
  yield* response as AsyncIterable<Buffer>
}
