import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import { t } from "../../language/t.ts";
import type { FormField } from "./fields-view.tsx";
import { IP_FAMILY_OPTIONS, KEEP_BODY_OPTIONS } from "./http-options-draft.ts";

/** Fields that several kinds of checks share. */

export const HOST: FormField = {
  name: "host",
  label: t("Host"),
  kind: "text",
  placeholder: "mail.example",
  isMain: true,
};

/** `placeholder` is the default port, or an example where there is none. */
export function portOf(placeholder: string): FormField {
  return { name: "port", label: t("Port"), kind: "number", placeholder, isMain: true };
}

export const IP_FAMILY: FormField = {
  name: "ip_family",
  label: t("IP version"),
  kind: "select",
  options: IP_FAMILY_OPTIONS,
  initial: "any",
};

export const VERIFY_TLS: FormField = {
  name: "verify_tls",
  label: t("Verify certificate"),
  kind: "switch",
  hint: t("If off, expired or mismatched certificates are accepted."),
  initial: true,
};

export const KEEP_BODY: FormField = {
  name: "keep_body",
  label: t("Keep response"),
  kind: "select",
  hint: t("What the target answered, shown with the result."),
  options: KEEP_BODY_OPTIONS,
  initial: "never",
};

export const TLS: FormField = { name: "tls", label: t("Use TLS"), kind: "switch" };

export const EXCHANGE: readonly FormField[] = [
  {
    name: "send",
    label: t("Send"),
    kind: "text",
    hint: t("Escapes: \\r \\n \\t \\0 \\xHH. Bytes as base64:…"),
    placeholder: "PING\\r\\n",
    isVerbatim: true,
  },
  {
    name: "expect",
    label: t("Expected answer"),
    kind: "text",
    hint: t("Text or pattern that the answer must contain."),
    placeholder: "PONG",
    isVerbatim: true,
  },
  {
    name: "expect_type",
    label: t("Expected as"),
    kind: "select",
    options: [
      { value: "contains", label: t("Text") },
      { value: "matches", label: t("Pattern (RE2)") },
    ],
    initial: "contains",
  },
];

export const USER: FormField = { name: "user", label: t("User"), kind: "text", isMain: true, isFact: true };

export const SECRET_HINT = t("Store it as a secret variable and enter {name}.", { name: "{{NAME}}" });

/** A text field, because it should contain the readable name of a variable. */
export const PASSWORD: FormField = {
  name: "password",
  label: t("Password"),
  kind: "text",
  hint: SECRET_HINT,
  placeholder: "{{PASSWORD}}",
  isMain: true,
  isVerbatim: true,
};

export const CLIENT_CERTIFICATE: FormField = {
  name: "auth",
  label: t("Client certificate"),
  kind: "client_certificate",
};

type HostAndPort = { host: string | null; port: number | null };

/** Returns host and port; without a port, the default of the kind. */
export function addressOf({ host, port }: HostAndPort, defaultPort: number): string {
  return hostAndPort(host, port ?? defaultPort);
}
