/** What is said of a question: how far it is, or how it ended. */
export type Answer = { news: unknown } | { result: unknown } | { error: string; exitCode: number }

/** A question that came by the socket. */
export interface Asked {
  readonly t: 'asked'
  readonly id: number
  readonly question: { readonly method: unknown; readonly params: unknown }
}

/** What the thread that holds the socket tells the agent. */
export type FromThread = Asked | { readonly t: 'listening' } | { readonly t: 'failed'; readonly why: string }

/** What the agent tells the thread. A picture is what `status` would be answered with. */
export type ToThread =
  | { readonly t: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly t: 'picture'; readonly picture: unknown }
