import type { CommandGroup } from "./command-line/program.ts";

const TARGETS = "Targets";
const ALERTING = "Alerting";
const PUBLISHING = "Status pages and badges";
const ORGANIZATION = "Organization";
const SESSION = "Login";
const CODE = "Monitoring as code";
const OTHER = "Other commands";

/**
 * Every command of the command line by its first word. A module is imported by the first command line that needs it. To
 * add a command, add a file in commands/ that calls `defineCommand`, and name it in the group of its first word.
 */
export const COMMAND_GROUPS: Readonly<Record<string, CommandGroup>> = {
  targets: {
    summary: "Targets of all kinds: list, snooze, uptime, outages",
    heading: TARGETS,
    load: async () => (await import("./command-sets/targets.ts")).targetCommands,
  },
  monitors: {
    summary: "Checks of URLs, hosts and services",
    heading: TARGETS,
    load: async () => (await import("./command-sets/monitors.ts")).monitorCommands,
  },
  "api-monitors": {
    summary: "Checks of an API in several steps",
    heading: TARGETS,
    load: async () => (await import("./command-sets/runs.ts")).apiMonitorCommands,
  },
  journeys: {
    summary: "Checks in a browser",
    heading: TARGETS,
    load: async () => (await import("./command-sets/runs.ts")).journeyCommands,
  },
  heartbeats: {
    summary: "Jobs that must report in time",
    heading: TARGETS,
    load: async () => (await import("./command-sets/heartbeats.ts")).heartbeatCommands,
  },
  ping: {
    summary: "Pings a heartbeat, around a command if one is given",
    heading: TARGETS,
    startsProgram: true,
    load: async () => (await import("./commands/ping/ping.ts")).ping,
  },
  changes: {
    summary: "What changed at a target, or before an alert",
    heading: TARGETS,
    load: async () => (await import("./commands/changes.ts")).changes,
  },
  groups: {
    summary: "Groups of targets",
    heading: TARGETS,
    load: async () => (await import("./command-sets/targets.ts")).groupCommands,
  },
  runs: {
    summary: "Runs of journeys and API monitors",
    heading: TARGETS,
    load: async () => (await import("./command-sets/runs.ts")).runCommands,
  },
  run: {
    summary: "Runs targets by tag, and reports as JUnit, TAP, JSON or GitHub annotations",
    heading: TARGETS,
    load: async () => (await import("./commands/run/run.ts")).run,
  },
  record: {
    summary: "Records a journey in a browser of this machine",
    heading: TARGETS,
    load: async () => (await import("./commands/record.ts")).record,
  },
  evidence: {
    summary: "Why a target went down: verdicts and facts",
    heading: TARGETS,
    load: async () => (await import("./commands/targets/evidence.ts")).listEvidence,
  },
  trash: {
    summary: "Deleted targets",
    heading: TARGETS,
    load: async () => (await import("./command-sets/targets.ts")).trashCommands,
  },
  alerts: {
    summary: "Alerts: list, acknowledge, resolve",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).alertCommands,
  },
  incidents: {
    summary: "Incidents and their timeline",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).incidentCommands,
  },
  rules: {
    summary: "Alert rules",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).ruleCommands,
  },
  channels: {
    summary: "Alert channels",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).channelCommands,
  },
  slos: {
    summary: "SLOs and their error budgets",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).sloCommands,
  },
  reports: {
    summary: "Reports by email",
    heading: ALERTING,
    load: async () => (await import("./command-sets/reports.ts")).reportCommands,
  },
  export: {
    summary: "Results, incidents and uptime as CSV",
    heading: ALERTING,
    load: async () => (await import("./commands/export/export.ts")).exportCommands,
  },
  policies: {
    summary: "Escalation policies",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).policyCommands,
  },
  "on-call": {
    summary: "Who is on call, and who cannot be reached",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).onCallCommands,
  },
  schedules: {
    summary: "On-call schedules",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).scheduleCommands,
  },
  windows: {
    summary: "Maintenance windows",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).windowCommands,
  },
  markers: {
    summary: "Deploy markers",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).markerCommands,
  },
  activity: {
    summary: "What happened",
    heading: ALERTING,
    load: async () => (await import("./command-sets/alerting.ts")).activityCommands,
  },
  "past-state": {
    summary: "Prints what was known at a time",
    heading: ALERTING,
    load: async () => (await import("./commands/past-state/show.ts")).showPastState,
  },
  "status-pages": {
    summary: "Status pages, their incidents, domains and subscribers",
    heading: PUBLISHING,
    load: async () => (await import("./command-sets/status-pages.ts")).statusPageCommands,
  },
  badges: {
    summary: "Badges of targets and status pages",
    heading: PUBLISHING,
    load: async () => (await import("./command-sets/status-pages.ts")).badgeCommands,
  },
  variables: {
    summary: "Variables and secrets",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).variableCommands,
  },
  keys: {
    summary: "API keys",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).keyCommands,
  },
  members: {
    summary: "Members of the organization",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).memberCommands,
  },
  invitations: {
    summary: "Invitations to the organization",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).invitationCommands,
  },
  organizations: {
    summary: "Organizations of the key",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).organizationCommands,
  },
  projects: {
    summary: "Projects of monitoring as code",
    heading: CODE,
    load: async () => (await import("./command-sets/code-nouns.ts")).projectCommands,
  },
  trusts: {
    summary: "Trusted tokens of pipelines",
    heading: CODE,
    load: async () => (await import("./command-sets/code-nouns.ts")).trustCommands,
  },
  "identity-providers": {
    summary: "OpenID Connect providers of members",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/identity-provider-noun.ts")).identityProviderCommands,
  },
  exporters: {
    summary: "Exporters of metrics and traces",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/telemetry-nouns.ts")).exporterCommands,
  },
  locations: {
    summary: "Locations and their runners",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).locationCommands,
  },
  audit: {
    summary: "The audit log",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).auditCommands,
  },
  streams: {
    summary: "Streams of the audit log",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).streamCommands,
  },
  views: {
    summary: "Saved views of lists",
    heading: ORGANIZATION,
    load: async () => (await import("./command-sets/organization.ts")).viewCommands,
  },
  "service-health": {
    summary: "Prints how well Vedette itself worked",
    heading: ORGANIZATION,
    load: async () => (await import("./commands/service-health/show.ts")).showServiceHealth,
  },
  code: {
    summary: "Monitoring as code: validate, plan, apply, test, export",
    heading: CODE,
    load: async () => (await import("./command-sets/code.ts")).codeCommands,
  },
  import: {
    summary: "Imports monitors from another monitoring tool",
    heading: CODE,
    load: async () => (await import("./command-sets/imports.ts")).importCommands,
  },
  discover: {
    summary: "Monitors what runs in Docker, Podman or Kubernetes",
    heading: CODE,
    load: async () => (await import("./command-sets/discover.ts")).discoverCommands,
  },
  login: {
    summary: "Stores the URL of a server and an API key as a profile",
    heading: SESSION,
    load: async () => (await import("./commands/profiles/login.ts")).login,
  },
  logout: {
    summary: "Deletes the current profile",
    heading: SESSION,
    load: async () => (await import("./commands/profiles/profiles.ts")).logout,
  },
  whoami: {
    summary: "Prints the server and the organization",
    heading: SESSION,
    load: async () => (await import("./commands/profiles/profiles.ts")).whoami,
  },
  profiles: {
    summary: "Stored servers and keys",
    heading: SESSION,
    load: async () => (await import("./command-sets/profiles.ts")).profileCommands,
  },
  tail: {
    summary: "Prints live events",
    heading: OTHER,
    load: async () => (await import("./commands/tail/tail.ts")).tail,
  },
  open: {
    summary: "Opens a page of the dashboard",
    heading: OTHER,
    load: async () => (await import("./commands/open.ts")).open,
  },
  deploy: {
    summary: "Records deploys",
    heading: OTHER,
    load: async () => [(await import("./commands/deploy-mark.ts")).markDeploy],
  },
  completion: {
    summary: "Prints a script for the completion of a shell",
    heading: OTHER,
    load: async () => (await import("./commands/completion.ts")).completion,
  },
  complete: {
    summary: "Prints the words that can follow",
    heading: OTHER,
    isHidden: true,
    startsProgram: true,
    load: async () => (await import("./commands/completion.ts")).completeCommand(COMMAND_GROUPS),
  },
  search: {
    summary: "Searches by name",
    heading: OTHER,
    load: async () => (await import("./commands/search.ts")).search,
  },
};
