import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program.ts'

/** What the suite of tests for WebDAV servers said at its end. */
export interface LitmusRun {
  /** By the name of each of its parts: how many tests there were, and how many passed. */
  parts: Map<string, { run: number; passed: number }>
  /** Its lines that tell of anything but a pass. */
  complaints: string[]
  output: string
}

const SUMMARY = /^<- summary for `(\w+)': of (\d+) tests run: (\d+) passed/gm

export async function runLitmus(
  url: string,
  name: string,
  password: string,
  parts: readonly string[],
): Promise<LitmusRun> {
  // It writes its log where it is started.
  const folder = await mkdtemp(path.join(tmpdir(), 'litmus-'))
  try {
    const { output } = await runProgram('litmus', ['-k', url, name, password], {
      cwd: folder,
      env: { TESTS: parts.join(' ') },
    })
    return {
      parts: new Map(
        [...output.matchAll(SUMMARY)].map(([, part = '', run, passed]) => [
          part,
          { run: Number(run), passed: Number(passed) },
        ]),
      ),
      complaints: output.split(/[\r\n]+/).filter((line) => /FAIL|WARNING|SKIPPED/.test(line)),
      output,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
