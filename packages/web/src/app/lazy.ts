import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadPart } from '../platform/load-part.ts'

type Later = typeof import('./later.ts')
type PropsOf<Name extends keyof Later> = Later[Name] extends ComponentType<infer Props> ? Props : never

/** What is wanted of it that is not drawn. */
export const loadLater = (): Promise<Later> => loadPart(() => import('./later.ts'))

/** A component that is drawn once its part of the app is there. */
export const later = <Name extends keyof Later>(
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Name>>> =>
  lazy(async () => ({ default: (await loadLater())[name] as ComponentType<PropsOf<Name>> }))
