import { createTlsFixtures } from "../tls-fixtures.ts";
import type { Behaviours, Expected } from "./behaviour.ts";
import { down } from "./behaviour.ts";
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
 * Every way in which a server can go wrong, each at a URL of its own on loopback: behaviours after a
 * request share one port and differ by path, those before it have their own ports. It knows what a check
 * must find, never how a check is made.
 */
export type HostileTarget = {
  /** The authority behind the `tls-` ports, PEM; without trusting it they are all from an unknown issuer. */
  ca: string;
  /** A query may be added, such as `?ms=100` for `slow`. */
  url(name: string): string;
  tcp(name: string): { host: string; port: number };
  names(): string[];
  /** What a check without assertions must find. */
  expected: Readonly<Record<string, Expected>>;
  /** What a check with an assertion on the body must find, where that differs. */
  expectedOfBody: Readonly<Record<string, Expected>>;
  close(): Promise<void>;
};

export async function startHostileTarget(): Promise<HostileTarget> {
  const fixtures = await createTlsFixtures();
  const places = new Map<string, Place>([["refused", REFUSED]]);
  const ports: OpenPort[] = [];
  const urlOf = (name: string) => urlAt(placeOf(places, name));

  const shared = await openRawPort((socket) => serveRequests(socket, { behaviours: BEHAVIOURS, urlOf }));
  ports.push(shared);
  for (const [name, { expected }] of Object.entries(BEHAVIOURS)) {
    places.set(name, { scheme: "http", port: shared.port, path: `/${name}`, expected });
  }
  for (const [name, { scheme, expected, onConnection }] of Object.entries(CONNECTIONS)) {
    const opened = await openRawPort(onConnection);
    ports.push(opened);
    places.set(name, { scheme, port: opened.port, path: "/", expected });
  }
  for (const [name, { expected, path, create }] of Object.entries(tlsPorts(fixtures))) {
    const opened = await openPort(create((socket) => serveRequests(socket, { behaviours: OVER_TLS, urlOf })));
    ports.push(opened);
    places.set(name, { scheme: "https", port: opened.port, path, expected });
  }

  return {
    ca: fixtures.ca,
    url: urlOf,
    tcp: (name) => ({ host: HOST, port: placeOf(places, name).port }),
    names: () => [...places.keys()],
    expected: Object.fromEntries([...places].map(([name, { expected }]) => [name, expected])),
    expectedOfBody: Object.fromEntries(
      Object.entries(BEHAVIOURS).flatMap(([name, { expectedOfBody }]) =>
        expectedOfBody ? [[name, expectedOfBody]] : [],
      ),
    ),
    async close() {
      await Promise.all(ports.map((port) => port.close()));
    },
  };
}

const HOST = "127.0.0.1";
/** Where no service of any machine that runs these tests listens: tcpmux, retired long ago. */
const REFUSED_PORT = 1;

type Place = { scheme: "http" | "https"; port: number; path: string; expected: Expected };

const REFUSED: Place = {
  scheme: "http",
  port: REFUSED_PORT,
  path: "/",
  expected: down("CONNECT_REFUSED", "connect"),
};

const BEHAVIOURS: Behaviours = { ...ORDINARY, ...SILENCES, ...BODIES, ...MALFORMED, ...REDIRECTS };
/** A reset is one of TCP; under TLS the same behaviours would do something else. */
const OVER_TLS: Behaviours = { ...ORDINARY, ...REDIRECTS };

function placeOf(places: ReadonlyMap<string, Place>, name: string): Place {
  const place = places.get(name);
  if (!place) throw new Error(`the hostile target has no behaviour '${name}'`);
  return place;
}

function urlAt({ scheme, port, path }: Place): string {
  return `${scheme}://${HOST}:${port}${path}`;
}
