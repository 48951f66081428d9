import type { Session } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { type Account, accountChanged } from './own-account.ts'
import { PasswordForm } from './password-form.tsx'
import { withAccount } from './with-account.tsx'

const done = () => {
  toast(t.account.password.done)
  void accountChanged()
}

export const Password = ({ session }: { session: Session }) =>
  session.who_type === 'guest' ? (
    <PasswordForm session={session} onDone={done} />
  ) : (
    <PasswordOfPerson session={session} />
  )

/** Whose password a directory knows changes it there. */
const PasswordOfPerson = withAccount(({ session, account }: { session: Session; account: Account }) =>
  account.auth_source_id ? (
    <p className="note">{t.account.password.inDirectory}</p>
  ) : (
    <PasswordForm session={session} onDone={done} />
  ),
)
