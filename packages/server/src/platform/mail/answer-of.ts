const LONGEST = 500

/** What a mail server answered, or why there is no answer, for people who may not know the password that it was given. */
export function answerOf(outcome: unknown, smtpUrl: string): string {
  const { response, message } = Object(outcome) as { response?: unknown; message?: unknown }
  const answer = [outcome, response, message].find((one) => typeof one === 'string') ?? 'No answer'
  return withoutSecrets(String(answer), smtpUrl)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}

/** A text without the password of the mail server, which may have been sent back by it. */
export const withoutSecrets = (text: string, smtpUrl: string | undefined): string =>
  smtpUrl === undefined
    ? text
    : secretsIn(smtpUrl).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

/** In every form in which it is sent, the longest first. */
function secretsIn(smtpUrl: string): string[] {
  const { username, password } = new URL(smtpUrl)
  if (password === '') return []
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)]
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  return [base64(`\0${user}\0${plain}`), base64(plain), password, plain].toSorted(
    (a, b) => b.length - a.length,
  )
}
