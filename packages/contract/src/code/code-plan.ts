import { z } from "zod";
import { success } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { orgIdField } from "../targets/target-fields.ts";
import { CODE_KINDS, CODE_RESOURCES_MAX } from "./code-keys.ts";
import { CODE_ERRORS_MAX } from "./code-resources.ts";

/** Plans: what applying a document would change, and the request that applies exactly that. */

export const CODE_ACTIONS = [
  "create",
  "update",
  "replace",
  "delete",
  "release",
  "adopt",
  "move",
  "unchanged",
] as const;
export type CodeAction = (typeof CODE_ACTIONS)[number];

export const PRUNE_MODES = ["delete", "release", "keep"] as const;
export type PruneMode = (typeof PRUNE_MODES)[number];

const CREDENTIALS_MAX = 2_000;
const CREDENTIAL_LENGTH_MAX = 65_536;
const POINTER_LENGTH_MAX = 1_000;
const SOURCE_LENGTH_MAX = 1_000;

const pointer = z.string().max(POINTER_LENGTH_MAX);

const credentials = z
  .record(pointer, z.string().max(CREDENTIAL_LENGTH_MAX))
  .refine((values) => Object.keys(values).length <= CREDENTIALS_MAX, `must be at most ${CREDENTIALS_MAX}`)
  .meta({
    writeOnly: true,
    description:
      "The values of `{env}` and `{file}`, by the JSON pointer of each in the document. They are compared and used, and never " +
      "stored with the plan",
  });

/** What a plan may do besides creating and updating. */
export const codePlanOptions = z
  .strictObject({
    prune: z
      .enum(PRUNE_MODES)
      .default("delete")
      .meta({
        description:
          "What happens to resources of the project that are not in the document: `delete`; `release`: they stay, in no project; " +
          "`keep`",
      }),
    allow_delete: z.number().int().min(0).max(CODE_RESOURCES_MAX).optional().meta({
      description:
        "Required if more than 10 resources or 20 % of the project are deleted: at least their number",
    }),
    allow_empty: z.boolean().default(false).meta({
      description: "Accept a document without resources, which deletes everything in the project",
    }),
    allow_replace: z.boolean().default(false).meta({
      description: "Delete and create resources whose `type` has changed; their history goes to the trash",
    }),
    adopt_by_name: z.boolean().default(false).meta({
      description: "Take over resources without a project that have the name of a new one",
    }),
    effects: z.boolean().default(false).meta({
      description:
        "Say what changed rules would have done in the last 7 days, and what changed intervals cost",
    }),
  })
  .meta({ id: "CodePlanOptions" });
export type CodePlanOptions = z.output<typeof codePlanOptions>;

export const codePlanRequest = z
  .strictObject({
    org_id: orgIdField,
    document: z.record(z.string(), z.unknown()).meta({
      description:
        "See `GET /code/schema.json`. Its faults are in `errors` of the plan, not errors of the request",
    }),
    sources: z
      .record(pointer, z.string().max(SOURCE_LENGTH_MAX))
      .refine(
        (values) => Object.keys(values).length <= CODE_RESOURCES_MAX,
        `must be at most ${CODE_RESOURCES_MAX}`,
      )
      .optional()
      .meta({
        description: "Where resources are written, such as `monitors/home.yaml:12`, by their JSON pointers",
      }),
    credentials: credentials.optional(),
    options: codePlanOptions.prefault({}),
  })
  .meta({ id: "CodePlanRequest" });
export type CodePlanRequest = z.output<typeof codePlanRequest>;
export type CodePlanRequestInput = z.input<typeof codePlanRequest>;

const path = z.array(z.union([z.string(), z.number()]));

const problem = z
  .object({ path: path.meta({ description: "Place in the document" }), message: z.string() })
  .meta({ id: "CodeProblem" });

const changeSchema = z
  .object({
    path: path.meta({ description: "Field of the resource" }),
    before: z.unknown().meta({ description: "The live value, null if there is none" }),
    after: z
      .unknown()
      .meta({ description: "The value in the document; credentials are `(secret, changed)`" }),
  })
  .meta({ id: "CodeChange" });
export type CodeChange = z.output<typeof changeSchema>;

const driftSchema = z
  .object({
    path: path.meta({ description: "Field of the resource" }),
    applied: z.unknown().meta({ description: "As it was applied last" }),
    live: z.unknown(),
    changed_by: z
      .string()
      .nullable()
      .meta({ description: "Who changed it, by the audit log; null if not known" }),
    changed_at: timestamp.nullable(),
    audit_id: z.string().nullable(),
  })
  .meta({ id: "CodeDrift" });
export type CodeDrift = z.output<typeof driftSchema>;

const actionSchema = z
  .object({
    kind: z.enum(CODE_KINDS),
    key: z.string(),
    id: z.string().nullable().meta({ description: "Null for a resource that does not exist yet" }),
    action: z.enum(CODE_ACTIONS),
    changes: z.array(changeSchema),
    drift: z
      .array(driftSchema)
      .meta({ description: "What was changed outside of the document since it was applied" }),
    effect: z
      .string()
      .nullable()
      .meta({ description: "With `options.effects`: what the change would have done" }),
  })
  .meta({ id: "CodePlanAction" });
export type CodePlanAction = z.output<typeof actionSchema>;

export const codeSummarySchema = z
  .object({
    create: z.number(),
    update: z.number(),
    replace: z.number(),
    delete: z.number(),
    release: z.number(),
    adopt: z.number(),
    move: z.number(),
    unchanged: z.number(),
  })
  .meta({ id: "CodeSummary", description: "Number of resources by action" });
export type CodeSummary = z.output<typeof codeSummarySchema>;

export const codePlanSchema = z
  .object({
    plan_id: z.string().nullable().meta({ description: "Null if there are errors: it cannot be applied" }),
    project: z.string(),
    revision: z.number().meta({ description: "Revision of the project that the plan starts from" }),
    expires_at: timestamp,
    actions: z.array(actionSchema).meta({
      description: "In the order of the document; resources that are `unchanged` are counted, not listed",
    }),
    warnings: z.array(problem),
    errors: z
      .array(problem)
      .meta({ description: `At most ${CODE_ERRORS_MAX}; a last entry counts the others` }),
    summary: codeSummarySchema,
  })
  .meta({ id: "CodePlan" });
export type CodePlan = z.output<typeof codePlanSchema>;
export const codePlanResponse = success(codePlanSchema);

export const codeApplyRequest = z
  .strictObject({ org_id: orgIdField, plan_id: z.string().max(64), credentials: credentials.optional() })
  .meta({ id: "CodeApplyRequest" });
export type CodeApplyRequest = z.output<typeof codeApplyRequest>;
