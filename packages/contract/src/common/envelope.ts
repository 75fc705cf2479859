import { z } from "zod";
import { AUDIT_ACTOR_KINDS } from "../people/audit-actions.ts";
import { ERROR_STATUS, type ErrorCode } from "./errors.ts";
import { timestamp } from "./paging.ts";

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** `{"success": true, "data": …}` */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data });
}

/** A page of a list: the rows, and the cursor of the next page. */
export function page<T extends z.ZodType>(row: T) {
  return z.object({
    success: z.literal(true),
    data: z.array(row),
    meta: z.object({
      next_cursor: z.string().nullable().meta({ description: "Pass as `cursor` to get the next page" }),
      has_more: z.boolean(),
    }),
  });
}

export const deleted = success(z.object({ id: z.string(), deleted: z.literal(true) }));

/** Why `If-Match` did not match: the current version, and the last change that is in the audit log. */
export const conflictSchema = z
  .object({
    etag: z.string().meta({ description: "The current ETag, which is also in the header `ETag`" }),
    changed_at: timestamp.nullable().meta({ description: "Null if the audit log has no change" }),
    changed_by: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), name: z.string() }).nullable(),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .nullable()
      .meta({
        description:
          "The fields of the last change; values that may contain secrets are masked. Null if the caller may not read " +
          "the audit log",
      }),
  })
  .meta({ id: "Conflict" });
export type Conflict = z.output<typeof conflictSchema>;

const reasonSchema = z
  .object({
    code: z.string().meta({ description: "Never renamed or reused", example: "wrong_code" }),
    values: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: "Values that the message contains", example: { provider: "Acme" } }),
  })
  .meta({
    description:
      "What exactly went wrong, for clients that show a text of their own. Only in errors of the sign-in",
  });

export const failure = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(codes),
    message: z.string().meta({ description: "What went wrong and what to do about it" }),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "One entry per invalid field" }),
    reason: reasonSchema.optional(),
    conflict: conflictSchema.optional().meta({ description: "Only with `PRECONDITION_FAILED`" }),
  }),
});

export type Failure = z.output<typeof failure>;
