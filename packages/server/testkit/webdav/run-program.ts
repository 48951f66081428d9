import { spawn } from 'node:child_process'

export interface ProgramRun {
  code: number | null
  output: string
}

/** Runs a program to its end, with what it reads from its terminal. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input = '', env = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {},
): Promise<ProgramRun> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, ...(cwd !== undefined && { cwd }) })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString('utf8')
    })
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  )
  return { code, output }
}
