/** The part of Fastify that nobody but a counter of hooks looks into. */
declare module 'fastify/lib/hooks.js' {
  const hooks: { Hooks: { prototype: { add(name: string, hook: unknown): void } } }
  export default hooks
}
