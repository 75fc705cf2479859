import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { isHost, REDIRECTS_MAX_DEFAULT } from "../common/http-rules.ts";
import { defaultedField, mapField, optionalField, switchField } from "./check-kind.ts";

/** Options of an HTTP check that change how it connects and which responses it accepts. */

/** Fields that several kinds of checks share. */
export const urlField = optionalField(z.string().max(8_192), z.string());
export const headersField = mapField(z.record(z.string(), z.string()), "At most 50");
export const verifyTlsField = switchField(z.boolean(), true);

const ACCEPT_STATUSES_MAX = 20;
const RESOLVE_MAX = 10;

const STATUS_RANGE = /^([1-5]\d\d)-([1-5]\d\d)$/;
const HOST_AND_PORT = /^(.+):([1-9]\d{0,4})$/;

/** A status, or a first and a last status. */
export type StatusRange = readonly [from: number, to: number];
/** Without a value, both versions of IP are used. */
export type IpFamily = 4 | 6;

const STATUS_ERROR = 'must be a status such as 401, or a range such as "200-299"';

const statusRange = z.union(
  [
    z.number().int().min(100, STATUS_ERROR).max(599, STATUS_ERROR),
    z.string().refine(isStatusRange, STATUS_ERROR),
  ],
  { error: STATUS_ERROR },
);

function isStatusRange(text: string): boolean {
  const [, from, to] = STATUS_RANGE.exec(text) ?? [];
  return from !== undefined && to !== undefined && from <= to;
}

export const acceptStatusesField = optionalField(
  z.array(statusRange).min(1).max(ACCEPT_STATUSES_MAX).meta({
    description:
      'The statuses that count as up, such as `["200-299", 401]`, in addition to what assertions expect. Default: 200 to 399, and any status if there are assertions',
  }),
  z.array(z.union([z.number(), z.string()])),
);

/** Returns each entry as a range. */
export function statusRanges(entries: readonly (number | string)[]): StatusRange[] {
  return entries.map((entry) => {
    if (typeof entry === "number") return [entry, entry];
    const [, from, to] = STATUS_RANGE.exec(entry) ?? [];
    return [Number(from), Number(to)];
  });
}

export const maxRedirectsField = defaultedField(
  z.number().int().min(0).max(20).meta({ description: "More redirects than this fail the check" }),
  z.number(),
  REDIRECTS_MAX_DEFAULT,
);

const ipFamilies = z.union([z.literal("any"), z.literal(4), z.literal(6)], {
  error: 'must be "any", 4 or 6',
});

export const ipFamilyField = defaultedField(
  ipFamilies.meta({ description: "Connect over IPv4 only (4), IPv6 only (6), or over both (any)" }),
  ipFamilies,
  "any" as const,
);

/** Returns what a spec holds for `ip_family`: nothing for any family. */
export function ipFamilySpec(family: "any" | IpFamily): { ipFamily?: IpFamily } {
  return family === "any" ? {} : { ipFamily: family };
}

const KEEP_BODY = ["never", "on_failure", "always"] as const;
const keepBody = z.enum(KEEP_BODY, { error: 'must be "never", "on_failure" or "always"' });
/** When the response of a check is kept, if it is. */
export type KeepBody = Exclude<(typeof KEEP_BODY)[number], "never">;

export const keepBodyField = defaultedField(
  keepBody.meta({
    description:
      "Keeps what the target responded with the result: the headers or facts, and the first 64 KiB of text. Never, if the check failed, or always",
  }),
  keepBody,
  "never" as const,
);

/** Returns what a spec holds for `keep_body`: nothing for never. */
export function keepBodySpec(when: "never" | KeepBody): { keepBody?: KeepBody } {
  return when === "never" ? {} : { keepBody: when };
}

export const resolveField = mapField(
  z.record(z.string(), z.union([z.ipv4(), z.ipv6()], { error: "must be an IP address, such as 192.0.2.10" })),
  'Addresses to connect to instead of those of the DNS, by host and port, such as `{"shop.example:443": "192.0.2.10"}`. At most 10',
);

/** Returns what is wrong with `resolve`, alone and together with `ip_family`. */
export function resolveErrors(
  resolve: Readonly<Record<string, string>>,
  family: "any" | IpFamily,
): ErrorDetail[] {
  const entries = Object.entries(resolve);
  if (entries.length > RESOLVE_MAX) return [{ path: "resolve", message: `must be at most ${RESOLVE_MAX}` }];
  const keys = entries.map(([key]) => key.toLowerCase());
  return entries.flatMap(([key, address], index) => {
    const message =
      hostAndPortError(key) ??
      (keys.indexOf(key.toLowerCase()) < index ? "is set twice; host names are case-insensitive" : null) ??
      familyError(address, family);
    return message === null ? [] : [{ path: `resolve.${key}`, message }];
  });
}

/** Returns the addresses by host and port as a URL spells them. */
export function resolveSpec(resolve: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(resolve).map(([key, address]) => [key.toLowerCase(), address]));
}

function hostAndPortError(key: string): string | null {
  const [, host, port] = HOST_AND_PORT.exec(key) ?? [];
  if (host !== undefined && isHost(host) && Number(port) <= 65_535) return null;
  return "must be a host and a port, such as shop.example:443";
}

function familyError(address: string, family: "any" | IpFamily): string | null {
  if (family === "any" || address.includes(":") === (family === 6)) return null;
  return `is not an IPv${family} address, which ip_family requires`;
}
