/**
 * What `work` gives or throws, as one promise. An `async` function makes several of it.
 */
export function inPromise<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return Promise.reject(error)
  }
}
