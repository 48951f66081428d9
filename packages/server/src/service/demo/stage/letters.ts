import type { Ctx } from '../../../platform/context.ts'

/** What people find in their mail while the story is played: the tokens of the links that lead to their accounts. */
export class Letters {
  readonly #tokens = new Map<string, string>()

  /** From here on, all mails that go out are read. */
  constructor(ctx: Ctx) {
    const { mail } = ctx
    ctx.mail = {
      send: async (message) => {
        const answer = await mail.send(message)
        const [, token] = /[?&]token=([\w-]+)/.exec(message.text) ?? []
        if (token !== undefined) this.#tokens.set(message.to, token)
        return answer
      },
      close: () => mail.close(),
    }
  }

  take(email: string): string {
    const token = this.#tokens.get(email)
    if (token === undefined) throw new Error(`No mail to ${email} had a link in it`)
    this.#tokens.delete(email)
    return token
  }
}
