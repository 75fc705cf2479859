import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "./errors.ts";

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

export const failure = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.enum(codes),
    message: z.string().meta({ description: "What went wrong and what to do about it" }),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "One entry per invalid field" }),
  }),
});

export type Failure = z.output<typeof failure>;
