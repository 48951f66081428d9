import { problemOf } from '../../data/service/errors.ts'
import { workWords } from '../../messages/work-words.ts'
import { beginWork, dropWork, endWork } from './works.ts'

/** Shows that a zip is on its way, until the browser has it; gives false where it is not to be. */
export async function prepareZip(count: number, order: () => Promise<boolean>): Promise<void> {
  const words = workWords()
  const id = beginWork({ words: words.zip(count), total: count, canStop: false, isShown: true })
  try {
    if (await order()) endWork(id, { words: words.zipStarted, isBad: false, failed: [] })
    else dropWork(id)
  } catch (error) {
    const { words: why, retry } = problemOf(error)
    const again = () => {
      dropWork(id)
      return prepareZip(count, order)
    }
    endWork(id, { words: words.zipFailed, why, isBad: true, failed: [], ...(retry && { retry: again }) })
  }
}
