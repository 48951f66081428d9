import os from 'node:os'
import path from 'node:path'

/** What the environment says, and nothing else of the agent asks it. */
export const ENVIRONMENT = {
  home: process.env.HOLDFAST_AGENT_HOME,
  /** Where programs keep what they know, and what starts them (XDG). */
  stateFolder: process.env.XDG_STATE_HOME ?? path.join(os.homedir(), '.local/state'),
  dataFolder: process.env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local/share'),
  configFolder: process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config'),
  /** Where a person's own systemd listens; it is missing after `su` and `sudo`. */
  runtimeFolder: process.env.XDG_RUNTIME_DIR,
  /** Systemd says so to the process that it starts, and will start again. */
  isSupervised: process.env.SYSTEMD_EXEC_PID === String(process.pid),
}
