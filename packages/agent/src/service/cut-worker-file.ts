/** What runs the thread that cuts large files: where all is one file, its text is put in here by the build. */
declare const HOLDFAST_CUT_WORKER: string | undefined

export const CUT_WORKER: URL | undefined =
  typeof HOLDFAST_CUT_WORKER === 'string'
    ? new URL(`data:text/javascript,${encodeURIComponent(HOLDFAST_CUT_WORKER)}`)
    : undefined
