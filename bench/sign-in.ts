import { createPerson, getOwnPerson, updatePerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { startAlone } from './alone.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { renderTable } from './table.ts'

const TRIES = { full: 200, quick: 60 }
/** The fifth failure locks an account. */
const TRIES_EACH = 4

type Kind = 'nobody has the address' | 'wrong password' | 'disabled account'

/** How long refusals of a sign-in take, taken in turns, so that what else the machine does hits all alike. */
export async function benchSignIn(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  console.error('… preparing')
  const tries = options.quick ? TRIES.quick : TRIES.full
  const accounts = Math.ceil(tries / TRIES_EACH)
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  const { company_id } = await client.call(getOwnPerson, {})
  const names = { company_id, first_name: 'Pat', last_name: 'Doe', password: ACCOUNT.password }
  for (let n = 0; n < accounts; n++) {
    await client.call(createPerson, { ...names, email: `known${n}@example.test` })
    const { id } = await client.call(createPerson, { ...names, email: `disabled${n}@example.test` })
    await client.call(updatePerson, { person_id: id, active: false })
  }
  const times: Record<Kind, number[]> = {
    'nobody has the address': [],
    'wrong password': [],
    'disabled account': [],
  }
  console.error('… signing in')
  for (let n = 0; n < tries; n++)
    for (const [kind, name] of [
      ['nobody has the address', 'stranger'],
      ['wrong password', 'known'],
      ['disabled account', 'disabled'],
    ] as const)
      times[kind].push(await refusal(server.url, `${name}${n % accounts}@example.test`))
  return render(times)
}

async function refusal(url: string, username: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'anchor',
      username,
      password: 'not the right one',
    }),
  })
  await response.arrayBuffer()
  const took = performance.now() - started
  if (response.status !== 400) throw new Error(`${username} was answered ${response.status}`)
  return took
}

function render(times: Record<Kind, number[]>): string {
  const at = (sorted: readonly number[], share: number) =>
    sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const rows = Object.entries(times).map(([kind, values]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return [kind, ...[0.1, 0.5, 0.9].map((share) => at(sorted, share).toFixed(1))]
  })
  return renderTable(['Refused because', '10 % within', 'half within', '90 % within'], rows)
}
