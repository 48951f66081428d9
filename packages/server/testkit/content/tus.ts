import { request } from 'node:https'
import { UPLOADS_PATH } from '@holdfast/api/files/uploads'
import type { RootId } from '@holdfast/api/ids'

export const TUS = { 'tus-resumable': '1.0.0' }
export const OFFSET = { 'content-type': 'application/offset+octet-stream' }

/** Whose upload, where. */
export interface TusAccount {
  url: string
  bearer: { authorization: string }
  rootId: RootId
}

export const metadataOf = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

/** Speaks tus by hand. */
export class TusCaller {
  readonly account: TusAccount

  constructor(account: TusAccount) {
    this.account = account
  }

  send(method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) {
    const { url, bearer } = this.account
    return fetch(url + path, {
      method,
      headers: { ...TUS, ...bearer, ...headers },
      ...(body && { body }),
    })
  }

  /** To the top level of the own root, unless specified. */
  create(
    metadata: Record<string, string | number>,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const to = 'file_id' in metadata ? {} : { folder_id: 0 }
    const told = { 'upload-metadata': metadataOf({ root_id: this.account.rootId, ...to, ...metadata }) }
    return this.send('POST', UPLOADS_PATH, { ...told, ...headers }, body)
  }

  /** The address of a new upload. */
  async begin(metadata: Record<string, string | number>, length: number): Promise<string> {
    const response = await this.create(metadata, { 'upload-length': String(length) })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    return response.headers.get('location') ?? ''
  }

  patch(
    path: string,
    offset: number,
    bytes: Uint8Array<ArrayBuffer> = new Uint8Array(),
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.send('PATCH', path, { ...OFFSET, 'upload-offset': String(offset), ...headers }, bytes)
  }

  async offset(path: string): Promise<number> {
    const response = await this.send('HEAD', path, {})
    return response.status === 200 ? Number(response.headers.get('upload-offset')) : -response.status
  }

  /** A PATCH that is fed by hand and may break off. */
  open(path: string, offset: number, length: number) {
    const { url, bearer } = this.account
    const req = request(url + path, {
      method: 'PATCH',
      agent: false,
      headers: { ...TUS, ...bearer, ...OFFSET, 'upload-offset': offset, 'content-length': length },
    })
    const status = new Promise<number | undefined>((resolve) => {
      req.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      req.on('error', () => resolve(undefined))
    })
    const write = (bytes: Uint8Array) => new Promise<void>((done) => req.write(bytes, () => done()))
    return { write, status, end: () => req.end(), destroy: () => req.destroy() }
  }
}
