/** What goes back to the application when nothing was allowed (RFC 6749, 4.1.2.1). */
export interface Refusal {
  error: 'access_denied' | 'invalid_request' | 'unsupported_response_type'
  error_description: string
  error_reason?: string
}

/** What the application asked to get back, and where. */
export interface ReturnTo {
  redirectUri: string
  state: string | undefined
}

/** The redirect URI with the answer added to its query. `iss` tells who answered (RFC 9207). */
export function returnAddress(
  { redirectUri, state }: ReturnTo,
  answer: { code: string } | Refusal,
  issuer: string,
): string {
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  // By percent signs alone: not everybody takes a plus sign for a space.
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const separator = !redirectUri.includes('?') ? '?' : /[?&]$/.test(redirectUri) ? '' : '&'
  return asciiOf(redirectUri) + separator + query.join('&')
}

/** A header holds no other letters; what needs no change stays as it was registered. */
const asciiOf = (uri: string): string => (/^[\x21-\x7e]+$/.test(uri) ? uri : new URL(uri).href)
