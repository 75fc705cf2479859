import { z } from "zod";
import { timestamp } from "../common/paging.ts";

export const pingKeySchema = z
  .object({
    key_start: z
      .string()
      .nullable()
      .meta({ description: "First characters of the key. All fields are null if there is none" }),
    created_by: z.string().nullable(),
    created_at: timestamp.nullable(),
  })
  .meta({ id: "PingKey" });
export type PingKey = z.output<typeof pingKeySchema>;

export const newPingKeySchema = pingKeySchema
  .extend({ key: z.string().meta({ description: "The key itself; shown only once" }) })
  .meta({ id: "NewPingKey" });
export type NewPingKey = z.output<typeof newPingKeySchema>;
