import { z } from "zod";
import { CHECK_TYPES } from "../checks/check-types.ts";
import { SELECTOR_GROUPS_MAX, SELECTOR_TARGETS_MAX } from "./selector-limits.ts";
import { TARGET_KINDS, tagSchema } from "./target-fields.ts";

/** The selector: which targets a rule, a maintenance window, a bulk action or a list is about. */

const SELECTOR_TAGS_MAX = 20;

/** An empty list is rejected: it could mean nothing or everything. */
const EMPTY = "must not be empty; leave the field out to select by the other fields";
const tags = z.array(tagSchema).min(1, EMPTY).max(SELECTOR_TAGS_MAX);

const selectorTags = z
  .strictObject({
    any: tags.nullish().meta({ description: "The target has at least one of these tags" }),
    all: tags.nullish().meta({ description: "The target has all of these tags" }),
    none: tags.nullish().meta({ description: "The target has none of these tags" }),
  })
  .transform((given) => withoutEmpty(given));

/** Nulls and empty tags mean the same as an absent field, and are removed. */
export const selectorSchema = z
  .strictObject({
    targets: z.array(z.string().max(64)).min(1, EMPTY).max(SELECTOR_TARGETS_MAX).nullish().meta({
      description: "IDs of targets, selected in addition to those that match the other fields",
    }),
    groups: z
      .array(z.string().max(64))
      .min(1, EMPTY)
      .max(SELECTOR_GROUPS_MAX)
      .nullish()
      .meta({ description: "IDs of groups: targets in one of them or in a group nested in it" }),
    tags: selectorTags.nullish(),
    kinds: z.array(z.enum(TARGET_KINDS)).min(1, EMPTY).max(TARGET_KINDS.length).nullish(),
    types: z
      .array(z.enum(CHECK_TYPES))
      .min(1, EMPTY)
      .max(CHECK_TYPES.length)
      .nullish()
      .meta({ description: "Monitors of one of these types" }),
  })
  .transform((given) => withoutEmpty(given))
  .meta({
    id: "SelectorRequest",
    description:
      "Selects the listed `targets`, and those that match all of the other given fields. `{}` selects every target",
  });

/** A stored selector, without empty fields. */
export const selectorView = z
  .object({
    targets: z.array(z.string()).optional(),
    groups: z.array(z.string()).optional(),
    tags: z
      .object({
        any: z.array(z.string()).optional(),
        all: z.array(z.string()).optional(),
        none: z.array(z.string()).optional(),
      })
      .optional(),
    kinds: z.array(z.enum(TARGET_KINDS)).optional(),
    types: z.array(z.enum(CHECK_TYPES)).optional(),
  })
  .meta({ id: "Selector" });
export type Selector = z.output<typeof selectorView>;

const SELECTOR_TEXT_MAX = 4_000;

/** A selector in a query string, as JSON. */
export const selectorQuery = z
  .string()
  .max(SELECTOR_TEXT_MAX)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: "custom", message: 'must be JSON, such as {"tags":{"any":["prod"]}}' });
      return z.NEVER;
    }
  })
  .pipe(selectorSchema)
  .meta({ description: "Selector as JSON", type: "string" });

function withoutEmpty<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const isGiven = (value: unknown) =>
    value != null && (typeof value !== "object" || Object.keys(value).length > 0);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value))) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
