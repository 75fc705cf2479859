import { z } from "zod";
import { alertRuleCreate, RULE_CHANNELS_MAX } from "../alerts/alert-rules.ts";
import { ALERT_CHANNEL_TYPES } from "../alerts/channels/channel-types.ts";
import { onlySeveritySchema, quietHoursSchema } from "../alerts/channels/quiet-hours.ts";
import { maintenanceWindowCreate } from "../alerts/maintenance-windows.ts";
import { channelTemplatesSchema } from "../alerts/templates/channel-templates.ts";
import { sloCreate } from "../slos/slos.ts";
import { groupCreate } from "../targets/groups.ts";
import { credentialSchema, personReferenceSchema, referenceSchema } from "./code-references.ts";
import { codeSelectorSchema } from "./code-selector.ts";
import { DURATION_FIELDS } from "./durations.ts";
import { lifecycleFields, withDurations, writableShape } from "./resource-shape.ts";

/** Groups, channels, SLOs, rules and maintenance windows in a document. */

const SHOW_ON_MAX = 100;

const named = {
  ...lifecycleFields,
  name: groupCreate.shape.name.optional().meta({ description: "Default: the key" }),
};

/** `on` is a short form of `selector`. */
const selecting = {
  selector: codeSelectorSchema.nullish().meta({ description: "The targets that it covers; absent: all" }),
  on: codeSelectorSchema.nullish().meta({ description: "The short form of `selector`" }),
};

export const codeGroupSchema = z
  .strictObject({
    ...writableShape(groupCreate.shape),
    ...named,
    parent: referenceSchema.nullish().meta({ description: "Key of the group that contains this one" }),
  })
  .meta({ id: "CodeGroup" });
export type CodeGroup = z.input<typeof codeGroupSchema>;

const configValue = z.union([z.string(), z.number(), z.boolean(), z.null(), credentialSchema]);

export const codeChannelSchema = z
  .strictObject({
    ...named,
    type: z.enum(ALERT_CHANNEL_TYPES),
    acknowledge_links: z.boolean().optional().meta({
      description: "Whether messages have a link that acknowledges the alert; default: true",
    }),
    only_severity: onlySeveritySchema.nullish(),
    quiet_hours: quietHoursSchema.nullish(),
    config: z.record(
      z.string().max(100),
      z.union([
        configValue,
        z.array(z.union([configValue, personReferenceSchema])),
        z.record(z.string(), configValue),
      ]),
    ),
    templates: channelTemplatesSchema.nullish(),
  })
  .meta({
    id: "CodeChannel",
    description:
      "The fields of `config` are those of the API; each text may be a credential, and `people` are email addresses",
  });
export type CodeChannel = z.input<typeof codeChannelSchema>;

export const codeSloSchema = z
  .strictObject({
    ...writableShape(sloCreate.shape),
    ...named,
    ...selecting,
  })
  .meta({ id: "CodeSlo" });
export type CodeSlo = z.input<typeof codeSloSchema>;

export const codeRuleSchema = z
  .strictObject({
    ...writableShape(alertRuleCreate.shape),
    ...named,
    ...selecting,
    ...withDurations(DURATION_FIELDS.rule),
    channels: z
      .array(referenceSchema)
      .max(RULE_CHANNELS_MAX)
      .nullish()
      .meta({ description: "Keys of the channels to notify" }),
    slo: referenceSchema
      .nullish()
      .meta({ description: "With the type `burn_rate`: key of the SLO that the rule is about" }),
    escalation_policy: referenceSchema
      .nullish()
      .meta({ description: "Key of the escalation policy that runs for each alert" }),
  })
  .meta({ id: "CodeRule" });
export type CodeRule = z.input<typeof codeRuleSchema>;

export const codeWindowSchema = z
  .strictObject({
    ...writableShape(maintenanceWindowCreate.shape),
    ...named,
    ...selecting,
    ...withDurations(DURATION_FIELDS.maintenance_window),
    show_on: z
      .array(referenceSchema)
      .max(SHOW_ON_MAX)
      .nullish()
      .meta({ description: "Keys of the status pages that announce the window" }),
  })
  .meta({ id: "CodeMaintenanceWindow" });
export type CodeMaintenanceWindow = z.input<typeof codeWindowSchema>;
