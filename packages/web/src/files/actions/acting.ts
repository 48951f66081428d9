import { loadPart } from '../../platform/load-part.ts'

/** What changes files: nobody needs it to see theirs. It comes with the tray, or with the first use of it. */
export const acting = () => loadPart(() => import('./carry-out.ts'))
