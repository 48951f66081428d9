import { Watched } from '../../platform/watched.ts'

/** Whether something is chosen, and what can be done with it is shown: on phones, where the tray is. */
export const choosing = new Watched(false)
