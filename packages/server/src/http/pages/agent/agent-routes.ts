import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { systemOf } from '../../../sign-in/oauth/browser-of.ts'
import type { PageRoute } from '../../exchange/error-handler.ts'
import { findOwnCertificate } from '../../exchange/own-certificate.ts'
import type { App } from '../../exchange/server.ts'
import { sendPage } from '../frame/send-page.ts'
import { lookAt, siteAt } from '../frame/site.ts'
import { AGENT_FOLDER, type AgentFile, FOR_NODE, findFile, listAgentFiles } from './agent-files.ts'
import { agentPage } from './agent-page.ts'
import { type AgentRelease, findRelease, installScript } from './agent-release.ts'

const PATH = '/agent'
const HASH = '.sha256'
const SCRIPT = 'install.sh'

export const AGENT_PAGES: readonly PageRoute[] = [
  { method: 'GET', path: PATH },
  { method: 'GET', path: `${PATH}/[^/]+` },
]

/** The program for devices, as this version of the service has it: it speaks as the service does. */
export function agentRoutes(app: App, ctx: Ctx): void {
  app.get(PATH, async (req, reply) => {
    const files = await listAgentFiles()
    if (files.length === 0) return fail('not_found', 'This server was built without the agent.')
    const offer = { files, release: await releaseOf(files), certificate: await findOwnCertificate(ctx, req) }
    return sendPage(reply, agentPage(await siteAt(ctx, req), offer, systemOf(req.headers['user-agent'])))
  })
  app.get(`${PATH}/${SCRIPT}`, async (req, reply) => {
    const release = await releaseOf(await listAgentFiles())
    if (!release) return fail('not_found', 'This server was built without a signed agent.')
    const at = {
      url: `https://${(await lookAt(ctx, req)).host}`,
      certificate: await findOwnCertificate(ctx, req),
    }
    const text = await installScript(AGENT_FOLDER, release, at)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  app.get(`${PATH}/:name`, async (req, reply) => {
    const asked = (req.params as { name: string }).name
    const isHash = asked.endsWith(HASH)
    const name = isHash ? asked.slice(0, -HASH.length) : asked
    const found = await findOffered(name)
    if (!found)
      return fail(
        'not_found',
        'This server has no agent for this platform. See /agent for the available ones.',
      )
    const { file, size, sha256 } = found
    // In the form that sha256sum --check reads.
    if (isHash) return reply.type('text/plain; charset=utf-8').send(`${sha256}  ${name}\n`)
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', size)
      .header('etag', `"${sha256}"`)
      .header('cache-control', 'no-cache')
    if (req.headers['if-none-match']?.includes(sha256)) return reply.code(304).send()
    return reply.send(req.method === 'HEAD' ? Readable.from([]) : createReadStream(file))
  })
}

async function releaseOf(files: readonly AgentFile[]): Promise<AgentRelease | undefined> {
  const forNode = files.find(({ name }) => name === FOR_NODE)
  return forNode && findRelease(AGENT_FOLDER, forNode)
}

async function findOffered(name: string): Promise<AgentFile | undefined> {
  const files = await listAgentFiles()
  const found = files.find((one) => one.name === name)
  if (found) return found
  const release = await releaseOf(files)
  return release?.names.includes(name) ? findFile(AGENT_FOLDER, name) : undefined
}
