import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart, loadSheet } from '../platform/load-part.ts'

/** Its address, which the build knows. */
declare const CONSOLE_SHEET: string

type Later = typeof import('./later.ts')
type Console = typeof import('../console/console.ts')
type Lazy<Part> = LazyExoticComponent<ComponentType<Part extends ComponentType<infer Props> ? Props : never>>

/** What is wanted of it that is not drawn. */
export const loadLater = (): Promise<Later> => loadPart(() => import('./later.ts'))

/** A component that is drawn once its part of the app is there. */
export const later = <Name extends keyof Later>(name: Name): Lazy<Later[Name]> =>
  lazy(async () => ({ default: (await loadLater())[name] as never }))

/** What only administrators see, with its looks. */
const loadConsole = (): Promise<Console> =>
  loadPart(async () => {
    const [parts] = await Promise.all([import('../console/console.ts'), loadSheet(CONSOLE_SHEET)])
    return parts
  })

export const inConsole = <Name extends keyof Console>(name: Name): Lazy<Console[Name]> =>
  lazy(async () => ({ default: (await loadConsole())[name] as never }))
