import { ApiError, noSuch } from '../errors.ts'

/** Looks for what is called by a name that can be guessed at: whether there is such a thing is for those who may see it. */
export async function lookForGuessable<T>(what: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    const tells = error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')
    return tells ? noSuch(what) : Promise.reject(error)
  }
}
