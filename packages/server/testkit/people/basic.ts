import { comingFrom } from '../../src/platform/basics/asking.ts'
import type { Ctx } from '../../src/platform/context.ts'
import type { PersonPrincipal } from '../../src/platform/principal.ts'
import { authenticateBasic } from '../../src/sign-in/app-passwords/authenticate-basic.ts'

export const HOME = '192.0.2.17'

/** Asks who a program stands for that sends a name and a password, as the door for programs does. */
export const askAs = (
  ctx: Ctx,
  name: string,
  password: string,
  { network = HOME, program = 'rclone/v1.60.1' } = {},
): Promise<PersonPrincipal> =>
  new Promise((resolve, reject) =>
    comingFrom(
      { address: network, userAgent: program },
      () => void authenticateBasic(ctx, { name, password, network, program }).then(resolve, reject),
    ),
  )
