const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 131 bits: nobody finds one by trying. */
const LENGTH = 22
/** Bytes from here on would make the first characters likelier than the others. */
const UNFAIR = 256 - (256 % ALPHABET.length)

/** What makes the address of a link, and lets anyone who knows it in. */
export function newHash(random: (bytes: number) => Buffer): string {
  let hash = ''
  while (hash.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < UNFAIR && hash.length < LENGTH) hash += ALPHABET[byte % ALPHABET.length]
  return hash
}
