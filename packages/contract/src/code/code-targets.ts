import { z } from "zod";
import { apiMonitorCreate } from "../api-monitors/api-monitors.ts";
import { heartbeatCreate } from "../heartbeats/heartbeats.ts";
import { journeyCreate } from "../journeys/journeys.ts";
import { monitorCreate } from "../targets/monitors.ts";
import { credentialSchema, referenceSchema, targetReferenceSchema } from "./code-references.ts";
import { codeSelectorSchema } from "./code-selector.ts";
import { DURATION_FIELDS } from "./durations.ts";
import { lifecycleFields, withDurations, writableShape } from "./resource-shape.ts";

/** Targets in a document. */

const PARENTS_MAX = 20;

const targetFields = {
  ...lifecycleFields,
  name: monitorCreate.shape.name.optional().meta({ description: "Default: the key" }),
  group: referenceSchema.nullish().meta({ description: "Key of the group that the target belongs to" }),
  parents: z
    .array(targetReferenceSchema)
    .max(PARENTS_MAX)
    .nullish()
    .meta({ description: "Targets that this target depends on" }),
};

export const codeMonitorSchema = z
  .strictObject({
    ...writableShape(monitorCreate.shape),
    ...targetFields,
    ...withDurations(DURATION_FIELDS.monitor),
    selector: codeSelectorSchema.nullish().meta({ description: "Of a composite monitor: its members" }),
  })
  .meta({ id: "CodeMonitor" });
export type CodeMonitor = z.input<typeof codeMonitorSchema>;

export const codeApiMonitorSchema = z
  .strictObject({
    ...writableShape(apiMonitorCreate.shape),
    ...targetFields,
    ...withDurations(DURATION_FIELDS.api_monitor),
  })
  .meta({ id: "CodeApiMonitor" });
export type CodeApiMonitor = z.input<typeof codeApiMonitorSchema>;

export const codeJourneySchema = z
  .strictObject({
    ...writableShape(journeyCreate.shape),
    ...targetFields,
    ...withDurations(DURATION_FIELDS.journey),
  })
  .meta({ id: "CodeJourney" });
export type CodeJourney = z.input<typeof codeJourneySchema>;

export const codeHeartbeatSchema = z
  .strictObject({
    ...writableShape(heartbeatCreate.shape),
    ...targetFields,
    ...withDurations(DURATION_FIELDS.heartbeat),
    push_token: z.union([heartbeatCreate.shape.push_token, credentialSchema]).optional(),
    ping_uuid: z.union([heartbeatCreate.shape.ping_uuid, credentialSchema]).optional(),
  })
  .meta({ id: "CodeHeartbeat" });
export type CodeHeartbeat = z.input<typeof codeHeartbeatSchema>;
