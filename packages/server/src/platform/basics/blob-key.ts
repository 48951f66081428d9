declare const BLOB_KEY: unique symbol

/** Names one blob. Random, so that it reveals nothing and is never used twice. Only `blobKey` makes one. */
export type BlobKey = string & { readonly [BLOB_KEY]: true }

/** No dots and no slashes: a key is part of a path or an address, and must never lead elsewhere. */
const KEY = /^[\w-]{3,128}$/

export class BlobKeyError extends Error {
  override name = 'BlobKeyError'
  constructor(text: string) {
    super(`${JSON.stringify(text)} is not the key of a blob`)
  }
}

export const isBlobKey = (text: string): text is BlobKey => KEY.test(text)

/** Every store calls it too: a key may come from a database or a backup that somebody else has written. */
export function blobKey(text: string): BlobKey {
  if (!isBlobKey(text)) throw new BlobKeyError(text)
  return text
}
