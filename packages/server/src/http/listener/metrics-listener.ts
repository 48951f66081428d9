import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { NotThereError } from '../../platform/config/config.ts'
import { METRICS_TYPE } from '../../platform/metrics/metric.ts'

const PATH = '/metrics'
const MOST_CONNECTIONS = 16
const PATIENCE_MS = 10_000

export interface MetricsListener extends AsyncDisposable {
  url: string
}

interface Offered {
  host: string
  port: number
  /** The whole answer. Those who ask meanwhile are given the same. */
  tell(): Promise<string>
  log: Pick<Logger, 'warn' | 'debug'>
}

/** A port of its own, in plain HTTP and for nobody outside unless specified: figures are no part of the API. */
export async function openMetricsListener({ host, port, tell, log }: Offered): Promise<MetricsListener> {
  let asked: Promise<string> | undefined
  const answer: RequestListener = async (req, res) => {
    const begun = performance.now()
    res.once('close', () =>
      log.debug(
        { method: req.method, path: PATH, status: res.statusCode, ms: Math.round(performance.now() - begun) },
        'metrics were asked for',
      ),
    )
    if (req.url?.split('?', 1)[0] !== PATH) return res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return res.writeHead(405, { allow: 'GET, HEAD' }).end()
    asked ??= tell().finally(() => {
      asked = undefined
    })
    try {
      res.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(await asked)
    } catch (error) {
      log.warn({ err: error }, 'the metrics could not be gathered')
      res.writeHead(500).end()
    }
  }
  const server = createServer({ headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS }, answer)
  server.maxConnections = MOST_CONNECTIONS
  server.listen({ host, port })
  await once(server, 'listening').catch((error: Error) => {
    throw new NotThereError(
      `The metrics cannot be offered (HOLDFAST_METRICS_HOST, HOLDFAST_METRICS_PORT): ${error.message}`,
    )
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${PATH}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
