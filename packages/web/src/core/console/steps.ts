/** One of several things that are done in order, each of which can be done again by itself. */
export interface Step {
  id: string
  state: 'waits' | 'runs' | 'done' | 'failed'
  /** Why it failed. */
  why?: string
}

export const waiting = (ids: readonly string[]): Step[] => ids.map((id) => ({ id, state: 'waits' }))

/**
 * Does what is left of the steps in order and tells each change; stops at the first that fails. What is done stays done: it can
 * be called again.
 */
export async function runSteps(
  steps: readonly Step[],
  does: (id: string) => Promise<unknown>,
  wordsOf: (error: unknown) => string,
  tell: (steps: readonly Step[]) => void,
): Promise<boolean> {
  let now = [...steps]
  const set = (id: string, change: Omit<Step, 'id'>) => {
    now = now.map((step) => (step.id === id ? { id, ...change } : step))
    tell(now)
  }
  for (const { id, state } of steps) {
    if (state === 'done') continue
    set(id, { state: 'runs' })
    try {
      await does(id)
      set(id, { state: 'done' })
    } catch (error) {
      set(id, { state: 'failed', why: wordsOf(error) })
      return false
    }
  }
  return true
}
