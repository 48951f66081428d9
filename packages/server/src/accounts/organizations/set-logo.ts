import { type Brand, LOGO_BYTES } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { IncomingBytes } from '../../platform/content/incoming-bytes.ts'
import type { Ctx } from '../../platform/context.ts'
import { callerKey, type PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { brandWithInherited } from '../../records/brand.ts'
import { logoKeyOf, setLogo as putLogo } from '../../records/logos.ts'
import { checkOwnBrand } from './check-own-brand.ts'

const TOO_LARGE = `A logo can have up to ${LOGO_BYTES / 1024} KiB. Choose a smaller image.`
const UNKNOWN = 'The file is not a PNG or WebP image. Choose another one.'
const BROKEN = 'The image cannot be read. It may be damaged, or have more than 16 megapixels.'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** What is kept is not what was sent, but what another process has made of it: nothing else in the file is shown to anyone. */
export async function setLogo(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
  incoming: IncomingBytes,
): Promise<Brand> {
  checkOwnBrand(await authorizeOrganization(ctx.db.read, who, id))
  const sent = await receive(incoming)
  if (!isPicture(sent)) fail('invalid_request', UNKNOWN)
  const image = (await ctx.thumbnails.makeLogo(sent, callerKey(who))) ?? fail('invalid_request', BROKEN)
  const key = logoKeyOf(image)
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, id)
    checkOwnBrand(organization)
    if (organization.brand_logo !== key) {
      await putLogo(tx, id, { key, image })
      await recordActivity(tx, who, 'brand_changed', { organization, about: 'logo' }, ctx.now())
    }
    return brandWithInherited(tx, id)
  })
}

async function receive({ announcedSize = 0, receive }: IncomingBytes): Promise<Buffer> {
  if (announcedSize > LOGO_BYTES) fail('invalid_request', TOO_LARGE)
  const pieces: Buffer[] = []
  let size = 0
  await receive((bytes) => {
    size += bytes.length
    if (size > LOGO_BYTES) fail('invalid_request', TOO_LARGE)
    pieces.push(Buffer.from(bytes))
    return undefined
  })
  return Buffer.concat(pieces)
}

/** By its content: what a sender calls it says nothing. */
const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, PNG.length).equals(PNG) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
