import { z } from "zod";
import { CHECK_TYPES } from "../checks/check-types.ts";
import { SELECTOR_GROUPS_MAX, SELECTOR_TARGETS_MAX } from "../targets/selector-limits.ts";
import { TAGS_MAX, TARGET_KINDS, tagSchema } from "../targets/target-fields.ts";
import { referenceSchema, targetReferenceSchema } from "./code-references.ts";

const tagList = z.array(tagSchema).min(1).max(TAGS_MAX);

/** The selector of the API, with keys of targets and groups in place of IDs. */
export const codeSelectorSchema = z
  .strictObject({
    targets: z.array(targetReferenceSchema).min(1).max(SELECTOR_TARGETS_MAX).optional(),
    groups: z.array(referenceSchema).min(1).max(SELECTOR_GROUPS_MAX).optional(),
    tags: z
      .strictObject({ any: tagList.optional(), all: tagList.optional(), none: tagList.optional() })
      .optional(),
    kinds: z.array(z.enum(TARGET_KINDS)).min(1).max(TARGET_KINDS.length).optional(),
    types: z.array(z.enum(CHECK_TYPES)).min(1).max(CHECK_TYPES.length).optional(),
  })
  .meta({ id: "CodeSelector" });
export type CodeSelector = z.output<typeof codeSelectorSchema>;
