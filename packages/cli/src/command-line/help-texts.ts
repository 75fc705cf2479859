import { EXIT } from "../exit-codes.ts";

export const SETTINGS_HELP = `Settings (they take precedence over the profile of 'vdt login')
  VEDETTE_URL       URL of the server (default: http://localhost:8080)
  VEDETTE_API_KEY   API key; create one with 'vdt login' or 'vedette keys create' on the machine of the server
  VEDETTE_PROFILE   name of the profile`;

export const EXIT_CODES_HELP = `Exit codes ('ping -- COMMAND' returns that of COMMAND, or 128 and the number of its signal)
  ${EXIT.ok}  success; for 'check': the monitor is up or degraded; for 'run' and '--wait': all passed
  ${EXIT.down}  'check': the monitor is down; 'run' and '--wait': one failed; 'convert': no steps
  ${EXIT.usage}  the command line or a setting is invalid; nothing was sent
  ${EXIT.refused}  the server rejected the request with a reason
  ${EXIT.failed}  the server is unreachable or failed
  ${EXIT.notEnded}  a run did not finish within the time; it continues
  ${EXIT.notJudged}  'check' could not evaluate the monitor because of Vedette's own policy or limits`;
