import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const satisfies HTTPMethods[];

type KnownPath = { url: string; segments: readonly string[]; allowed: ReadonlySet<string> };
type KnownRoute = { method: string; url: string };

/** The route that the plugin of CORS registers for the preflights of all paths. */
const PREFLIGHT_URL = "*";

/**
 * Responds with 405 and the allowed methods to every other method of a known path. A hook finds most of them, because a
 * route for each path took 6 MB. Call it after the other hooks.
 */
export function rejectUnknownMethods(app: FastifyInstance, known: readonly KnownRoute[]): void {
  const paths = [...Map.groupBy(known, (route) => route.url)].map(([url, routes]) => knownPath(url, routes));
  const byLength = Map.groupBy(paths, ({ segments }) => segments.length);
  app.decorateRequest("refusedUrl", null);
  // Before the body is read, because no body is accepted.
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404 && request.routeOptions.url !== PREFLIGHT_URL) return;
    const segments = segmentsOfRequest(request);
    const path = segments && bestMatch(byLength.get(segments.length) ?? [], segments);
    if (!path || !isRefused(path, request.method)) return;
    request.refusedUrl = path.url;
    throw refusal(path, request, (allow) => reply.header("allow", allow));
  });
  for (const path of paths) {
    const hidden = METHODS.filter((method) => isRefused(path, method) && isOfAnother(path, method, byLength));
    if (hidden.length === 0) continue;
    app.route({
      method: hidden,
      url: path.url,
      schema: { hide: true },
      config: { access: "public" },
      onRequest: async (request, reply) => {
        throw refusal(path, request, (allow) => reply.header("allow", allow));
      },
      handler: async () => undefined,
    });
  }
}

function knownPath(url: string, routes: readonly KnownRoute[]): KnownPath {
  const segments = url.split("/");
  if (segments.some((segment) => segment.slice(1).includes(":") || segment.includes("*"))) {
    throw new Error(`${url} has a segment that is neither text nor a parameter`);
  }
  const allowed = new Set(routes.map(({ method }) => method));
  if (allowed.has("GET")) allowed.add("HEAD");
  return { url, segments, allowed };
}

function isRefused({ allowed }: KnownPath, method: string): boolean {
  return METHODS.some((each) => each === method) && !allowed.has(method);
}

/** As the router does: without the trailing slash, and decoded. Null if it cannot be decoded. */
function segmentsOfRequest({ url }: FastifyRequest): readonly string[] | null {
  const path = url.split("?", 1)[0] ?? "";
  try {
    return path
      .replace(/(?<=.)\/$/, "")
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The path that the router would prefer: with text where another one has a parameter, from the left. */
function bestMatch(paths: readonly KnownPath[], segments: readonly string[]): KnownPath | null {
  return paths.filter((path) => matches(path, segments)).reduce<KnownPath | null>(preferred, null);
}

function preferred(best: KnownPath | null, path: KnownPath): KnownPath {
  if (best === null) return path;
  const at = path.segments.findIndex(
    (segment, index) => isParameter(segment) !== isParameter(best.segments[index]),
  );
  return at === -1 || isParameter(path.segments[at]) ? best : path;
}

function matches({ segments: own }: KnownPath, segments: readonly string[]): boolean {
  return own.every((segment, index) =>
    isParameter(segment) ? segments[index] !== "" : segment === segments[index],
  );
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith(":") ?? false;
}

/** Whether the router would find another path for the method, such as `/alerts/:id` for `/alerts/rules`. */
function isOfAnother(
  path: KnownPath,
  method: string,
  byLength: ReadonlyMap<number, readonly KnownPath[]>,
): boolean {
  const others = byLength.get(path.segments.length) ?? [];
  return others.some((other) => other !== path && other.allowed.has(method) && matches(other, path.segments));
}

function refusal(
  { allowed }: KnownPath,
  { method }: FastifyRequest,
  setAllow: (allow: string) => void,
): AppError {
  const allow = METHODS.filter((each) => allowed.has(each)).join(", ");
  setAllow(allow);
  return new AppError("METHOD_NOT_ALLOWED", `${method} is not possible here; use ${allow}.`);
}

declare module "fastify" {
  interface FastifyRequest {
    /** The known path whose route does not accept the method, for metrics. */
    refusedUrl: string | null;
  }
}
