import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The one Fastify type that routes and hooks speak of. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>
export type Request = FastifyRequest
export type Reply = FastifyReply
