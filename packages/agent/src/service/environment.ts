import os from 'node:os'
import path from 'node:path'

/** What the environment says, and nothing else of the agent asks it. */
export const ENVIRONMENT = {
  home: process.env.HOLDFAST_AGENT_HOME,
  /** Where programs keep what they know, and what starts them (XDG). */
  stateFolder: process.env.XDG_STATE_HOME ?? path.join(os.homedir(), '.local/state'),
  configFolder: process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config'),
}
