import type { Command, Terminal } from "./command.ts";
import { listActivity } from "./commands/activity/list.ts";
import { acknowledgeAlerts, resolveAlerts, unacknowledgeAlerts } from "./commands/alerts/change.ts";
import { listAlerts } from "./commands/alerts/list.ts";
import { importApiMonitors } from "./commands/api-monitors/import.ts";
import { runApiMonitor } from "./commands/api-monitors/run.ts";
import { createBadges, deleteBadges, showBadges } from "./commands/badges/badges.ts";
import { listChannels } from "./commands/channels/list.ts";
import { createGroup } from "./commands/groups/create.ts";
import { deleteGroup } from "./commands/groups/delete.ts";
import { listGroups } from "./commands/groups/list.ts";
import { createHeartbeat } from "./commands/heartbeats/create.ts";
import { deleteHeartbeat } from "./commands/heartbeats/delete.ts";
import { getHeartbeat } from "./commands/heartbeats/get.ts";
import { listHeartbeats } from "./commands/heartbeats/list.ts";
import { listPings } from "./commands/heartbeats/pings.ts";
import { updateHeartbeat } from "./commands/heartbeats/update.ts";
import { changeIncident } from "./commands/incidents/change.ts";
import { listIncidents } from "./commands/incidents/list.ts";
import { addNote } from "./commands/incidents/note.ts";
import { openIncident } from "./commands/incidents/open.ts";
import { showIncident } from "./commands/incidents/show.ts";
import { showIncidentStats } from "./commands/incidents/stats.ts";
import { convertJourney } from "./commands/journeys/convert.ts";
import { runJourney } from "./commands/journeys/run.ts";
import { acceptRecords } from "./commands/monitors/accept.ts";
import { checkMonitor } from "./commands/monitors/check.ts";
import { createMonitor } from "./commands/monitors/create.ts";
import { deleteMonitor } from "./commands/monitors/delete.ts";
import { getMonitor } from "./commands/monitors/get.ts";
import { listMonitors } from "./commands/monitors/list.ts";
import { setMonitorStatus } from "./commands/monitors/status.ts";
import { updateMonitor } from "./commands/monitors/update.ts";
import { showPastState } from "./commands/past-state/show.ts";
import { ping } from "./commands/ping/ping.ts";
import { record } from "./commands/record.ts";
import { getRun } from "./commands/runs/get.ts";
import { waitForRun } from "./commands/runs/wait.ts";
import { search } from "./commands/search.ts";
import { showServiceHealth } from "./commands/service-health/show.ts";
import { addPageComponent } from "./commands/status-pages/add-component.ts";
import { createStatusPage } from "./commands/status-pages/create.ts";
import { deleteStatusPage } from "./commands/status-pages/delete.ts";
import { addPageDomain, verifyPageDomain } from "./commands/status-pages/domains.ts";
import { listPageIncidents, postIncident, postIncidentUpdate } from "./commands/status-pages/incidents.ts";
import { listStatusPages } from "./commands/status-pages/list.ts";
import { showPageStatus } from "./commands/status-pages/status.ts";
import {
  addSubscriber,
  deleteSubscriber,
  listSubscriberDeliveries,
  listSubscribers,
} from "./commands/status-pages/subscribers.ts";
import { updateStatusPage } from "./commands/status-pages/update.ts";
import { listOutages } from "./commands/targets/outages.ts";
import { snoozeTarget } from "./commands/targets/snooze.ts";
import { unsnoozeTarget } from "./commands/targets/unsnooze.ts";
import { showUptime } from "./commands/targets/uptime.ts";
import { listTrash } from "./commands/trash/list.ts";
import { purgeFromTrash } from "./commands/trash/purge.ts";
import { restoreFromTrash } from "./commands/trash/restore.ts";
import { deleteView } from "./commands/views/delete.ts";
import { listViews } from "./commands/views/list.ts";
import { EXIT, exitCodeOf, UsageError } from "./exit-codes.ts";
import { printable } from "./printable.ts";
import { version } from "./version.ts";

/**
 * The command line of the client: words → a command of the registry below → an exit code. It knows only the contract of
 * the HTTP API, and nothing of the server behind it.
 */
export type Start = Terminal & { args: readonly string[] };

/** Every command, by its words. To add one, add a file in commands/ and a line here. */
const COMMANDS: Readonly<Record<string, Command>> = {
  "monitors list": listMonitors,
  "monitors get": getMonitor,
  "monitors create": createMonitor,
  "monitors update": updateMonitor,
  "monitors check": checkMonitor,
  "monitors accept": acceptRecords,
  "monitors status": setMonitorStatus,
  "monitors delete": deleteMonitor,
  "api-monitors run": runApiMonitor,
  "api-monitors import": importApiMonitors,
  "journeys run": runJourney,
  "journeys convert": convertJourney,
  "heartbeats list": listHeartbeats,
  "heartbeats get": getHeartbeat,
  "heartbeats create": createHeartbeat,
  "heartbeats update": updateHeartbeat,
  "heartbeats delete": deleteHeartbeat,
  "heartbeats pings": listPings,
  "groups list": listGroups,
  "groups create": createGroup,
  "groups delete": deleteGroup,
  "status-pages list": listStatusPages,
  "status-pages create": createStatusPage,
  "status-pages update": updateStatusPage,
  "status-pages delete": deleteStatusPage,
  "status-pages status": showPageStatus,
  "status-pages add-component": addPageComponent,
  "status-pages incidents": listPageIncidents,
  "status-pages post": postIncident,
  "status-pages post-update": postIncidentUpdate,
  "status-pages add-domain": addPageDomain,
  "status-pages verify-domain": verifyPageDomain,
  "status-pages subscribers": listSubscribers,
  "status-pages add-subscriber": addSubscriber,
  "status-pages delete-subscriber": deleteSubscriber,
  "status-pages deliveries": listSubscriberDeliveries,
  "alerts list": listAlerts,
  "alerts acknowledge": acknowledgeAlerts,
  "alerts unacknowledge": unacknowledgeAlerts,
  "alerts resolve": resolveAlerts,
  "badges show": showBadges,
  "badges create": createBadges,
  "badges delete": deleteBadges,
  "incidents list": listIncidents,
  "incidents show": showIncident,
  "incidents open": openIncident,
  "incidents note": addNote,
  "incidents acknowledge": changeIncident("acknowledge"),
  "incidents mitigate": changeIncident("mitigate"),
  "incidents resolve": changeIncident("resolve"),
  "incidents stats": showIncidentStats,
  "targets snooze": snoozeTarget,
  "targets unsnooze": unsnoozeTarget,
  "targets uptime": showUptime,
  "targets outages": listOutages,
  "past-state": showPastState,
  "service-health": showServiceHealth,
  "activity list": listActivity,
  "channels list": listChannels,
  "trash list": listTrash,
  "trash restore": restoreFromTrash,
  "trash purge": purgeFromTrash,
  "views list": listViews,
  "views delete": deleteView,
  "runs get": getRun,
  "runs wait": waitForRun,
  ping,
  search,
  record,
};

export async function main({ args, ...terminal }: Start): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    const code = exitCodeOf(error);
    // Any other error is a bug, for which the stack is needed.
    if (code === null || !(error instanceof Error)) throw error;
    terminal.complain(printable(error.message));
    return code;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [noun, verb, ...rest] = args;
  if (noun === undefined || ["help", "--help", "-h"].includes(noun)) {
    terminal.print(helpText());
    return EXIT.ok;
  }
  if (noun === "--version" || noun === "version") {
    terminal.print(`vdt ${version}`);
    return EXIT.ok;
  }
  const name = `${noun} ${verb ?? ""}`.trim();
  const command = commandOf(name);
  if (command) return runOrShowHelp(command, rest, terminal);
  const single = commandOf(noun);
  if (single) return runOrShowHelp(single, args.slice(1), terminal);
  if (isNoun(noun) && (verb === undefined || verb === "--help" || verb === "-h")) {
    terminal.print(helpText());
    return verb === undefined ? EXIT.usage : EXIT.ok;
  }
  throw new UsageError(`Unknown command '${name}'; 'vdt --help' lists all commands.`);
}

function commandOf(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

async function runOrShowHelp(command: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  // The words after `--` belong to another program.
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (!own.some((word) => word === "--help" || word === "-h")) return command.run(args, terminal);
  terminal.print(commandHelp(command));
  return EXIT.ok;
}

function isNoun(word: string): boolean {
  return Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));
}

function commandHelp({ usage, summary }: Command): string {
  return `${summary}.\n\n  vdt ${usage}\n\n${SHARED_HELP}`;
}

function helpText(): string {
  const commands = Object.values(COMMANDS);
  const lines = commands.map(({ usage, summary }) => `  vdt ${usage}\n      ${summary}.`);
  return `vdt – manage the targets, alerts, incidents and status pages of a Vedette server from a terminal or a pipeline\n\n${lines.join("\n")}\n\n${SHARED_HELP}`;
}

const SHARED_HELP = `Settings
  VEDETTE_API_KEY   API key; create one with 'vedette keys create' on the machine of the server
  VEDETTE_URL       URL of the server (default: http://localhost:8080); --server URL takes precedence
  --json            prints the response data as JSON instead of text
  --version         prints the version

Exit codes ('ping -- COMMAND' returns that of COMMAND, or 128 and the number of the signal that ended it)
  ${EXIT.ok}  success; for 'check': the monitor is up or degraded; for '--wait' and 'wait': the run passed
  ${EXIT.down}  'check': the monitor is down; '--wait' and 'wait': the run failed; 'convert': no steps
  ${EXIT.usage}  the command line or a setting is invalid; nothing was sent
  ${EXIT.refused}  the server rejected the request with a reason
  ${EXIT.failed}  the server is unreachable or failed
  ${EXIT.notEnded}  the run did not finish within --timeout; it continues
  ${EXIT.notJudged}  'check' could not evaluate the monitor because of Vedette's own policy or limits`;
