import { createTlsFixtures } from "../tls-fixtures.ts";
import type { Behaviors, Expected } from "./behavior.ts";
import { down } from "./behavior.ts";
import { BODIES } from "./bodies.ts";
import { CONNECTIONS } from "./connections.ts";
import { MALFORMED } from "./malformed.ts";
import { type OpenPort, openPort, openRawPort } from "./open-port.ts";
import { ORDINARY } from "./ordinary.ts";
import { REDIRECTS } from "./redirects.ts";
import { serveRequests } from "./serve-requests.ts";
import { SILENCES } from "./silences.ts";
import { tlsPorts } from "./tls-ports.ts";

/**
 * A server with every kind of defect, each at its own URL on loopback. Defects after the request share one
 * port and differ by path; defects before it have their own ports. It knows what a check must find, but not
 * how a check works.
 */
export type HostileTarget = {
  /**
   * The authority of the `tls-` ports, PEM. A client that does not trust it reports an unknown issuer for all
   * of them.
   */
  ca: string;
  /** A query may be appended, such as `?ms=100` for `slow`. */
  url(name: string): string;
  tcp(name: string): { host: string; port: number };
  names(): string[];
  /** What a check without assertions must find. */
  expected: Readonly<Record<string, Expected>>;
  /** What a check with an assertion on the body must find, if it differs. */
  expectedOfBody: Readonly<Record<string, Expected>>;
  close(): Promise<void>;
};

export async function startHostileTarget(): Promise<HostileTarget> {
  const fixtures = await createTlsFixtures();
  const endpoints = new Map<string, Endpoint>([["refused", REFUSED]]);
  const ports: OpenPort[] = [];
  const urlOf = (name: string) => urlAt(getEndpoint(endpoints, name));

  const shared = await openRawPort((socket) => serveRequests(socket, { behaviors: BEHAVIORS, urlOf }));
  ports.push(shared);
  for (const [name, { expected }] of Object.entries(BEHAVIORS)) {
    endpoints.set(name, { scheme: "http", port: shared.port, path: `/${name}`, expected });
  }
  for (const [name, { scheme, expected, onConnection }] of Object.entries(CONNECTIONS)) {
    const opened = await openRawPort(onConnection);
    ports.push(opened);
    endpoints.set(name, { scheme, port: opened.port, path: "/", expected });
  }
  for (const [name, { expected, path, create }] of Object.entries(tlsPorts(fixtures))) {
    const opened = await openPort(create((socket) => serveRequests(socket, { behaviors: OVER_TLS, urlOf })));
    ports.push(opened);
    endpoints.set(name, { scheme: "https", port: opened.port, path, expected });
  }

  return {
    ca: fixtures.ca,
    url: urlOf,
    tcp: (name) => ({ host: HOST, port: getEndpoint(endpoints, name).port }),
    names: () => [...endpoints.keys()],
    expected: Object.fromEntries([...endpoints].map(([name, { expected }]) => [name, expected])),
    expectedOfBody: Object.fromEntries(
      Object.entries(BEHAVIORS).flatMap(([name, { expectedOfBody }]) =>
        expectedOfBody ? [[name, expectedOfBody]] : [],
      ),
    ),
    async close() {
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

const HOST = "127.0.0.1";
/** A port without a service on test machines: tcpmux, which is obsolete. */
const REFUSED_PORT = 1;

type Endpoint = { scheme: "http" | "https"; port: number; path: string; expected: Expected };

const REFUSED: Endpoint = {
  scheme: "http",
  port: REFUSED_PORT,
  path: "/",
  expected: down("CONNECT_REFUSED", "connect"),
};

const BEHAVIORS: Behaviors = { ...ORDINARY, ...SILENCES, ...BODIES, ...MALFORMED, ...REDIRECTS };
/** Resets are excluded, because they have a different effect under TLS. */
const OVER_TLS: Behaviors = { ...ORDINARY, ...REDIRECTS };

function getEndpoint(endpoints: ReadonlyMap<string, Endpoint>, name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (!endpoint) throw new Error(`the hostile target has no behavior '${name}'`);
  return endpoint;
}

function urlAt({ scheme, port, path }: Endpoint): string {
  return `${scheme}://${HOST}:${port}${path}`;
}
