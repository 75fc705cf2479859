import { z } from "zod";
import type { ErrorDetail } from "../../common/errors.ts";
import { isHost } from "../../common/http-rules.ts";
import { optionalField } from "../check-kind.ts";

/** `host` and `port` of the kinds that have them. */

export const hostField = optionalField(z.string().max(253), z.string());
export const portField = optionalField(
  z.number().int().min(1).max(65_535).meta({ description: "Required for type `tcp`; others have a default" }),
  z.number(),
);

type HostAndPort = { host: string | null; port: number | null };

/** Returns what is wrong with the host, and a missing port if the type has no default. */
export function hostErrors(
  type: string,
  { host, port }: HostAndPort,
  defaultPort: number | null,
): ErrorDetail[] {
  const errors: ErrorDetail[] = [];
  if (host === null) errors.push({ path: "host", message: `is required for type '${type}'` });
  else if (!isHost(host)) errors.push({ path: "host", message: "must be a host name or an IP address" });
  if (port === null && defaultPort === null)
    errors.push({ path: "port", message: `is required for type '${type}'` });
  return errors;
}
