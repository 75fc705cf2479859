import { z } from "zod";
import { bodyError, headerErrors, METHODS, urlError } from "../common/http-rules.ts";
import { defineCheckKind, optionalField, switchField } from "./check-kind.ts";

/** One HTTP request to a URL. */

export const BODY_LENGTH_MAX = 65_536;

const method = z.enum(METHODS);
const headers = z.record(z.string(), z.string());

/** What a runner needs to send the request. */
export type UrlSpec = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  followRedirects: boolean;
  verifyTls: boolean;
  /** Names of headers that contain a secret; not sent to another origin. Absent if there are none. */
  secretHeaders?: readonly string[];
};

export const urlCheck = defineCheckKind({
  fields: {
    url: optionalField(z.string().max(8_192), z.string()),
    method: {
      create: method.nullish().meta({ default: "GET" }),
      update: method.nullish(),
      response: method.nullable(),
      stored: method.default("GET"),
      absent: null,
    },
    headers: {
      create: headers.meta({ description: "At most 50" }).nullish(),
      update: headers.meta({ description: "At most 50" }).nullish(),
      response: headers,
      stored: headers.default({}),
      absent: {},
    },
    body: optionalField(
      z.string().max(BODY_LENGTH_MAX).meta({ description: "Sent with POST, PUT, PATCH, DELETE or OPTIONS" }),
      z.string(),
    ),
    follow_redirects: switchField(z.boolean().meta({ description: "Follows at most 10 redirects" }), true),
    verify_tls: switchField(z.boolean(), true),
  },
  assertionTypes: null,

  findErrors(config) {
    const wrongUrl = config.url === null ? "is required for type 'url'" : urlError(config.url);
    const wrongBody = config.body === null ? null : bodyError(config.method);
    return [
      ...(wrongUrl === null ? [] : [{ path: "url", message: wrongUrl }]),
      ...headerErrors(config.headers),
      ...(wrongBody === null ? [] : [{ path: "body", message: wrongBody }]),
    ];
  },

  address: ({ url }) => url ?? "",

  toSpec: ({ url, follow_redirects, verify_tls, ...same }): UrlSpec => ({
    ...same,
    url: url ?? "",
    followRedirects: follow_redirects,
    verifyTls: verify_tls,
  }),

  /** A URL monitor sees a certificate if its URL is https or may redirect to https. */
  noCertificate({ url, follow_redirects: mayRedirect }) {
    const isPlain = url?.toLowerCase().startsWith("http://") === true && !mayRedirect;
    return isPlain ? "a monitor of a plain http URL" : null;
  },

  masked: ["headers", "body"],
});
