import type { Disk } from '../../src/ports/disk.ts'
import { describeDisk } from '../disk/disk.contract.ts'
import { later } from '../disk/later.ts'
import type { Node } from './disk-tree.ts'
import { ModelDisk } from './model-disk.ts'

for (const ignoresCase of [false, true])
  describeDisk(`the disk of the simulation${ignoresCase ? ', to which case is nothing' : ''}`, async () => {
    const disk = new ModelDisk({ name: 'd', ignoresCase, reusesInodes: true })
    const find = (path: string): Node | undefined =>
      path.split('/').reduce<Node | undefined>((node, name) => node && disk.named(node, name), disk.top)
    const get = (path: string): Node => find(path) ?? disk.top
    const split = (path: string): [Node, string] => {
      const [name = '', ...above] = path.split('/').reverse()
      return [above.length > 0 ? get(above.reverse().join('/')) : disk.top, name]
    }
    return {
      disk: later<Disk>(disk),
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
