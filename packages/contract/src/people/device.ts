import { z } from "zod";
import { timestamp } from "../common/paging.ts";

/** The device flow (RFC 8628): a program without a browser gets an API key that a user approves in the dashboard. */

/** Enough time to sign in, also with a second factor. */
export const DEVICE_CODE_SECONDS = 600;
/** The shortest time between two requests of the program. */
export const DEVICE_INTERVAL_SECONDS = 5;
/** Validity of the API key, in days. */
export const DEVICE_KEY_DAYS = 90;

/** Scopes that a user can approve; the others need a location or projects. */
export const DEVICE_SCOPES = ["read", "agent", "admin"] as const;
export type DeviceScope = (typeof DEVICE_SCOPES)[number];

export const deviceCodeCreate = z
  .strictObject({
    client_name: z
      .string()
      .trim()
      .min(1, "is required")
      .max(64)
      .meta({ description: "Shown to the user, such as the name of the machine" }),
  })
  .meta({ id: "DeviceCodeCreate" });

export const deviceCodeSchema = z
  .object({
    device_code: z.string().meta({ description: "Secret of the program" }),
    user_code: z.string().meta({ description: "The user compares or types it, such as `WDJB-MJHT`" }),
    verification_uri: z.string(),
    verification_uri_complete: z.string().meta({ description: "The same with the user code" }),
    expires_in: z.number().meta({ description: "Seconds" }),
    interval: z.number().meta({ description: "Seconds between two requests for the token" }),
  })
  .meta({ id: "DeviceCode" });
export type DeviceCode = z.output<typeof deviceCodeSchema>;

export const deviceTokenRequest = z
  .strictObject({ device_code: z.string().max(200) })
  .meta({ id: "DeviceTokenRequest" });

export const deviceTokenSchema = z
  .object({
    status: z.enum(["pending", "approved"]),
    key: z.string().nullable().meta({ description: "The API key; shown only once. Null while pending" }),
    expires_at: timestamp.nullable().meta({ description: "End of the validity of the key" }),
  })
  .meta({ id: "DeviceToken" });
export type DeviceToken = z.output<typeof deviceTokenSchema>;

const userCode = z.string().max(20).meta({ description: "Case and hyphens do not matter" });

export const deviceRead = z.strictObject({ user_code: userCode }).meta({ id: "DeviceRead" });

export const deviceApprove = z
  .strictObject({
    user_code: userCode,
    scope: z.enum(DEVICE_SCOPES).default("agent"),
    org_id: z
      .string()
      .nullish()
      .meta({ description: "The organization of the caller; any other ID returns 403" }),
  })
  .meta({ id: "DeviceApprove" });

export const deviceRequestSchema = z
  .object({
    user_code: z.string(),
    client_name: z.string(),
    ip: z.string().meta({ description: "Address of the program" }),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: "DeviceRequest" });
export type DeviceRequest = z.output<typeof deviceRequestSchema>;
