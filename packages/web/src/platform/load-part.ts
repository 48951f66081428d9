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

/** A style sheet that only a part of the app needs, once. */
export function loadSheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.onload = () => resolve()
  link.onerror = () => {
    link.remove()
    reject(new Error('The sheet did not come.'))
  }
  document.head.append(link)
  return promise
}
