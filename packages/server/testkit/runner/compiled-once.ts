// Preloaded by every process of tests. Each world has a server of its own, whose router writes the same thousand small
// functions again, and compiling them takes a fifth of what opening a world does. None of them holds anything of its own.
const Compiler = globalThis.Function
const compiled = new Map<string, object>()

globalThis.Function = new Proxy(Compiler, {
  construct(target, sources: unknown[], newTarget) {
    if (newTarget !== globalThis.Function) return Reflect.construct(target, sources, newTarget)
    const key = sources.join('\0')
    const known = compiled.get(key) ?? Reflect.construct(target, sources)
    compiled.set(key, known)
    return known
  },
})
