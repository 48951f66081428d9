// Whether the service in this container answers at all: exit code 0 or 1. Its certificate is for others to judge.
import { get } from 'node:https'

const address = { host: '127.0.0.1', port: process.env.HOLDFAST_PORT || 8443, path: '/healthz' }
get({ ...address, rejectUnauthorized: false, timeout: 5000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
