import type { ParamsOf, ResultOf } from '@holdfast/api/operation'
import type { listLogLines as operation } from '@holdfast/api/oversight/system-log'
import { authorizeSystem } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { nameOfServer } from '../../platform/installation/bring-to-form.ts'
import { withoutSecrets } from '../../platform/mail/answer-of.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'

/** The last lines that this process has written to its log. */
export async function listLogLines(
  ctx: Ctx,
  who: PersonPrincipal,
  { level = 'trace' }: ParamsOf<typeof operation>,
): Promise<ResultOf<typeof operation>> {
  await authorizeSystem(ctx.db.read, who)
  const { smtpUrl } = ctx.config
  const results = ctx.recentLog.read(level).map((line) => ({
    ...line,
    fields: line.fields.map(({ name, value }) => ({ name, value: withoutSecrets(value, smtpUrl) })),
  }))
  return { server: nameOfServer(), results }
}
