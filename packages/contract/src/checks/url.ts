import { z } from "zod";
import { bodyError, headerErrors, METHODS, REDIRECTS_MAX_DEFAULT, urlError } from "../common/http-rules.ts";
import { defaultedField, defineCheckKind, optionalField, switchField } from "./check-kind.ts";
import { maskSpec } from "./credentials.ts";
import { authErrors, type HttpAuth, httpAuthField } from "./http-auth.ts";
import {
  acceptStatusesField,
  headersField,
  type IpFamily,
  ipFamilyField,
  ipFamilySpec,
  type KeepBody,
  keepBodyField,
  keepBodySpec,
  maxRedirectsField,
  resolveErrors,
  resolveField,
  resolveSpec,
  type StatusRange,
  statusRanges,
  urlField,
  verifyTlsField,
} from "./http-options.ts";
import { type HttpProxy, httpProxySchema, proxyErrors } from "./http-proxy.ts";

/** One HTTP request to a URL. */

export const BODY_LENGTH_MAX = 65_536;

const method = z.enum(METHODS);

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
} & UrlOptions;

/** Each is absent if it has its default. */
type UrlOptions = {
  auth?: HttpAuth;
  proxy?: HttpProxy;
  maxRedirects?: number;
  /** Statuses that count as up, each from the first to the last. */
  acceptStatuses?: readonly StatusRange[];
  ipFamily?: IpFamily;
  /** Addresses by host and port, in lower case. */
  resolve?: Readonly<Record<string, string>>;
  cacheBust?: true;
  traceparent?: true;
  /** Absent if nothing is kept. */
  keepBody?: KeepBody;
};

export const urlCheck = defineCheckKind({
  fields: {
    url: urlField,
    method: defaultedField(method, method, "GET"),
    headers: headersField,
    body: optionalField(
      z.string().max(BODY_LENGTH_MAX).meta({ description: "Sent with POST, PUT, PATCH, DELETE or OPTIONS" }),
      z.string(),
    ),
    follow_redirects: switchField(
      z.boolean().meta({ description: "Follows at most `max_redirects` redirects" }),
      true,
    ),
    max_redirects: maxRedirectsField,
    verify_tls: verifyTlsField,
    auth: httpAuthField,
    proxy: optionalField(httpProxySchema, httpProxySchema),
    accept_statuses: acceptStatusesField,
    ip_family: ipFamilyField,
    resolve: resolveField,
    cache_bust: switchField(
      z.boolean().meta({ description: "Adds a random query parameter, `cache_bust`, to each attempt" }),
      false,
    ),
    traceparent: switchField(
      z.boolean().meta({
        description:
          "Sends `traceparent` (W3C Trace Context) with a new trace, unless `headers` has it; the result has its `trace_id`",
      }),
      false,
    ),
    keep_body: keepBodyField,
  },

  findErrors(config) {
    const wrongUrl = config.url === null ? "is required for type 'url'" : urlError(config.url);
    const wrongBody = config.body === null ? null : bodyError(config.method);
    return [
      ...(wrongUrl === null ? [] : [{ path: "url", message: wrongUrl }]),
      ...headerErrors(config.headers),
      ...resolveErrors(config.resolve, config.ip_family),
      ...authErrors({ ...config, url: config.url ?? "" }),
      ...proxyErrors(config),
      ...(wrongBody === null ? [] : [{ path: "body", message: wrongBody }]),
    ];
  },

  address: ({ url }) => url ?? "",

  toSpec: ({ url, method, headers, body, ...options }): UrlSpec => ({
    url: url ?? "",
    ...{ method, headers, body },
    followRedirects: options.follow_redirects,
    verifyTls: options.verify_tls,
    ...(options.auth && { auth: options.auth }),
    ...(options.proxy && { proxy: options.proxy }),
    ...maskSpec(options),
    ...ipFamilySpec(options.ip_family),
    ...(options.max_redirects !== REDIRECTS_MAX_DEFAULT && { maxRedirects: options.max_redirects }),
    ...(options.accept_statuses && { acceptStatuses: statusRanges(options.accept_statuses) }),
    ...(Object.keys(options.resolve).length > 0 && { resolve: resolveSpec(options.resolve) }),
    ...(options.cache_bust && { cacheBust: true as const }),
    ...(options.traceparent && { traceparent: true as const }),
    ...keepBodySpec(options.keep_body),
  }),

  /** A URL monitor sees a certificate if its URL is https or may redirect to https. */
  noCertificate({ url, follow_redirects: mayRedirect }) {
    const isPlain = url?.toLowerCase().startsWith("http://") === true && !mayRedirect;
    return isPlain ? "a monitor of a plain http URL" : null;
  },

  masked: ["headers", "body", "auth", "proxy"],
});
