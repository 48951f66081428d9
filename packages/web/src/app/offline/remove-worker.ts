/** In place of the app's service worker where none is wanted (ADR 0079): deletes what it kept, and itself. */
import { OURS } from '../../platform/kept.ts'

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Scope {
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  skipWaiting(): Promise<void>
  registration: { unregister(): Promise<boolean> }
}
const scope = self as unknown as Scope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(OURS))
  await Promise.all(kept.map((name) => caches.delete(name)))
  await scope.registration.unregister()
}
