import type { ResultOf } from '@holdfast/api/operation'
import type { listSystemServers as operation, SystemServer } from '@holdfast/api/oversight/system'
import { formatUtc } from '@holdfast/api/time'
import { authorizeSystem } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { nameOfServer } from '../../platform/installation/bring-to-form.ts'
import { listServersWithFigures, type ServerWithFigures } from '../../platform/installation/state-queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'

/** Of one that has told nothing yet. */
const UNKNOWN = {
  started: null,
  cpu_percent: null,
  memory: null,
  connections: null,
  devices: null,
  load_percent: null,
  cores: null,
  machine_memory: null,
  free_memory: null,
  disks: [],
}

/** The processes that serve, with what each has told of itself. */
export async function listSystemServers(ctx: Ctx, who: PersonPrincipal): Promise<ResultOf<typeof operation>> {
  await authorizeSystem(ctx.db.read, who)
  return { results: (await listServersWithFigures(ctx.db.read, ctx.now())).map(viewServer) }
}

function viewServer({ id, name, version, at, figures }: ServerWithFigures): SystemServer {
  // Of another version: what it does not tell is unknown, and what this one does not know is left out.
  const told: Record<string, unknown> = figures === null ? {} : JSON.parse(figures)
  const known = Object.fromEntries(
    Object.entries(UNKNOWN).map(([field, unknown]) => [field, told[field] ?? unknown]),
  ) as Pick<SystemServer, keyof typeof UNKNOWN>
  return {
    ...{ id, name, version, ...known },
    this: name === nameOfServer(),
    at: at === null ? null : formatUtc(at),
  }
}
