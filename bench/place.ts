import { type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'

export interface Ground {
  place: Place
  /** Servers beside ours whose work is part of an operation. */
  pids: number[]
  /** Other empty storage, on the same servers. */
  openAnother: () => Promise<Place>
}

/** Empty storage for one run, below `dir` and on servers of its own where the stack needs some. */
export async function openGround(
  name: string,
  dir: string,
  resources: AsyncDisposableStack,
): Promise<Ground> {
  const stack = STACKS.find((known) => known.name === name)
  if (!stack)
    throw new Error(`There is no stack ${name}, only ${STACKS.map((known) => known.name).join(', ')}`)
  // The testkit's own runner tells it the same in the same way.
  process.env.TESTKIT_DIR = dir
  const pids = name === 'postgres+s3' ? await startServers(resources) : []
  const openAnother = async () => {
    const place = await stack.open()
    resources.defer(() => place.dispose())
    return place
  }
  return { place: await openAnother(), pids, openAnother }
}

async function startServers(resources: AsyncDisposableStack): Promise<number[]> {
  const { startPostgres } = await import('@holdfast/server/testkit/servers/postgres')
  const { startSwift } = await import('@holdfast/server/testkit/servers/swift')
  const postgres = await startPostgres()
  resources.defer(() => postgres.stop())
  const swift = await startSwift()
  resources.defer(() => swift.stop())
  Object.assign(process.env, {
    TESTKIT_POSTGRES_URL: postgres.url('postgres'),
    TESTKIT_S3_ENDPOINT: swift.endpoint,
    TESTKIT_S3_ACCESS_KEY: swift.accessKeyId,
    TESTKIT_S3_SECRET_KEY: swift.secretAccessKey,
    TESTKIT_S3_REGION: swift.region,
  })
  return [postgres.pid]
}
