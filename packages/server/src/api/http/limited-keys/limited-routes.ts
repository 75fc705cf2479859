/**
 * How each route works with a key that has a selector. A route that is not listed refuses such a key: what belongs to the
 * organization and not to targets, and what no one has decided yet.
 */
export type LimitedRoute =
  /** Runs unchanged on the rows that the selector allows; what it leaves out looks as if it did not exist. */
  | { does: "reads" }
  /** Changes or uses what the parameter `id` names, which must be visible. */
  | { does: "changes"; what: ChangedResource }
  /** Creates a target, which the selector must select. */
  | { does: "creates" }
  /** Leaves out by itself what the selector does not select. */
  | { does: "filters" };

/** The words of the errors for what does not exist. */
export type ChangedResource = "monitor" | "API monitor" | "journey" | "heartbeat" | "target" | "alert";

const reads = { does: "reads" } as const;
const filters = { does: "filters" } as const;
const creates = { does: "creates" } as const;
const changes = (what: ChangedResource) => ({ does: "changes", what }) as const;

/** By the id of the route. */
export const LIMITED_ROUTES: Readonly<Record<string, LimitedRoute>> = {
  listTargets: reads,
  getTargetSummary: reads,
  snoozeTarget: changes("target"),
  unsnoozeTarget: changes("target"),
  listOutages: reads,
  getTimeline: reads,
  getHeatMap: reads,
  getDailyUptime: reads,
  getTargetBadgeKey: reads,
  renewTargetBadgeKey: changes("target"),
  deleteTargetBadgeKey: changes("target"),
  search: reads,

  listMonitors: reads,
  createMonitor: creates,
  getMonitor: reads,
  updateMonitor: changes("monitor"),
  deleteMonitor: changes("monitor"),
  checkMonitor: changes("monitor"),
  acceptRecords: changes("monitor"),
  setMonitorStatus: changes("monitor"),
  listMonitorResults: reads,
  getResultBody: reads,
  getMonitorStats: reads,

  listApiMonitors: reads,
  createApiMonitor: creates,
  getApiMonitor: reads,
  updateApiMonitor: changes("API monitor"),
  deleteApiMonitor: changes("API monitor"),
  triggerApiMonitor: changes("API monitor"),
  listApiMonitorRuns: reads,
  listApiMonitorRunSteps: reads,
  getApiMonitorStats: reads,

  listJourneys: reads,
  createJourney: creates,
  getJourney: reads,
  updateJourney: changes("journey"),
  deleteJourney: changes("journey"),
  runJourney: changes("journey"),
  triggerJourney: changes("journey"),
  listJourneyRuns: reads,
  listJourneyRunSteps: reads,
  getJourneyStats: reads,
  listBaselines: reads,
  acceptBaseline: changes("journey"),

  listHeartbeats: reads,
  createHeartbeat: creates,
  getHeartbeat: reads,
  updateHeartbeat: changes("heartbeat"),
  deleteHeartbeat: changes("heartbeat"),
  getHeartbeatStats: reads,
  listPings: reads,
  getPing: reads,
  getHeartbeatMetrics: reads,

  listRuns: reads,
  getRun: reads,
  listRunSteps: reads,
  getPipelineRun: reads,
  getArtifact: reads,

  listAlerts: reads,
  getAlert: reads,
  resolveAlert: changes("alert"),
  acknowledgeAlert: changes("alert"),
  unacknowledgeAlert: changes("alert"),
  listAlertRules: reads,
  getAlertRule: reads,
  listIncidents: reads,
  getIncident: reads,
  getIncidentStats: reads,
  getIncidentTimeline: reads,
  getIncidentMarkdown: reads,

  exportResults: reads,
  exportIncidents: reads,
  exportUptime: reads,
  getTargetMetrics: reads,
  streamEvents: filters,
};
