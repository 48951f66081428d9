import type { Instant } from '@holdfast/api/time'
import type { KeptChunks } from '../ports/kept-chunks.ts'
import type { Marker } from './marker.ts'

export interface NodeDiskOptions {
  /** As `prepareFolder` gave it, with the marker that it wrote. */
  readonly folder: string
  readonly marker: Marker
  /** A file in the agent's home that is for this folder alone: what is about to be done is noted in it. */
  readonly notes: string
  /** What the device calls itself. */
  readonly machine: () => string
  readonly now: () => Instant
  /** Something has happened: `takeHints` tells where. */
  readonly onHint: () => void
  /** A program that imports `cut-worker.ts`: where all is one file, that file. */
  readonly cutWorker?: URL
  /** Where lists of what large files consist of outlive the process. */
  readonly chunks?: KeptChunks
}
