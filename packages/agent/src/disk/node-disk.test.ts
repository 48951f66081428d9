import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describeDisk } from '../../testkit/disk/disk.contract.ts'
import { openRealDisk } from '../../testkit/disk/real-disk.ts'

describeDisk('a disk', () => openRealDisk(tmpdir()))
if (existsSync('/dev/shm')) describeDisk('a disk in memory', () => openRealDisk('/dev/shm'))
