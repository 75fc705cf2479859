import { z } from "zod";
import { idSchema } from "../common/ids.ts";
import { TARGET_KINDS } from "../targets/target-fields.ts";
import { CODE_KEY_ERROR, CODE_KEY_PATTERN, PROJECT_ERROR, PROJECT_PATTERN } from "./code-keys.ts";
import { DURATION_PATTERN } from "./durations.ts";

/** Values that a document has in place of IDs, of credentials and of numbers of seconds. */

export const codeKeySchema = z.string().regex(CODE_KEY_PATTERN, CODE_KEY_ERROR);
export const projectSchema = z.string().regex(PROJECT_PATTERN, PROJECT_ERROR);

const byId = z.strictObject({ id: idSchema }).meta({ description: "A resource that is in no project" });
const ofProject = z.strictObject({ project: projectSchema, key: codeKeySchema });

/** A resource of the kind that the field is about: its key, a key of another project, or an ID. */
export const referenceSchema = z.union([codeKeySchema, ofProject, byId]).meta({ id: "CodeReference" });
export type CodeReference = z.output<typeof referenceSchema>;

/** A member by their email address, or a person by ID. */
export const personReferenceSchema = z
  .union([z.email("must be an email address").max(254), byId])
  .meta({ id: "CodePerson", description: "The email address of a member" });

/** A target. `kind` is needed only if targets of several kinds have the key. */
export const targetReferenceSchema = z
  .union([
    codeKeySchema,
    z.strictObject({
      kind: z.enum(TARGET_KINDS).optional(),
      project: projectSchema.optional(),
      key: codeKeySchema,
    }),
    byId,
  ])
  .meta({ id: "CodeTargetReference" });
export type CodeTargetReference = z.output<typeof targetReferenceSchema>;

/**
 * Where a credential comes from. The client reads it and sends it beside the document, so that no document, plan or
 * export contains one. `keep` leaves the stored value as it is.
 */
export const credentialSchema = z
  .union([
    z.strictObject({
      env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,254}$/, "must be the name of a variable"),
    }),
    z.strictObject({ file: z.string().min(1).max(1_000) }),
    z.strictObject({ keep: z.literal(true) }),
  ])
  .meta({ id: "CodeCredential", description: "`{env: NAME}`, `{file: PATH}` or `{keep: true}`" });
export type CodeCredential = z.output<typeof credentialSchema>;

/** Seconds, as a number or as a text such as `30s`, `5m`, `1h` or `1d`. */
export const durationSchema = z
  .union([
    z.number(),
    z.string().regex(DURATION_PATTERN, "must be seconds, or a duration such as 30s, 5m, 1h or 1d"),
  ])
  .meta({ id: "CodeDuration", description: "Seconds, or a duration such as `30s`, `5m`, `1h` or `1d`" });
