/** The pages by which people get into their accounts. Each may lead on to another page of ours. */
export const SIGN_IN_PATH = '/account/sign-in'
export const FORGOT_PATH = '/account/forgot'
/** Takes a mailed token from someone who wants a new password. */
export const PASSWORD_PATH = '/account/password'
/** Takes a mailed token from someone who has no password yet, and signs in someone who has one by now. */
export const WELCOME_PATH = '/account/welcome'
/** Takes a mailed token from someone who is signed in, for the address alone. */
export const VERIFY_PATH = '/account/verify'

export const queryOf = (fields: { token?: string | undefined; to?: string | undefined }): string =>
  Object.entries(fields)
    // A token is made of letters that stand for themselves, or a place that is kept for one.
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${name === 'to' ? encodeURIComponent(value) : value}`],
    )
    .join('&')

/** One of these pages, on the way to another one, if any. */
export function leadingTo(path: string, to: string | undefined, token?: string): string {
  const query = queryOf({ token, to })
  return query === '' ? path : `${path}?${query}`
}
