/** Of what the agent answers, what the page shows. States may come that this page does not know. */
export interface Status {
  readonly url: string | null
  readonly email: string | null
  readonly machine: string | null
  readonly version: string
  readonly signedIn: boolean
  readonly paused: boolean
  readonly synced: boolean
  /** In which the roots have their folders. */
  readonly base: string | null
  /** What is there outside all of them. */
  readonly beside: readonly string[]
  readonly roots: readonly Root[]
}

export interface Root {
  readonly rootId: number
  readonly name: string
  readonly folder: string | null
  readonly state: string
  readonly reason: string
  /** What the reason is, for this page to say in its own language. */
  readonly code?: string | null
  /** Such as what the server said. */
  readonly detail?: string | null
  readonly files: number
  readonly todo: number
  readonly problems: readonly Problem[]
  readonly held?: { readonly here: number; readonly there: number } | null
  readonly activity?: Activity
}

export interface Problem {
  readonly path: string
  readonly reason: string
  readonly help: string
  readonly code?: string
  /** Such as who has locked it. */
  readonly detail?: string | null
}

export interface Activity {
  readonly leftFiles: number
  readonly leftBytes: number
  readonly recent: readonly {
    readonly path: string
    readonly direction: string
    readonly size: number
    readonly at: number
  }[]
}

export interface BinItem {
  readonly id: string
  readonly path: string
  readonly removed: string
}

export interface Listed {
  readonly name: string
  readonly kind: string
  readonly here: string
}
