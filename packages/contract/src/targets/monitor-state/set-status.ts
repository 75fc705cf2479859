import { z } from "zod";
import { timestamp } from "../../common/paging.ts";
import { orgIdField } from "../target-fields.ts";
import { SET_STATUSES, STATUS_REASON_MAX } from "./set-status-limits.ts";

/** The status of a manual monitor, as people or the API set it. */

const status = z.enum(SET_STATUSES);

export const setStatusSchema = z
  .object({
    status,
    reason: z.string().nullable(),
    set_by: z.string().meta({ description: "Name of the user or API key" }),
    set_at: timestamp,
  })
  .meta({ id: "SetStatus" });
export type SetStatus = z.output<typeof setStatusSchema>;

export const setStatusRequest = z
  .strictObject({
    org_id: orgIdField,
    status,
    reason: z
      .string()
      .trim()
      .max(STATUS_REASON_MAX)
      .nullish()
      .meta({ description: "Shown with the result and in alerts" }),
  })
  .meta({ id: "SetStatusRequest" });
export type SetStatusInput = z.input<typeof setStatusRequest>;
export type SetStatusRequest = z.output<typeof setStatusRequest>;
