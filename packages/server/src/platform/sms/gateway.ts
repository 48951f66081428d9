import { checkTextMessage, type SmsSender } from './sms.ts'

const SHOWN_BODY = 200

/**
 * Posts `{ to, text }` as JSON to the URL; its user and password become HTTP Basic authentication.
 * Errors tell neither the credentials nor the text, even when the gateway repeats them.
 */
export function openSmsGateway(url: string, timeout = 15_000): SmsSender {
  const { address, authorization, secrets } = readGatewayUrl(url)
  const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) }

  return {
    async send(message) {
      checkTextMessage(message)
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to: message.to, text: message.text }),
        redirect: 'manual', // followed, it would hand the text to a host nobody configured
        signal: AbortSignal.timeout(timeout),
      })
      // Accepted is accepted: a stalled body must not make the caller send twice.
      if (response.ok) return response.body?.cancel()
      const shown = redact(await response.text(), [...secrets, ...tellingWords(message.text)]).slice(
        0,
        SHOWN_BODY,
      )
      throw new Error(`The SMS gateway answered ${response.status}: ${shown}`)
    },
    async close() {},
  }
}

function readGatewayUrl(text: string) {
  // No text of the URL in errors: it may hold a password.
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('The SMS gateway must be given as an http or https URL')
  }
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const token = Buffer.from(`${user}:${password}`).toString('base64')
  const secrets = [token, url.username, url.password, user, password].filter(Boolean)
  url.username = ''
  url.password = ''
  return { address: url.href, authorization: user || password ? `Basic ${token}` : undefined, secrets }
}

// Word by word, because a gateway may repeat the text cut or escaped in its own way.
const tellingWords = (text: string) =>
  text.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= 4 || /\d/.test(word))

function redact(text: string, secrets: string[]): string {
  // Longest first: replacing a part would leave the rest of the whole readable.
  const longestFirst = secrets.toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '***'), text).replace(/\s+/g, ' ')
}
