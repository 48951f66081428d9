import { Watched } from '../../platform/watched.ts'

/** What is being made in a dialog over whichever screen asked for it: a team share, or accounts for people. */
export const openedNew = new Watched<'share' | 'people' | undefined>(undefined)

export const openNewShare = (): void => openedNew.set('share')
export const openInvite = (): void => openedNew.set('people')
