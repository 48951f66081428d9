const FAILURES: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `There is no server called ${host}. Check the address and your connection.`,
  EAI_AGAIN: (host) => `The name ${host} cannot be looked up at the moment. Check your connection.`,
  ECONNREFUSED: (host) => `Nothing answers at ${host}. Check the address, or whether the server is running.`,
  ECONNRESET: (host) => `${host} ended the connection. Check the address.`,
  ENETUNREACH: (host) => `There is no connection to ${host}. Check your network.`,
  EHOSTUNREACH: (host) => `There is no connection to ${host}. Check your network.`,
  ETIMEDOUT: (host) => `${host} does not answer. Check the address and your connection.`,
  EPROTO: (host) => `${host} does not speak https. Check the address and the port.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired.`,
  CERT_NOT_YET_VALID: (host) =>
    `The certificate of ${host} is not valid yet. Check the clock of this computer.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate is for another address than ${host}.`,
}

/** Why a server cannot be reached, for people; the code is for those who look for it. */
export function failureInWords(error: unknown, url: string): string {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  const words = code === undefined ? undefined : FAILURES[code]
  return words ? `${words(new URL(url).host)} (${code})` : error.message
}

/** Of several addresses that a name has, each of which failed, the first counts. */
function codeOf(error: Error): string | undefined {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string' && error.code in FAILURES) return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}
