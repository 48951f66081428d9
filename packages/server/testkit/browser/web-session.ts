import { PASSWORD, type World } from '../servers/world.ts'

/** What the browser of someone sends with a request, once it is signed in. */
export async function webHeaders(world: World, email: string): Promise<Record<string, string>> {
  const { body, headers } = await world.post('/api/2/session/create', { email, password: PASSWORD })
  const cookie = headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`)
  return { cookie, 'x-csrf-token': String(body.csrf_token) }
}
