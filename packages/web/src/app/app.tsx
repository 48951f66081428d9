import type { Session } from '../data/session.ts'

export const App = ({ session }: { session: Session }) => <main>{session.csrf_token}</main>
