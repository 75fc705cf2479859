import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { GROUP_ROLLUPS } from "../common/rollups.ts";
import { SELECTOR_TARGETS_MAX } from "../targets/selector-limits.ts";
import { selectorSchema, selectorView } from "../targets/selectors.ts";
import { orgIdField, targetFields } from "../targets/target-fields.ts";
import { isPlainText, PLAIN_TEXT_ERROR } from "./plain-text.ts";
import { COMPONENT_STATUSES } from "./status-words.ts";

/** Components of a status page, and the groups that they are shown in. */

const POSITION_MAX = 100_000;

const name = targetFields.name.refine(isPlainText, PLAIN_TEXT_ERROR);
const description = z
  .string()
  .max(2_000)
  .refine(isPlainText, PLAIN_TEXT_ERROR)
  .meta({ description: "Shown below the name; plain text" });
const position = z
  .number()
  .int()
  .min(0)
  .max(POSITION_MAX)
  .meta({ description: "Order on the page; equal positions are ordered by name" });

const fields = {
  name: name.meta({ description: "Shown on the page" }),
  internal_name: targetFields.name.meta({ description: "Shown to members of the organization only" }),
  description,
  group_id: z
    .string()
    .max(64)
    .meta({ description: "Group of the page that shows the component; null for none" }),
  position,
  targets: z
    .array(z.string().max(64))
    .max(SELECTOR_TARGETS_MAX)
    .meta({ description: "IDs of targets: a short form of `selector` with `targets` only. Empty: none" }),
  selector: selectorSchema,
  rollup: z.enum(GROUP_ROLLUPS).meta({
    description:
      "`worst`: bad if any target is down. `quorum`: if at least half of the measured targets are. `all`: if all are. " +
      "With `quorum` and `all` fewer failures degrade the component",
  }),
  only_when_bad: z.boolean().meta({ description: "Show the component only while it is not operational" }),
  status: z.enum(COMPONENT_STATUSES).meta({
    description:
      "Of a component without targets: its status. Otherwise the component follows its targets, and this applies if none is left",
  }),
};

const readOnlyFields = {
  id: readOnly,
  public_id: readOnly,
  page_id: readOnly,
  target_count: readOnly,
  is_measured: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const pageComponentCreate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name,
    internal_name: fields.internal_name.nullish(),
    description: fields.description.nullish(),
    group_id: fields.group_id.nullish(),
    position: fields.position.default(0),
    targets: fields.targets.nullish(),
    selector: fields.selector.nullish(),
    rollup: fields.rollup.default("worst"),
    only_when_bad: fields.only_when_bad.default(false),
    status: fields.status.default("operational"),
  })
  .meta({ id: "PageComponentCreate" });
export type PageComponentCreate = z.output<typeof pageComponentCreate>;
export type PageComponentCreateInput = z.input<typeof pageComponentCreate>;

/** Changes only the fields in the request; null resets an optional field. */
export const pageComponentUpdate = z
  .strictObject({
    ...readOnlyFields,
    org_id: orgIdField,
    name: fields.name.optional(),
    internal_name: fields.internal_name.nullish(),
    description: fields.description.nullish(),
    group_id: fields.group_id.nullish(),
    position: fields.position.optional(),
    targets: fields.targets.nullish(),
    selector: fields.selector.nullish(),
    rollup: fields.rollup.optional(),
    only_when_bad: fields.only_when_bad.optional(),
    status: fields.status.optional(),
  })
  .meta({ id: "PageComponentUpdate" });
export type PageComponentUpdate = z.output<typeof pageComponentUpdate>;

export const pageComponentSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    page_id: z.string(),
    public_id: z.string(),
    name: z.string(),
    internal_name: z.string().nullable(),
    description: z.string(),
    group_id: z.string().nullable(),
    position: z.number(),
    targets: z.array(z.string()),
    selector: selectorView.nullable().meta({ description: "Null for a component without targets" }),
    target_count: z.number().meta({ description: "Number of targets that it selects now" }),
    rollup: z.enum(GROUP_ROLLUPS),
    only_when_bad: z.boolean(),
    status: z.enum(COMPONENT_STATUSES).meta({ description: "What visitors see now" }),
    is_measured: z.boolean().meta({
      description: "False while none of its targets is measured, so that `operational` is not known",
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "PageComponent" });
export type PageComponent = z.output<typeof pageComponentSchema>;

/** All components: their number is limited, so that there is only one page. */
export const pageComponentPage = page(pageComponentSchema);

const groupReadOnly = {
  id: readOnly,
  public_id: readOnly,
  page_id: readOnly,
  created_at: readOnly,
  updated_at: readOnly,
};

export const pageGroupCreate = z
  .strictObject({
    ...groupReadOnly,
    org_id: orgIdField,
    name,
    description: description.nullish(),
    position: position.default(0),
  })
  .meta({ id: "PageGroupCreate" });
export type PageGroupCreate = z.output<typeof pageGroupCreate>;

export const pageGroupUpdate = z
  .strictObject({
    ...groupReadOnly,
    org_id: orgIdField,
    name: name.optional(),
    description: description.nullish(),
    position: position.optional(),
  })
  .meta({ id: "PageGroupUpdate" });
export type PageGroupUpdate = z.output<typeof pageGroupUpdate>;

export const pageGroupSchema = z
  .object({
    id: z.string(),
    org_id: z.string(),
    page_id: z.string(),
    public_id: z.string(),
    name: z.string(),
    description: z.string(),
    position: z.number(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "PageGroup" });
export type PageGroup = z.output<typeof pageGroupSchema>;

export const pageGroupPage = page(pageGroupSchema);

/** Path parameters of a component or a group of components, with the page's ID first. */
export const pageComponentParams = z.object({ id: z.string(), component_id: z.string() });
export const pageGroupParams = z.object({ id: z.string(), group_id: z.string() });
