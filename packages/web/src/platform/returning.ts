/** Of an entry in the browser's history: what was opened by it is closed to the entry before. */
export const RETURNS = { returns: true }

export const returns = (): boolean => (history.state as { returns?: boolean } | null)?.returns === true

let isGoing = false

/** Once, however often it is asked for until the browser is there. */
export function goBack(then: () => void): void {
  if (isGoing) return
  isGoing = true
  const arrive = () => {
    isGoing = false
    then()
  }
  addEventListener('popstate', arrive, { once: true })
  history.back()
}
