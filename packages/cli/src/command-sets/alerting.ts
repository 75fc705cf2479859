import { listActivity } from "../commands/activity/list.ts";
import { acknowledgeAlerts, resolveAlerts, unacknowledgeAlerts } from "../commands/alerts/change.ts";
import { changeIncident } from "../commands/incidents/change.ts";
import { addNote } from "../commands/incidents/note.ts";
import { openIncident } from "../commands/incidents/open.ts";
import { showIncident } from "../commands/incidents/show.ts";
import { showIncidentStats } from "../commands/incidents/stats.ts";
import { listPolicyDrills, startDrill } from "../commands/on-call/drills.ts";
import { onCall } from "../commands/on-call/now.ts";
import { onCallSettings } from "../commands/on-call/settings.ts";
import { listUnreachable } from "../commands/on-call/unreachable.ts";
import { showNoise } from "../commands/rules/noise.ts";
import { tuneRule } from "../commands/rules/tune.ts";
import { showSloReport } from "../commands/slos/report.ts";
import {
  alerts,
  channels,
  incidents,
  markers,
  policies,
  rules,
  slos,
  windows,
} from "../nouns/alerting-nouns.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { schedules } from "../nouns/on-call-nouns.ts";

export const alertCommands = [...nounCommands(alerts), acknowledgeAlerts, unacknowledgeAlerts, resolveAlerts];

export const incidentCommands = [
  ...nounCommands(incidents),
  showIncident,
  openIncident,
  addNote,
  changeIncident("acknowledge"),
  changeIncident("mitigate"),
  changeIncident("resolve"),
  showIncidentStats,
];

export const ruleCommands = [...nounCommands(rules), tuneRule, showNoise];

export const channelCommands = nounCommands(channels);

export const sloCommands = [...nounCommands(slos), showSloReport];
export const policyCommands = [...nounCommands(policies), startDrill, listPolicyDrills];

export const onCallCommands = [onCall, onCallSettings, listUnreachable];

export const scheduleCommands = nounCommands(schedules);

export const windowCommands = nounCommands(windows);

export const markerCommands = nounCommands(markers);

export const activityCommands = [listActivity];
