import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { type HttpProxy, parseProxyUrl } from "@vedette/contract/checks/http-proxy.ts";
import { proxyAuthorization, refusalText } from "../../../platform/net/tunnels/http-tunnel.ts";
import type { ProxyRoute } from "../../../platform/net/tunnels/proxy-route.ts";
import type { ResponseHead } from "./exchange.ts";
import type { HttpRequest } from "./request-headers.ts";

/** Requests that an HTTP proxy forwards, because their URL is not https. */

/** Returns the way of a request through its proxy; null without one. */
export function proxyRoute({
  request,
  options: { proxy },
}: {
  request: Pick<HttpRequest, "url">;
  options: { proxy?: HttpProxy };
}): ProxyRoute | null {
  const parsed = proxy && parseProxyUrl(proxy.url);
  if (!parsed) return null;
  const forwards = request.url.protocol === "http:" && parsed.protocol !== "socks5:";
  return { ...parsed, auth: proxy.auth, forwards };
}

/** Returns the request in the form that a proxy forwards. Source: RFC 9112, section 3.2.2. */
export function forwardedRequest(request: HttpRequest, { auth }: ProxyRoute): HttpRequest {
  return {
    ...request,
    isForProxy: true,
    headers: { ...request.headers, ...proxyAuthorization(auth) },
  };
}

/** Returns an error if a response is the proxy's own: only a proxy answers with 407. Source: RFC 9110, section 15.5.8. */
export function proxyRefusal({ statusCode }: ResponseHead, { host, port }: ProxyRoute): CheckError | null {
  if (statusCode !== 407) return null;
  const message = refusalText(`the proxy ${host}:${port}`, statusCode);
  return { code: "PROXY_FAILED", message, phase: "proxy" };
}
