import type { Disk } from '../../src/ports/disk.ts'
import { describeDisk } from '../disk/disk.contract.ts'
import type { AtOnce } from './lane.ts'
import { ModelDisk, type Node } from './model-disk.ts'

/** Each method, a moment later. */
const later = (disk: AtOnce<Disk>): Disk =>
  new Proxy(disk, {
    get(target, method) {
      const effect: unknown = Reflect.get(target, method)
      return typeof effect === 'function' ? async (...args: unknown[]) => effect.apply(target, args) : effect
    },
  }) as unknown as Disk

describeDisk('the disk of the simulation', async () => {
  const disk = new ModelDisk({ ignoresCase: false, reusesInodes: true })
  const find = (path: string): Node | undefined =>
    path.split('/').reduce<Node | undefined>((node, name) => node && disk.named(node, name), disk.top)
  const get = (path: string): Node => find(path) ?? disk.top
  const split = (path: string): [Node, string] => {
    const [name = '', ...above] = path.split('/').reverse()
    return [above.length > 0 ? get(above.reverse().join('/')) : disk.top, name]
  }
  return {
    disk: later(disk),
    write: (path, text) => {
      const node = find(path)
      if (node) disk.write(node, text)
      else disk.add(...split(path), 'file', text)
    },
    makeFolder: (path) => void disk.add(...split(path), 'folder'),
    move: (from, to) => {
      const node = get(from)
      disk.detach(node)
      disk.attach(node, ...split(to))
    },
    remove: (path) => disk.destroy(get(path)),
    read: (path) => find(path)?.content,
    unmount: () => {
      disk.isMounted = false
    },
    mount: () => {
      disk.isMounted = true
    },
    source: (content) => ({
      content,
      size: 1,
      modified: 0,
      chunks: async () => [],
      async *bytes() {},
    }),
    close: async () => {},
  }
})
