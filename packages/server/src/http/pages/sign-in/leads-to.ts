import { authorize } from '@holdfast/api/sign-in/oauth'
import { VERIFY_PATH } from '../../../sign-in/password-reset/addresses.ts'
import type { Request } from '../../exchange/server.ts'
import { APP_PAGE } from '../frame/app-addresses.ts'
import { queryField } from '../frame/form-text.ts'

/**
 * The page that someone gets to in the end, where it came for one: of the app, of a share link, to confirm the own address, or to let
 * an application in.
 */
export type LeadsTo = string | undefined

/** An address that could lead to another site is not one of these. */
const LINK_PAGE = /^\/shares\/(?:file|folder)\/([A-Za-z0-9]{1,64})\/(?:[a-z0-9]+\/){0,3}$/
/** Twice encoded, in a mail, it must stay an address that every mail program can open. */
const AUTHORIZE_PAGE = new RegExp(`^${authorize.path}\\?[\\w.~*%&=+-]{1,800}$`)
const VERIFY_PAGE = new RegExp(`^${VERIFY_PATH}\\?token=[\\w-]{1,64}$`)

/** Where the address of a page says that it leads to. */
export function leadsTo(req: Request): LeadsTo {
  const to = queryField(req, 'to')
  return [APP_PAGE, LINK_PAGE, VERIFY_PAGE, AUTHORIZE_PAGE].some((page) => page.test(to)) ? to : undefined
}

/** Of the link, or of whom it is shared with. */
export const hashIn = (to: LeadsTo): string | undefined => LINK_PAGE.exec(to ?? '')?.[1]
