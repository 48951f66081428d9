/** The one clock of the app. */
export const now = (): number => Date.now()

/** Between 0 and 1, so that many who wait do not come back all at once. */
export const chance = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256
