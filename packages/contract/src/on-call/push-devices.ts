import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";

/** Browsers of a person that receive notifications by Web Push. */

export const PUSH_DEVICES_MAX = 20;

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url without padding")
    .length(Math.ceil((bytes * 4) / 3), `must be ${bytes} bytes in base64url`);

/** `PushSubscription.toJSON()` of a browser; unknown fields are ignored. */
export const pushDeviceCreate = z
  .object({
    endpoint: z
      .string()
      .max(2_048)
      .refine((text) => URL.canParse(text) && new URL(text).protocol === "https:", "must be an https URL")
      .meta({ description: "URL of the push service", format: "uri" }),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  })
  .meta({ id: "PushDeviceCreate" });
export type PushDeviceCreate = z.output<typeof pushDeviceCreate>;

export const pushDeviceSchema = z
  .object({
    id: z.string(),
    browser: z.string(),
    service: z.string().meta({ description: "Host of the push service" }),
    endpoint_sha256: z
      .string()
      .meta({ description: "SHA-256 of the endpoint, hexadecimal: by which a browser finds its own device" }),
    created_at: timestamp,
    last_success_at: timestamp.nullable().meta({
      description: "When the push service last accepted a notification",
    }),
    last_error: z.string().nullable().meta({ description: "Why the last one failed; null if it did not" }),
  })
  .meta({ id: "PushDevice" });
export type PushDevice = z.output<typeof pushDeviceSchema>;

export const pushDeviceList = page(pushDeviceSchema).meta({ description: `At most ${PUSH_DEVICES_MAX}` });

export const pushKeySchema = z.object({
  public_key: z
    .string()
    .meta({ description: "`applicationServerKey` of `PushManager.subscribe`, in base64url" }),
});
export type PushKey = z.output<typeof pushKeySchema>;

export const pushTestSchema = z
  .object({
    delivered: z.boolean(),
    removed: z
      .boolean()
      .meta({ description: "Whether the device was deleted, because its service forgot it" }),
    status_code: z.number().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "PushDeviceTest" });
export type PushTest = z.output<typeof pushTestSchema>;
