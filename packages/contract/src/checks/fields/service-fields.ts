import { z } from "zod";
import type { ErrorDetail } from "../../common/errors.ts";
import { CONTROL } from "../../common/http-rules.ts";
import { referenceError } from "../../variables/template.ts";
import { optionalField } from "../check-kind.ts";
import { maskSpec } from "../credentials.ts";
import { type IpFamily, ipFamilySpec, type KeepBody, keepBodySpec } from "../http-options.ts";

/** Fields of the kinds that connect to a service and log in to it. */

const TEXT_MAX = 8_192;

const templated = z
  .string()
  .max(TEXT_MAX)
  .superRefine((text, ctx) => {
    const message = referenceError(text);
    if (message !== null) ctx.addIssue({ code: "custom", message });
  });

export const userField = optionalField(
  templated.meta({ description: "The user that logs in to the service; may contain variables" }),
  z.string(),
);

/** A credential; it may contain variables. */
export function secretTextField(description: string) {
  return optionalField(templated.meta({ description }), z.string());
}

export const passwordField = secretTextField("Store it as a secret variable, and set `{{NAME}}`");

export const databaseField = optionalField(
  z.string().max(128).meta({ description: "The database to connect to; of type `redis`, its number" }),
  z.string(),
);

export const queryField = optionalField(
  z.string().max(TEXT_MAX).meta({
    description:
      "One statement, which runs in a read-only transaction; the assertions `value` and `rows` read its result",
  }),
  z.string(),
);

type Login = { user: string | null; password: string | null };

/** Returns what is wrong with the user and the password. */
export function loginErrors({ user, password }: Login): ErrorDetail[] {
  return Object.entries({ user, password }).flatMap(([path, text]) =>
    text !== null && CONTROL.test(text)
      ? [{ path, message: "must not contain line breaks or other control characters" }]
      : [],
  );
}

/** Returns an error if one of both is missing, for services that know no login with one of them. */
export function wholeLoginErrors({ user, password }: Login): ErrorDetail[] {
  if ((user === null) === (password === null)) return [];
  return user === null
    ? [{ path: "user", message: "is required for a password" }]
    : [{ path: "password", message: "is required for a user" }];
}

/** Returns what a spec holds for a login: nothing for what is not set. */
export function loginSpec({
  user,
  password,
}: Login): { user?: string; password?: string } & ReturnType<typeof maskSpec> {
  return {
    ...(user !== null && { user }),
    ...(password !== null && { password }),
    ...maskSpec({ password }),
  };
}

type Server = {
  host: string | null;
  port: number | null;
  ip_family: "any" | IpFamily;
  keep_body: "never" | KeepBody;
};

/** Returns what a spec holds for the server and the kept answer. */
export function serverSpec({ host, port, ip_family, keep_body }: Server, defaultPort: number) {
  return {
    host: host ?? "",
    port: port ?? defaultPort,
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  };
}

type Tls = { tls: boolean; verify_tls: boolean };

/** Returns what a spec holds for TLS: nothing without it. */
export function tlsSpec({ tls, verify_tls: verify }: Tls): { tls?: { verify: boolean } } {
  return tls ? { tls: { verify } } : {};
}

const TLS_MODES = ["none", "starttls", "implicit"] as const;
type TlsMode = (typeof TLS_MODES)[number];
/** The default port of a protocol with each mode. */
export type TlsModePorts = Readonly<Record<TlsMode, number>>;
const tlsMode = z.enum(TLS_MODES);

export const tlsModeField = optionalField(
  tlsMode.meta({
    description:
      "`implicit` connects with TLS, `starttls` asks for TLS in the protocol. Default: `implicit` at the port of TLS and without a port, else `starttls`",
  }),
  tlsMode,
);

type ModeAndPort = { tls_mode: TlsMode | null; port: number | null };

/** Returns the mode and the port of a check after defaults. */
export function tlsModeAndPort(
  { tls_mode, port }: ModeAndPort,
  ports: TlsModePorts,
): { mode: TlsMode; port: number } {
  const isImplicit = port === null || port === ports.implicit;
  const mode = tls_mode ?? (isImplicit ? "implicit" : "starttls");
  return { mode, port: port ?? ports[mode] };
}

/** Returns what a spec holds for the mode of TLS: nothing without it. */
export function tlsModeSpec(
  config: ModeAndPort & { verify_tls: boolean },
  ports: TlsModePorts,
): { tls?: { mode: Exclude<TlsMode, "none">; verify: boolean } } {
  const { mode } = tlsModeAndPort(config, ports);
  return mode === "none" ? {} : { tls: { mode, verify: config.verify_tls } };
}
