import { doubts, returns } from './connection.ts'

/** A part of the app, wherever it comes from: where the server is away, once it is back. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    const back = Promise.withResolvers<void>()
    const stop = returns.add(back.resolve)
    doubts.tell()
    await back.promise
    stop()
    // What only an older build had is not there any more: that is said in its place.
    return load()
  }
}
