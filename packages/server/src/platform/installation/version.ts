import server from '../../../package.json' with { type: 'json' }

/** Of the program; the API has one of its own. */
export const VERSION = server.version

/** Of the API, not of the program: clients decide by it what they may call. */
export const API_VERSION = '2.0.0'
