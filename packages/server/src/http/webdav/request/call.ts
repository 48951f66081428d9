import { RootLocks } from '../../../files/webdav/locks/locks-on.ts'
import {
  type Draft,
  type Found,
  type Free,
  type Place,
  Places,
} from '../../../files/webdav/places/find-place.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import type { RootRow } from '../../../records/roots.ts'
import { readBytes } from '../../exchange/body.ts'
import { headerOf } from '../../exchange/caller.ts'
import type { Reply, Request } from '../../exchange/server.ts'
import { namesIn, namesOfAddress, pathOfUrl } from './address.ts'
import { DavError, refuseDav } from './dav-error.ts'

const MAX_BODY_BYTES = 1024 * 1024

/** A request of a program, and what it is about. */
export class DavCall {
  readonly ctx: Ctx
  readonly who: PersonPrincipal
  readonly req: Request
  readonly reply: Reply
  readonly names: readonly string[]
  readonly places: Places
  readonly #locks = new Map<RootRow['id'], Promise<RootLocks>>()
  #place: Promise<Place> | undefined

  constructor(ctx: Ctx, who: PersonPrincipal, req: Request, reply: Reply) {
    this.ctx = ctx
    this.who = who
    this.req = req
    this.reply = reply
    this.names = namesIn(pathOfUrl(req.raw.url ?? ''))
    this.places = new Places(ctx.db.read, who)
  }

  /** What is where the request leads. */
  get place(): Promise<Place> {
    this.#place ??= this.places.find(this.names)
    return this.#place
  }

  header(name: string): string | undefined {
    return headerOf(this.req, name)
  }

  /** Two places of one request are asked for the locks of their root once. */
  locksIn(root: RootRow): Promise<RootLocks> {
    let locks = this.#locks.get(root.id)
    if (!locks) {
      locks = RootLocks.read(this.ctx.db.read, root.id, this.ctx.now())
      this.#locks.set(root.id, locks)
    }
    return locks
  }

  /** The place that an address in a header names; undefined for one that is not of this service. */
  async placeAt(address: string): Promise<{ place: Place; names: string[] } | undefined> {
    const names = namesOfAddress(address, this.#hosts())
    return names && { place: await this.places.find(names), names }
  }

  #hosts(): Set<string> {
    const hosts = [this.header('host'), this.header('x-forwarded-host'), new URL(this.ctx.publicUrl).host]
    return new Set(hosts.flatMap((host) => host?.toLowerCase() ?? []))
  }

  /** The body as text, which is XML in all requests that have one and are no upload. */
  async text(): Promise<string> {
    const exchange = { req: this.req.raw, res: this.reply.raw }
    const bytes = await readBytes(exchange, MAX_BODY_BYTES, () =>
      refuseDav(413, 'The body of the request is too large.'),
    )
    return bytes.toString('utf8')
  }
}

/** Something in a root, live. */
export async function existing(call: DavCall): Promise<Found> {
  const place = await call.place
  if (place.at === 'item') return place
  if (place.at === 'top' || place.at === 'backups' || place.at === 'draft')
    throw new DavError(403, 'Only what is inside a location can be changed here.')
  throw new DavError(404, 'There is nothing at this address.')
}

/** Where something can be made or changed. */
export function changeable<P extends Found | Free | Draft>(place: P): P {
  if (place.location.root.root_type === 'backup')
    refuseDav(403, 'Backups can be read here, and not be changed.')
  return place
}
