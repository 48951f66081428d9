import { forgetLists, WORKER_PATH } from '../../platform/kept.ts'

interface Policy {
  createScriptURL(address: string): string
}
interface Types {
  createPolicy(name: string, rules: Policy): Policy
}

/** The one script that is not part of the page. Where browsers refuse it, nothing is kept: there would be nobody to show it. */
export async function startWorker(): Promise<void> {
  const types = (globalThis as { trustedTypes?: Types }).trustedTypes
  const rules: Policy = { createScriptURL: () => WORKER_PATH }
  const policy = types?.createPolicy('holdfast', rules) ?? rules
  try {
    if (document.documentElement.dataset.worker === undefined) throw new Error('The server wants none')
    await navigator.serviceWorker.register(policy.createScriptURL(''), { updateViaCache: 'none' })
  } catch {
    await forgetLists()
  }
}
