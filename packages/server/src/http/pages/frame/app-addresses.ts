/** The first parts of all addresses that the app has; what follows is the app's own affair. */
export const APP_SEGMENTS = [
  'files',
  'open',
  'team',
  'shared',
  'invitations',
  'links',
  'search',
  'recent',
  'starred',
  'me',
  'history',
  'undo',
  'deleted',
  'upload',
  'admin',
  'welcome',
] as const

/** One of them, the first among them, with whatever it says about what to show. It cannot lead to another site. */
export const APP_PAGE = new RegExp(`^/(?:(?:${APP_SEGMENTS.join('|')})(?:[/?][\\w.~%&=+,:/?-]{0,800})?)?$`)
