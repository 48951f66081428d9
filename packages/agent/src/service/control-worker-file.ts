/** What runs the thread that holds the socket: where all is one file, its text is put in here by the build. */
declare const HOLDFAST_CONTROL_WORKER: string | undefined

export const CONTROL_WORKER: URL =
  typeof HOLDFAST_CONTROL_WORKER === 'string'
    ? new URL(`data:text/javascript,${encodeURIComponent(HOLDFAST_CONTROL_WORKER)}`)
    : new URL('./control-worker.ts', import.meta.url)
