import { z } from "zod";
import { variableCreate } from "../variables/variables.ts";
import {
  codeChannelSchema,
  codeGroupSchema,
  codeRuleSchema,
  codeSloSchema,
  codeWindowSchema,
} from "./code-alerting.ts";
import { CODE_KINDS, CODE_RESOURCES_MAX } from "./code-keys.ts";
import { codeEscalationPolicySchema, codeScheduleSchema } from "./code-on-call.ts";
import { codeKeySchema, credentialSchema, projectSchema } from "./code-references.ts";
import { codeStatusPageSchema } from "./code-status-pages.ts";
import {
  codeApiMonitorSchema,
  codeHeartbeatSchema,
  codeJourneySchema,
  codeMonitorSchema,
} from "./code-targets.ts";

/** The document of monitoring as code: everything that a project consists of. YAML and TypeScript produce it. */

export const CODE_VERSION = 1;

const sectionOf = <S extends z.ZodType>(resource: S) => z.record(codeKeySchema, resource).optional();

const variableName = variableCreate.shape.name;
const kind = z.enum(CODE_KINDS);

export const codeDocumentSchema = z
  .strictObject({
    $schema: z.string().max(2_000).optional(),
    version: z.literal(CODE_VERSION),
    project: projectSchema.meta({ description: "Namespace of all keys; it owns its resources" }),
    defaults: z
      .strictObject({
        monitor: codeMonitorSchema.partial().optional(),
        api_monitor: codeApiMonitorSchema.partial().optional(),
        journey: codeJourneySchema.partial().optional(),
        heartbeat: codeHeartbeatSchema.partial().optional(),
      })
      .optional()
      .meta({ description: "Merged under every target of the kind: shallow, and lists are replaced" }),
    variables: z.record(variableName, variableCreate.shape.value).optional(),
    secrets: z.record(variableName, credentialSchema).optional(),
    groups: sectionOf(codeGroupSchema),
    channels: sectionOf(codeChannelSchema),
    schedules: sectionOf(codeScheduleSchema),
    escalation_policies: sectionOf(codeEscalationPolicySchema),
    monitors: sectionOf(codeMonitorSchema),
    api_monitors: sectionOf(codeApiMonitorSchema),
    journeys: sectionOf(codeJourneySchema),
    heartbeats: sectionOf(codeHeartbeatSchema),
    slos: sectionOf(codeSloSchema),
    rules: sectionOf(codeRuleSchema),
    status_pages: sectionOf(codeStatusPageSchema),
    maintenance_windows: sectionOf(codeWindowSchema),
    moved: z
      .array(z.strictObject({ kind, from: codeKeySchema, to: codeKeySchema }))
      .max(CODE_RESOURCES_MAX)
      .optional()
      .meta({ description: "Keys that have changed: the resource and its history stay" }),
    imports: z
      .array(z.strictObject({ kind, key: codeKeySchema, id: z.string().max(64) }))
      .max(CODE_RESOURCES_MAX)
      .optional()
      .meta({ description: "Existing resources that the project takes over" }),
  })
  .meta({ id: "CodeDocument" });

/** Returns the JSON Schema (draft 2020-12) of a document as it is written. */
export function documentJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(codeDocumentSchema, { io: "input" });
}

/** A document as it is written. */
export type CodeDocument = z.input<typeof codeDocumentSchema>;
