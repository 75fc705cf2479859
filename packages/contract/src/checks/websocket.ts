import { z } from "zod";
import type { ErrorDetail } from "../common/errors.ts";
import { headerErrors, urlError } from "../common/http-rules.ts";
import { defineCheckKind, optionalField } from "./check-kind.ts";
import {
  exchangeErrors,
  exchangeSpec,
  expectField,
  expectTypeField,
  sendField,
} from "./fields/exchange-fields.ts";
import {
  headersField,
  ipFamilyField,
  ipFamilySpec,
  keepBodyField,
  keepBodySpec,
  urlField,
  verifyTlsField,
} from "./http-options.ts";

/** One WebSocket connection, optionally with a message and its answer. */

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const websocketCheck = defineCheckKind({
  fields: {
    url: urlField,
    headers: headersField,
    subprotocol: optionalField(
      z.string().max(200).meta({ description: "The subprotocol that the server must accept" }),
      z.string(),
    ),
    send: sendField,
    expect: expectField,
    expect_type: expectTypeField,
    verify_tls: verifyTlsField,
    ip_family: ipFamilyField,
    keep_body: keepBodyField,
  },

  findErrors(config) {
    const errors: ErrorDetail[] = [...headerErrors(config.headers), ...exchangeErrors(config)];
    const wrongUrl = config.url === null ? "is required for type 'websocket'" : websocketUrlError(config.url);
    if (wrongUrl !== null) errors.push({ path: "url", message: wrongUrl });
    if (config.subprotocol !== null && !TOKEN.test(config.subprotocol))
      errors.push({ path: "subprotocol", message: "must be one name without spaces" });
    return errors;
  },

  address: ({ url }) => url ?? "",

  toSpec: ({ url, headers, subprotocol, verify_tls, ip_family, keep_body, ...exchange }) => ({
    url: url ?? "",
    headers,
    verifyTls: verify_tls,
    ...(subprotocol !== null && { subprotocol }),
    ...exchangeSpec(exchange),
    ...ipFamilySpec(ip_family),
    ...keepBodySpec(keep_body),
  }),

  noCertificate: ({ url }) =>
    url?.toLowerCase().startsWith("ws://") === true ? "a monitor of a ws URL" : null,

  masked: ["headers", "send"],
});

/** The rules are those of HTTP URLs, with another scheme. */
function websocketUrlError(url: string): string | null {
  if (!/^wss?:\/\//i.test(url)) return "must start with ws:// or wss://";
  return urlError(url.replace(/^ws/i, "http"));
}
