import { type Brake, listBrakes } from '@holdfast/api/oversight/brakes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../service/api.ts'

/** How often it is asked whether something was noticed. */
const AGAIN_MS = 60_000

/** What one did, in however many places that was; the newest first. */
export type BrakedDevice = readonly [Brake, ...Brake[]]

const isOpen = ({ state, paused }: Brake): boolean => paused || state === 'open' || state === 'stopped'

const byDevice = (brakes: readonly Brake[]): BrakedDevice[] =>
  [...Map.groupBy(brakes, ({ machine_id, session_id }) => `${machine_id} ${session_id}`).values()].map(
    ([newest, ...others]) => [newest as Brake, ...others],
  )

/** Devices that changed far more than usual, until all they did is undone, or someone says that it was right. */
export const useBrakes = () =>
  useQuery({
    queryKey: ['brakes'],
    queryFn: ({ signal }) => call(listBrakes, {}, { signal }),
    select: ({ results }) => byDevice(results.filter(isOpen)),
    ...{ staleTime: 0, refetchInterval: AGAIN_MS, retry: false },
  })
