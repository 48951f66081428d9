import { t } from '../messages/words.ts'
import { toast } from '../platform/toasts.ts'

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(done)
  } catch {
    toast(t.errors.unknown, { bad: true })
  }
}
