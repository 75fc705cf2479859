import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listening, lookupOf, startAnswering, startRawServer } from "../../../test/servers/raw-server.ts";
import { createEgress } from "./egress.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import { EgressProxy, type EgressProxyOptions } from "./egress-proxy.ts";
import type { Lookup } from "./resolve.ts";

const TOKEN = "a token";
const AUTHORIZATION = `Proxy-Authorization: Basic ${Buffer.from(`vedette:${TOKEN}`).toString("base64")}\r\n`;

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Changes = {
  mode?: "hosted" | "self-hosted";
  deny?: string[];
  portsDeny?: number[];
  ownPorts?: number[];
  lookup?: Lookup;
  limits?: EgressProxyOptions["limits"];
};

async function proxyWith({
  mode = "self-hosted",
  deny = [],
  portsDeny = [],
  ownPorts = [],
  lookup,
  limits = {},
}: Changes = {}) {
  const policy = createEgressPolicy({
    mode,
    allow: [],
    deny,
    portsDeny,
    ownPorts: () => ownPorts.map((port) => ({ port })),
  });
  const egress = createEgress({ policy, ...(lookup ? { lookup } : {}) });
  const proxy = await EgressProxy.start({ egress, listen: { port: 0, token: TOKEN }, limits });
  ends.push(() => proxy.close());
  return proxy;
}

function client(proxy: EgressProxy): Socket {
  const socket =
    "port" in proxy.address ? connect(proxy.address.port, "127.0.0.1") : connect(proxy.address.path);
  socket.on("error", () => socket.destroy());
  ends.push(() => void socket.destroy());
  return socket;
}

/** Everything that the proxy sends until it, or the test, closes the connection. */
async function said(proxy: EgressProxy, request: string): Promise<string> {
  const socket = client(proxy);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString();
  });
  socket.write(request);
  await once(socket, "close");
  return text;
}

const connectTo = (place: string, more = AUTHORIZATION) =>
  `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${more}\r\n`;
const get = (url: string, more = AUTHORIZATION) =>
  `GET ${url} HTTP/1.1\r\nHost: somewhere\r\n${more}Connection: close\r\n\r\n`;

async function startTarget(answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") {
  const server = await startAnswering(answer);
  ends.push(() => server.close());
  return server;
}

describe("a tunnel", () => {
  test("carries bytes in both directions, starting with those sent with the request", async () => {
    const echo = await listening(createServer((socket) => socket.pipe(socket)));
    ends.push(echo.close);
    const socket = client(await proxyWith());
    socket.write(`${connectTo(`127.0.0.1:${echo.port}`)}early `);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    await vi.waitFor(() => expect(text).toContain("established"), 30_000);
    socket.write("late");
    await vi.waitFor(() => expect(text.endsWith("\r\n\r\nearly late")).toBe(true), 30_000);
  });

  test("closes when either side closes", async () => {
    const target = await startRawServer(() => {});
    ends.push(() => target.close());
    const proxy = await proxyWith();
    const socket = client(proxy);
    socket.write(connectTo(`127.0.0.1:${target.port}`));
    await once(socket, "data");
    socket.destroy();
    await target.idle();
    const held = said(proxy, connectTo(`127.0.0.1:${target.port}`));
    await vi.waitFor(() => expect(target.received).toHaveLength(2), 30_000);
    await proxy.close();
    expect(await held).toContain("200");
  });

  test.each(["host", "host:", "host:0", "host:65536", "host:80/path", "user@host:80", "/"])(
    "to %j is malformed",
    async (place) => {
      expect(await said(await proxyWith(), connectTo(place))).toMatch(/^HTTP\/1.1 400/);
    },
  );
});

describe("plain HTTP", () => {
  test("is sent in origin form, without hop-by-hop headers and without our token", async () => {
    const target = await startTarget(
      "HTTP/1.1 200 OK\r\nVedette-Egress: DNS_FAILED\r\nContent-Length: 5\r\n\r\nhello",
    );
    const answer = await said(
      await proxyWith(),
      get(`http://127.0.0.1:${target.port}/a?b=c`, `${AUTHORIZATION}X-Kept: yes\r\n`),
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*hello$/);
    // Only the proxy itself may set this header.
    expect(answer.toLowerCase()).not.toContain("vedette-egress");
    expect(target.received[0]).toMatch(/^GET \/a\?b=c HTTP\/1\.1\r\n/);
    expect(target.received[0]?.toLowerCase()).toContain(`host: 127.0.0.1:${target.port}\r\n`);
    expect(target.received[0]?.toLowerCase()).toContain("x-kept: yes");
    expect(target.received[0]?.toLowerCase()).not.toContain("proxy-authorization");
  });

  test("forwards a body", async () => {
    const target = await startTarget();
    const request = `POST http://127.0.0.1:${target.port}/ HTTP/1.1\r\nHost: x\r\n${AUTHORIZATION}Content-Length: 4\r\nConnection: close\r\n\r\nbody`;
    await said(await proxyWith(), request);
    await vi.waitFor(() => expect(target.received[0]).toMatch(/\r\n\r\nbody$/), 30_000);
  });

  test("does not treat an incomplete response as complete", async () => {
    const target = await startTarget("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf");
    const answer = await said(await proxyWith(), get(`http://127.0.0.1:${target.port}/`));
    expect(answer.toLowerCase()).toContain("content-length: 50");
  });

  test.each(["/", "https://127.0.0.1/", "ftp://127.0.0.1/", "http://user:pass@127.0.0.1/", "http://"])(
    "rejects %j",
    async (url) => {
      expect(await said(await proxyWith(), get(url))).toMatch(/^HTTP\/1.1 400/);
    },
  );
});

describe("the policy", () => {
  test.each([
    ["the metadata address", {}, "169.254.169.254:80"],
    ["its mapped spelling", {}, "[::ffff:169.254.169.254]:80"],
    ["its spelling as a number", {}, "2852039166:80"],
    [
      "a name that resolves to it",
      { lookup: lookupOf({ "rebound.test": ["169.254.169.254"] }) },
      "rebound.test:80",
    ],
    ["loopback, hosted", { mode: "hosted" }, "127.0.0.1:80"],
    [
      "a name of loopback, hosted",
      { mode: "hosted", lookup: lookupOf({ localhost: ["127.0.0.1"] }) },
      "localhost:80",
    ],
    ["a port of our own", { ownPorts: [5432] }, "127.0.0.1:5432"],
    ["a port of mail", { portsDeny: [25] }, "127.0.0.1:25"],
    ["a port that the operator shut", { deny: ["127.0.0.1:25"] }, "127.0.0.1:25"],
  ] satisfies [string, Changes, string][])(
    "blocks %s for both kinds of requests, and reports the target",
    async (_, changes, place) => {
      const proxy = await proxyWith(changes);
      expect(await said(proxy, connectTo(place))).toMatch(
        /^HTTP\/1.1 403 Forbidden\r\nVedette-Egress: ADDRESS_BLOCKED\r\n[\s\S]*Vedette did not connect/,
      );
      expect(await said(proxy, get(`http://${place}/`))).toMatch(
        /^HTTP\/1.1 403[\s\S]*vedette-egress: ADDRESS_BLOCKED/i,
      );
      expect(proxy.blocked[0]).toMatchObject({
        code: "ADDRESS_BLOCKED",
        host: place.slice(0, place.lastIndexOf(":")),
      });
      expect(proxy.failed).toEqual([]);
    },
  );

  test("connects to the classified address even if a second lookup returns another one", async () => {
    const target = await startTarget();
    let asked = 0;
    const lookup: Lookup = (_, done) => {
      asked += 1;
      done(null, [asked === 1 ? "127.0.0.1" : "169.254.169.254"]);
    };
    const proxy = await proxyWith({ lookup });
    expect(await said(proxy, get(`http://rebinding.test:${target.port}/`))).toContain("hello");
    expect(asked).toBe(1);
    expect(await said(proxy, get(`http://rebinding.test:${target.port}/`))).toMatch(/^HTTP\/1.1 403/);
  });

  test("distinguishes unreachable targets from blocked ones", async () => {
    const gone = await listening(createServer());
    await gone.close();
    const proxy = await proxyWith({ lookup: lookupOf({}) });
    expect(await said(proxy, connectTo("nowhere.test:443"))).toMatch(/^HTTP\/1.1 502/);
    expect(await said(proxy, connectTo(`127.0.0.1:${gone.port}`))).toMatch(/^HTTP\/1.1 502/);
    expect(proxy.failed.map(({ code }) => code)).toEqual(["DNS_FAILED", "CONNECT_REFUSED"]);
    expect(proxy.blocked).toEqual([]);
  });
});

describe("access", () => {
  test.each(["", `Proxy-Authorization: Basic ${Buffer.from("vedette:another").toString("base64")}\r\n`])(
    "rejects clients without the token (%j)",
    async (header) => {
      const target = await startTarget();
      const proxy = await proxyWith();
      expect(await said(proxy, connectTo(`127.0.0.1:${target.port}`, header))).toMatch(/^HTTP\/1.1 407/);
      expect(await said(proxy, get(`http://127.0.0.1:${target.port}/`, header))).toMatch(/^HTTP\/1.1 407/);
      expect(target.received).toEqual([]);
    },
  );

  test("allows everyone who can open the socket file", async () => {
    const target = await startTarget();
    const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
    const path = join(tmpdir(), `vedette-proxy-${randomUUID()}.sock`);
    const proxy = await EgressProxy.start({ egress: createEgress({ policy }), listen: { path } });
    ends.push(() => proxy.close());
    expect(proxy.address).toEqual({ path });
    expect(await said(proxy, get(`http://127.0.0.1:${target.port}/`, ""))).toContain("hello");
  });
});

describe("limits", () => {
  test("disconnects a client that never finishes its headers", async () => {
    const proxy = await proxyWith({ limits: { headersMs: 100 } });
    expect(await said(proxy, "CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: ")).toMatch(/^(HTTP\/1.1 408[\s\S]*)?$/);
  });

  test("closes an idle tunnel", async () => {
    const target = await startRawServer(() => {});
    ends.push(() => target.close());
    const proxy = await proxyWith({ limits: { idleMs: 50 } });
    expect(await said(proxy, connectTo(`127.0.0.1:${target.port}`))).toContain("200");
    await target.idle();
  });

  test("abandons an unresponsive target at the deadline", async () => {
    const proxy = await proxyWith({ limits: { connectMs: 30 }, lookup: () => {} });
    expect(await said(proxy, connectTo("silent.test:80"))).toMatch(/^HTTP\/1.1 504/);
    expect(proxy.failed).toMatchObject([{ code: "CONNECT_TIMEOUT" }]);
  });

  test("rejects connections beyond the maximum", async () => {
    const target = await startRawServer(() => {});
    ends.push(() => target.close());
    const proxy = await proxyWith({ limits: { connectionsMax: 1 } });
    const held = client(proxy);
    held.write(connectTo(`127.0.0.1:${target.port}`));
    await once(held, "data");
    expect(await said(proxy, connectTo(`127.0.0.1:${target.port}`))).toBe("");
    held.destroy();
    await vi.waitFor(async () => {
      expect(await said(proxy, get(`http://127.0.0.1:${target.port + 100_000}/`))).toMatch(/^HTTP\/1.1 400/);
    }, 30_000);
  });

  test("limits the rate of new connections, and names the limit", async () => {
    const target = await startTarget();
    const proxy = await proxyWith({ limits: { burstMax: 2, perSecondMax: 0 } });
    const url = `http://127.0.0.1:${target.port}/`;
    for (let sent = 0; sent < 2; sent++) expect(await said(proxy, get(url))).toContain("hello");
    expect(await said(proxy, get(url))).toMatch(/^HTTP\/1.1 503[\s\S]*2 connections at once/);
    expect(proxy.failed).toMatchObject([{ code: "LIMIT" }]);
    expect(target.received).toHaveLength(2);
  });

  test("closes all connections after the maximum number of bytes, and opens no more", async () => {
    const flood = await listening(
      createServer((socket) => {
        socket.on("error", () => socket.destroy());
        const pour = () => {
          while (socket.writable && socket.write(Buffer.alloc(65_536)));
        };
        socket.on("drain", pour);
        pour();
      }),
    );
    ends.push(flood.close);
    const proxy = await proxyWith({ limits: { bytesMax: 1_000_000 } });
    expect((await said(proxy, connectTo(`127.0.0.1:${flood.port}`))).length).toBeGreaterThan(1_000_000);
    expect(await said(proxy, connectTo(`127.0.0.1:${flood.port}`))).toMatch(/^HTTP\/1.1 503/);
  });
});
