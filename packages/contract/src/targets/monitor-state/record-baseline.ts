import { z } from "zod";
import { ANSWER_RECORD_LENGTH_MAX, ANSWER_RECORDS_MAX } from "../../checks/dns.ts";
import { timestamp } from "../../common/paging.ts";
import { orgIdField } from "../target-fields.ts";

/** The accepted records of a DNS monitor with `expect`: `unchanged`. */

export const recordBaselineSchema = z
  .object({
    records: z.array(z.string()),
    accepted_by: z
      .string()
      .nullable()
      .meta({ description: "ID of the user or API key; null if the first check set the baseline" }),
    accepted_at: timestamp,
    found: z
      .array(z.string())
      .nullable()
      .meta({ description: "What the newest check found instead; null while the records are unchanged" }),
    found_at: timestamp.nullable().meta({ description: "When the change was found" }),
  })
  .meta({ id: "RecordBaseline" });
export type RecordBaseline = z.output<typeof recordBaselineSchema>;

export const recordsAccept = z
  .strictObject({
    org_id: orgIdField,
    records: z
      .array(z.string().max(ANSWER_RECORD_LENGTH_MAX))
      .max(ANSWER_RECORDS_MAX)
      .nullish()
      .meta({ description: "`found` as it was shown; the request fails with 412 if it has changed since" }),
  })
  .optional()
  .meta({ id: "RecordsAccept" });
export type RecordsAccept = z.output<typeof recordsAccept>;
