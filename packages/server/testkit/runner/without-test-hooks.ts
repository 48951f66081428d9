// Preloaded by every process of tests. The test runner follows each promise by an asynchronous hook, which takes a quarter
// of the time of a server in the same process. Except for knowing which group a test is in, it needs that only to say
// which test an error belongs to that nothing awaited: here the whole file fails by such an error.
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = ({ init }) =>
  createHook({
    trackPromises: false,
    init(id, type, trigger, resource) {
      if (type === 'Test') init?.(id, type, trigger, resource)
    },
  })
await import('node:test')
hooks.createHook = createHook
