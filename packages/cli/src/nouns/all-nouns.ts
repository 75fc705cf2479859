import { alerts, channels, incidents, markers, policies, rules, slos, windows } from "./alerting-nouns.ts";
import { streams } from "./audit-stream-noun.ts";
import { projects, trusts } from "./code-nouns.ts";
import { heartbeats } from "./heartbeat-noun.ts";
import { identityProviders } from "./identity-provider-noun.ts";
import { monitors } from "./monitor-noun.ts";
import type { AnyNoun } from "./noun.ts";
import { schedules } from "./on-call-nouns.ts";
import {
  audit,
  invitations,
  keys,
  locations,
  members,
  organizations,
  variables,
  views,
} from "./organization-nouns.ts";
import { reports } from "./report-noun.ts";
import { statusPages } from "./status-page-noun.ts";
import { apiMonitors, groups, journeys, runs, targets, trash } from "./target-nouns.ts";
import { exporters } from "./telemetry-nouns.ts";

/** Every noun of the command line. */
export const ALL_NOUNS: readonly AnyNoun[] = [
  ...[targets, monitors, heartbeats, apiMonitors, journeys, groups, trash, runs],
  ...[alerts, rules, slos, reports, channels, policies, schedules, windows, incidents, markers, statusPages],
  ...[projects, trusts, exporters, identityProviders],
  ...[audit, streams, invitations, keys, locations, members, organizations, variables, views],
];
