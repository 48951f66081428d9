const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const textAt = (bytes: Uint8Array, from: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + 4))

/** Whether a file begins as a PNG or a WebP does, whatever it is called. The server looks at all of it. */
export const isLogoFile = (start: Uint8Array): boolean =>
  PNG.every((byte, n) => start[n] === byte) || (textAt(start, 0) === 'RIFF' && textAt(start, 8) === 'WEBP')
