import { z } from "zod";
import type { ErrorDetail } from "../../common/errors.ts";
import { defaultedField, defineCheckKind } from "../check-kind.ts";
import { maskSpec } from "../credentials.ts";
import { hostAndPort } from "../fields/host-and-port.ts";
import { hostErrors, hostField, portField } from "../fields/host-fields.ts";
import {
  loginErrors,
  passwordField,
  secretTextField,
  serverSpec,
  userField,
} from "../fields/service-fields.ts";
import { ipFamilyField, keepBodyField } from "../http-options.ts";

/** One value of an SNMP agent, by version 2c or 3. */

const PORT = 161;
/** The time since the agent started, which every agent has. Source: RFC 3418, sysUpTime.0. */
const OID_DEFAULT = "1.3.6.1.2.1.1.3.0";
const OID_PARTS_MAX = 128;
/** Shorter passwords are not allowed. Source: RFC 3414, section 11.2. */
const PASSWORD_LENGTH_MIN = 8;

const version = z.enum(["v2c", "v3"]);
const authProtocol = z.enum(["md5", "sha", "sha224", "sha256", "sha384", "sha512"]);
const privacyProtocol = z.enum(["des", "aes", "aes256", "aes256c"]);
export type SnmpAuthProtocol = z.output<typeof authProtocol>;
export type SnmpPrivacyProtocol = z.output<typeof privacyProtocol>;

export const snmpCheck = defineCheckKind({
  fields: {
    host: hostField,
    port: portField,
    snmp_version: defaultedField(
      version.meta({ description: "The version of SNMP" }),
      version,
      "v2c" as const,
    ),
    community: secretTextField("The community of SNMP 2c. Store it as a secret variable, and set `{{NAME}}`"),
    user: userField,
    password: passwordField,
    auth_protocol: defaultedField(
      authProtocol.meta({ description: "How SNMP 3 authenticates, if there is a `password`" }),
      authProtocol,
      "sha256" as const,
    ),
    privacy_password: secretTextField(
      "The password with which SNMP 3 encrypts. Store it as a secret variable, and set `{{NAME}}`",
    ),
    privacy_protocol: defaultedField(
      privacyProtocol.meta({
        description:
          "How SNMP 3 encrypts, if there is a `privacy_password`: `aes` is AES-128, `aes256c` AES-256 as Cisco derives its key",
      }),
      privacyProtocol,
      "aes" as const,
    ),
    oid: defaultedField(
      z.string().max(1_000).meta({ description: "The object whose value the assertion `value` reads" }),
      z.string(),
      OID_DEFAULT,
    ),
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },

  findErrors(config) {
    return [
      ...hostErrors("snmp", config, PORT),
      ...loginErrors(config),
      ...(config.snmp_version === "v2c" ? communityErrors(config) : userErrors(config)),
      ...(isOid(config.oid) ? [] : [{ path: "oid", message: "must be an OID, such as 1.3.6.1.2.1.1.3.0" }]),
    ];
  },

  address: ({ host, port, oid }) => {
    const server = hostAndPort(host, port ?? PORT);
    return oid === OID_DEFAULT ? server : `${server} ${oid}`;
  },

  toSpec({ snmp_version, community, user, password, privacy_password, oid, ...config }) {
    const server = { ...serverSpec(config, PORT), oid: oid.replace(/^\./, "") };
    if (snmp_version === "v2c") {
      return { ...server, community: community ?? "", ...maskSpec({ community }) };
    }
    return {
      ...server,
      user: user ?? "",
      authProtocol: config.auth_protocol,
      privacyProtocol: config.privacy_protocol,
      ...(password !== null && { password }),
      // Named as in the API, because its variables are resolved here as well.
      ...(privacy_password !== null && { privacy_password }),
      ...maskSpec({ password, privacy_password }),
    };
  },

  noCertificate: () => "an SNMP monitor",
  masked: ["community", "password", "privacy_password"],
});

type Login = {
  community: string | null;
  user: string | null;
  password: string | null;
  privacy_password: string | null;
};

function communityErrors({ community, user, password, privacy_password }: Login): ErrorDetail[] {
  const inapplicable = Object.entries({ user, password, privacy_password }).filter(
    ([, value]) => value !== null,
  );
  return [
    ...(community === null ? [{ path: "community", message: "is required for v2c" }] : []),
    ...inapplicable.map(([path]) => ({
      path,
      message: "does not apply to v2c; remove it, or set snmp_version to v3",
    })),
  ];
}

function userErrors({ community, user, password, privacy_password }: Login): ErrorDetail[] {
  const tooShort = Object.entries({ password, privacy_password }).filter(
    ([, value]) => value !== null && value.length < PASSWORD_LENGTH_MIN && !value.includes("{{"),
  );
  return [
    ...(community === null ? [] : [{ path: "community", message: "does not apply to v3; remove it" }]),
    ...(user === null ? [{ path: "user", message: "is required for v3" }] : []),
    ...(privacy_password !== null && password === null
      ? [{ path: "password", message: "is required for privacy_password" }]
      : []),
    ...tooShort.map(([path]) => ({ path, message: `must have at least ${PASSWORD_LENGTH_MIN} characters` })),
  ];
}

/** The first number is 0 to 2, the second one below 40 unless the first is 2; the others have 32 bits. */
function isOid(text: string): boolean {
  if (!/^\.?\d{1,10}(?:\.\d{1,10})+$/.test(text)) return false;
  const parts = text.replace(/^\./, "").split(".").map(Number);
  const [first = 0, second = 0] = parts;
  return (
    first <= 2 &&
    (second < 40 || first === 2) &&
    parts.length <= OID_PARTS_MAX &&
    parts.every((part) => part < 2 ** 32)
  );
}
