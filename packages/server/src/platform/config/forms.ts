import { locationSchema } from "@vedette/contract/targets/target-fields.ts";
import { z } from "zod";
import { createSecret, type Secret } from "./secret.ts";

/** How a value is written: in words, and as the schema that reads it. */
export type Form<T = unknown> = { accepts: string; schema: z.ZodType<T, string> };

/** Entries of a list; more of them is a list that was generated wrongly. */
const LIST_ENTRIES_MAX = 1_000;

export function wholeNumber({ min, max }: { min: number; max: number }): Form<number> {
  return form(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

export function oneOf<const T extends string>(choices: readonly T[]): Form<T> {
  return form(`one of ${choices.join(", ")}`, (text) => choices.find((choice) => choice === text));
}

export const onOrOff: Form<boolean> = form("on or off", (text) =>
  text === "on" ? true : text === "off" ? false : undefined,
);

export const directory: Form<string> = form("a path, relative to where Vedette is started", (text) => text);

export const host: Form<string> = form("an IP address or a host name", (text) =>
  isAddress(text) || /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined,
);

export const location: Form<string> = {
  accepts: "a location's name: a to z, 0 to 9 and -, at most 63 characters",
  schema: locationSchema,
};

export const name: Form<string> = form(
  "a name of letters, digits, dots, - and _, at most 63 characters",
  (text) => (/^[A-Za-z0-9._-]{1,63}$/.test(text) ? text : undefined),
);

/** Any text; what it must look like is for its user to say. */
export const secret: Form<Secret> = form("text", (text) => createSecret(text));

export const secretToken: Form<Secret> = form("at least 16 characters without spaces", (text) =>
  /^\S{16,512}$/.test(text) ? createSecret(text) : undefined,
);

/** Read by what connects, too: user and password are percent-encoded, as in every URL. */
export const natsUrl: Form<Secret> = form(
  "nats:// or tls:// addresses, separated by commas, at most 10, as in nats://user:password@nats.example.org:4222",
  (text) => {
    const urls = text.split(",").map((entry) => URL.parse(entry.trim()));
    const isNats = urls.every((url) => url && /^(nats|tls):$/.test(url.protocol) && url.hostname !== "");
    return isNats && urls.length <= 10 ? createSecret(text) : undefined;
  },
);

export const natsPrefix: Form<string> = form("letters, digits, - and _, at most 32 characters", (text) =>
  /^[A-Za-z0-9_-]{1,32}$/.test(text) ? text : undefined,
);

export const smtpUrl: Form<Secret> = form(
  "smtp:// (STARTTLS where the server offers it) or smtps://, as in smtps://user:password@mail.example.org",
  (text) => {
    const url = URL.parse(text);
    const isMail = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
    return isMail ? createSecret(text) : undefined;
  },
);

/** A publishable key, which starts with pk_, is the slip that is made here. */
export const stripeKey: Form<Secret> = form("a key that starts with sk_ or rk_", (text) =>
  /^(sk|rk)_\w{8,250}$/.test(text) ? createSecret(text) : undefined,
);

export const stripeWebhookSecret: Form<Secret> = form("a secret that starts with whsec_", (text) =>
  /^whsec_[\w+/=]{8,250}$/.test(text) ? createSecret(text) : undefined,
);

/** The secret key is sent there. */
export const stripeApiUrl: Form<string> = form(
  "https:// and a host, without a path; http:// only for 127.0.0.1, [::1] or localhost",
  (text) => {
    const url = URL.parse(text);
    if (url === null || `${url.origin}/` !== url.href) return undefined;
    const isHere = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname);
    return url.protocol === "https:" || (url.protocol === "http:" && isHere) ? url.origin : undefined;
  },
);

export const emailAddress: Form<string> = form("an e-mail address", (text) =>
  z.email().safeParse(text).success ? text : undefined,
);

export const httpUrl: Form<string> = form(
  "http:// or https:// and a host, with or without a path",
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) ? text : undefined;
  },
);

/** An address that lets in whoever knows it. */
export const secretUrl: Form<Secret> = form(httpUrl.accepts, (text) =>
  httpUrl.schema.safeParse(text).success ? createSecret(text) : undefined,
);

/** Addresses that always answer: an http(s) URL, or a host and a port. */
export const canaryList: Form<
  ({ kind: "url"; url: string } | { kind: "tcp"; host: string; port: number })[]
> = form("http(s) URLs and host:port, separated by commas, at most 10", (text) => {
  const canaries = text.split(",").map((entry) => canaryOf(entry.trim()));
  const known = canaries.filter((canary) => canary !== null);
  return known.length === canaries.length && known.length <= 10 ? known : undefined;
});

function canaryOf(text: string) {
  if (httpUrl.schema.safeParse(text).success) return { kind: "url", url: text } as const;
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})$/i.exec(text);
  const [, name = "", port = ""] = found ?? [];
  return found && Number(port) <= 65_535 ? ({ kind: "tcp", host: name, port: Number(port) } as const) : null;
}

export const singleLineText: Form<string> = form("one line of at most 100 characters", (text) =>
  /^\P{Cc}{1,100}$/u.test(text) ? text : undefined,
);

/** A key of 32 bytes; handed on in base64, however it was written. */
export const masterKey: Form<Secret> = form(
  "32 bytes in base64 or hex: `openssl rand -base64 32`",
  (text) => {
    const key = keyInBase64(text);
    return key === undefined ? undefined : createSecret(key);
  },
);

export const masterKeys: Form<readonly Secret[]> = form(
  "keys of 32 bytes in base64 or hex, separated by commas or line breaks",
  (text) => {
    const keys = text.split(/[\s,]+/).filter((entry) => entry !== "");
    const read = keys.map(keyInBase64).filter((key) => key !== undefined);
    return keys.length > 0 && read.length === keys.length ? read.map(createSecret) : undefined;
  },
);

/** The entries are read by `net/`, which names the one that it cannot read. */
export const addressList: Form<readonly string[]> = form(
  "a comma list of forms like 10.0.0.0/8, 10.1.2.3, 10.1.2.3:443 or [fd00::1]:443",
  (text) => entries(text),
);

/** `off`, how many proxies stand before us, or which addresses are theirs. */
export const trustedProxies: Form<false | number | readonly string[]> = form(
  "off, a number of proxies from 1 to 10, or a comma list of their addresses and ranges",
  (text) => {
    if (text === "off") return false;
    if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= 10 ? Number(text) : undefined;
    const list = entries(text);
    return list?.every((entry) => isAddress(entry) || isRange(entry)) ? list : undefined;
  },
);

/** Without the slash at its end. */
export const origin: Form<string> = form("http:// or https:// and a host, without a path", (text) => {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  return isOrigin ? url.origin : undefined;
});

/** Origins as browsers send them in `Origin`. */
export const originList: Form<"*" | readonly string[]> = form(
  "*, or origins such as https://tools.example.com, separated by commas, at most 20",
  (text) => {
    if (text === "*") return text;
    const origins = text.split(",").map((entry) => URL.parse(entry.trim()));
    const known = origins.filter(
      (url) => url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href,
    );
    return known.length === origins.length && known.length <= 20
      ? known.map((url) => url?.origin ?? "")
      : undefined;
  },
);

/** `read` answers undefined for a text that does not have the form. */
function form<T>(accepts: string, read: (text: string) => T | undefined): Form<T> {
  const schema = z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(`must be ${accepts}`);
    return z.NEVER;
  });
  return { accepts, schema };
}

const MASTER_KEY_BYTES = 32;

function keyInBase64(text: string): string | undefined {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  if (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, isHex ? "hex" : "base64");
  return bytes.length === MASTER_KEY_BYTES ? bytes.toString("base64") : undefined;
}

function entries(text: string): string[] | undefined {
  const list = text.split(",").map((entry) => entry.trim());
  return list.length <= LIST_ENTRIES_MAX && !list.includes("") ? list : undefined;
}

function isAddress(text: string): boolean {
  return z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success;
}

function isRange(text: string): boolean {
  return z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success;
}
