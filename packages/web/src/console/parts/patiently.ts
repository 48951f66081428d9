import { changeWork, getWork } from '../../files/work/works.ts'

const WAIT_MS = 2000
/** About a minute. */
const MOST_TRIES = 30

/** One step of something that takes long, again and again where it failed in a way that passes. */
export async function patiently<Result>(
  work: number,
  ask: (tries: number) => Promise<Result>,
  passes: (error: unknown) => boolean,
): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      const result = await ask(tries)
      if (tries > 0) changeWork(work, { isWaiting: false })
      return result
    } catch (error) {
      if (!passes(error) || tries === MOST_TRIES || getWork(work)?.phase === 'stopping') throw error
      changeWork(work, { isWaiting: true })
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
}
