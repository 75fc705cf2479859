import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import { EVIDENCE_VANTAGE_BYTES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import { collectedFactsSchema } from "@vedette/contract/evidence/vantage-facts.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { evidenceFacts, vantageFacts } from "../../../test/evidence/facts.ts";
import { specOf } from "../../../test/hostile/check-specs.ts";
import { checkContext, httpSpec, lookupOf } from "../../../test/servers/raw-server.ts";
import { startZoneServer, zoneServerMissing } from "../../../test/servers/zone-server.ts";
import { createTlsFixtures } from "../../../test/tls-fixtures.ts";
import { freePort } from "../../platform/net/free-port.ts";
import type { CollectContext } from "./collect-context.ts";
import { collectEvidence } from "./collect-evidence.ts";
import { decideVerdict } from "./verdict/decide-verdict.ts";

const ORDER = { collectMs: 20_000, sendsRequest: true };
const NO_RESOLVERS = { system: () => null, public: null, authoritativePort: 53 };
const closers: (() => Promise<unknown> | unknown)[] = [];

/** Serves the same port at some loopback addresses. */
async function serve(
  respond: RequestListener,
  { at = ["127.0.0.1"], tls }: { at?: readonly string[]; tls?: { key: string; cert: string } } = {},
): Promise<number> {
  const port = await freePort();
  for (const host of at) {
    const server: Server = tls ? createSecureServer(tls, respond) : createServer(respond);
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  return port;
}

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Options = Partial<Pick<CollectContext, "canaries" | "resolvers">> & Parameters<typeof checkContext>[0];

async function collect(
  spec: CheckSpec,
  { canaries = null, resolvers = NO_RESOLVERS, ...options }: Options = {},
) {
  const { clock, egress } = checkContext(options);
  const target = { spec, order: ORDER };
  const facts = await collectEvidence(
    target,
    { clock, egress, canaries, resolvers },
    new AbortController().signal,
  );
  expect(collectedFactsSchema.parse(facts)).toEqual(facts);
  return facts;
}

/** The verdict about what one location found. */
function verdictOf(facts: Awaited<ReturnType<typeof collect>>, host = "shop.test") {
  const vantage = vantageFacts({ ...facts, location: "home", saw: "down" });
  return decideVerdict(evidenceFacts([vantage], { target: { host, port: 443, kind: "url", step: null } }));
}

describe("scenarios on loopback", () => {
  test("one of three addresses refuses", async () => {
    const port = await serve((_, response) => response.end("fine"), { at: ["127.0.0.2", "127.0.0.3"] });
    const lookup = lookupOf({ "shop.test": ["127.0.0.2", "127.0.0.4", "127.0.0.3"] });
    const facts = await collect(httpSpec(`http://shop.test:${port}/`), { lookup });
    expect(facts.addresses).toMatchObject([
      { address: "127.0.0.2", error: null, response: { status_code: 200 } },
      { address: "127.0.0.4", connect_ms: null, error: { code: "ECONNREFUSED" }, response: null },
      { address: "127.0.0.3", error: null, response: { status_code: 200 } },
    ]);
    // The check has the same body.
    expect(facts.addresses.map(({ response }) => response?.body ?? null)).toEqual([null, null, null]);
    expect(facts.check?.response?.body).toBe("fine");
    expect(verdictOf(facts)).toEqual({
      ...{ layer: "tcp", scope: "one_address", certainty: "certain" },
      summary: "1 of 3 addresses refuses connections: 127.0.0.4.",
    });
  });

  test("an expired certificate", async () => {
    const fixtures = await createTlsFixtures();
    const port = await serve((_, response) => response.end(), { tls: fixtures.expired });
    const lookup = lookupOf({ localhost: ["127.0.0.1"] });
    const facts = await collect(httpSpec(`https://localhost:${port}/`), { lookup, extraCa: [fixtures.ca] });
    expect(facts.addresses[0]?.tls).toMatchObject({
      ...{ sni: "localhost", protocol: "TLSv1.3", error: { reason: "expired" } },
      chain: [
        { subject: "CN=localhost", issuer: "CN=Vedette Test Root" },
        { subject: "CN=Vedette Test Root" },
      ],
    });
    expect(verdictOf(facts)).toMatchObject({ layer: "tls", scope: "all", certainty: "certain" });
  });

  test("an error of the server", async () => {
    const port = await serve((_, response) => {
      response.statusCode = 503;
      response.end("maintenance");
    });
    const facts = await collect(httpSpec(`http://127.0.0.1:${port}/`));
    expect(facts).toMatchObject({ dns: null, addresses_found: 1, canaries: "not_configured" });
    expect(facts.check).toMatchObject({
      status: "down",
      response: { status_code: 503, body: "maintenance" },
    });
    expect(verdictOf(facts, "127.0.0.1")).toMatchObject({ layer: "http", scope: "all" });
  });

  test("a body that the check does not accept", async () => {
    const port = await serve((_, response) => response.end("it works!"));
    const assertions = [{ type: "body", operator: "contains", value: "catalog", property: null } as const];
    const facts = await collect(httpSpec(`http://127.0.0.1:${port}/`, { assertions }));
    expect(facts.check).toMatchObject({ failed_assertion: "body" });
    expect(verdictOf(facts, "127.0.0.1")).toMatchObject({ layer: "content", certainty: "certain" });
  });

  describe.skipIf(zoneServerMissing !== null)(`with name servers ${zoneServerMissing ?? ""}`, () => {
    let port: number;
    const stops: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      port = await freePort();
      const common = ["@ 60 NS ns1", "@ 60 NS ns2", "ns1 60 A 127.0.0.2", "ns2 60 A 127.0.0.3"];
      const lines = [[...common, "www 60 CNAME web", "web 60 A 127.0.0.9"], common];
      const servers = lines.map((each, index) =>
        startZoneServer({ address: `127.0.0.${index + 2}`, port }, each),
      );
      for (const server of await Promise.all(servers)) stops.push(server.stop);
    });
    afterAll(() => Promise.all(stops.map((stop) => stop())));

    test("one name server answers NXDOMAIN", async () => {
      const resolvers = {
        ...{ system: () => ({ host: "127.0.0.3", port }), public: null, authoritativePort: port },
      };
      const facts = await collect(httpSpec("http://www.shop.test:9/"), { lookup: lookupOf({}), resolvers });
      expect(facts.dns).toMatchObject({ zone: "shop.test", nameserver_error: null });
      expect(facts.dns?.answers.map(({ server, record, rcode }) => [server, record, rcode])).toEqual([
        [null, "A", "NXDOMAIN"],
        [null, "AAAA", "NXDOMAIN"],
        ["ns1.shop.test", "A", "NOERROR"],
        ["ns1.shop.test", "AAAA", "NOERROR"],
        ["ns2.shop.test", "A", "NXDOMAIN"],
        ["ns2.shop.test", "AAAA", "NXDOMAIN"],
      ]);
      expect(facts.addresses).toMatchObject([{ address: "127.0.0.9", sources: ["authoritative"] }]);
      expect(verdictOf(facts, "www.shop.test")).toEqual({
        ...{ layer: "dns", scope: "one_nameserver", certainty: "certain" },
        summary: "DNS: ns2.shop.test answers NXDOMAIN for www.shop.test.\nns1.shop.test answers 127.0.0.9.",
      });
    });

    test("a name server at an address that is not allowed is not asked", async () => {
      const resolvers = {
        ...{ system: () => ({ host: "127.0.0.2", port }), public: null, authoritativePort: port },
      };
      const lookup = lookupOf({ "www.shop.test": ["127.0.0.9"] });
      const facts = await collect(httpSpec("http://www.shop.test:9/"), { mode: "hosted", lookup, resolvers });
      expect(facts.dns?.answers.every(({ resolver }) => resolver === "system")).toBe(true);
      expect(facts.dns?.nameserver_error).toContain("only public addresses");
      expect(facts.addresses).toMatchObject([
        { connect_ms: null, blocked: expect.stringContaining("loopback") },
      ]);
      expect(verdictOf(facts)).toMatchObject({ layer: "runner", certainty: "certain" });
    });
  });
});

describe("safety", () => {
  test("a redirect is a response, and a request that changes something is not repeated", async () => {
    const paths: string[] = [];
    const port = await serve((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.writeHead(302, { location: "/secret" }).end();
    });
    const get = await collect(httpSpec(`http://127.0.0.1:${port}/`, { followRedirects: false }));
    expect(get.addresses[0]?.response).toMatchObject({ status_code: 302, headers: { location: "/secret" } });
    expect(paths).toEqual(["GET /", "GET /"]);
    const post = await collect(
      httpSpec(`http://127.0.0.1:${port}/`, { method: "POST", followRedirects: false }),
    );
    expect(post.addresses[0]).toMatchObject({ error: null, response: null });
    expect(paths.slice(2)).toEqual(["POST /"]);
  });

  test("without the right to send requests only connections are made", async () => {
    const seen: string[] = [];
    const port = await serve((request) => void seen.push(request.url ?? ""));
    const { clock, egress } = checkContext();
    const facts = await collectEvidence(
      { spec: httpSpec(`http://127.0.0.1:${port}/`), order: { collectMs: 5_000, sendsRequest: false } },
      { clock, egress, canaries: null, resolvers: NO_RESOLVERS },
      new AbortController().signal,
    );
    expect([facts.check, seen]).toEqual([null, []]);
    expect(facts.addresses).toMatchObject([{ error: null, response: null }]);
  });

  test("secrets of the spec are masked everywhere", async () => {
    const secret = "s3cr3t-token-77";
    const port = await serve((request, response) => {
      response.setHeader("x-echo", `${request.headers.authorization}`);
      response.end(`you are ${request.headers.authorization} ${"x".repeat(100_000)}`);
    });
    const spec = httpSpec(`http://127.0.0.1:${port}/`, {
      headers: { authorization: secret },
      mask: [secret],
    });
    const facts = await collect(spec);
    expect(facts.check?.response).toMatchObject({ status_code: 200, is_body_cut: true });
    expect(JSON.stringify(facts)).not.toContain(secret);
  });

  test("ten thousand addresses and bodies that escape badly end bounded", async () => {
    const port = await serve(
      (_, response) => {
        response.setHeader("content-type", "text/plain");
        for (let index = 0; index < 90; index += 1) response.setHeader(`x-${index}`, "<b>".repeat(150));
        response.end(`${Math.random()}${"\u0001".repeat(70_000)}`);
      },
      { at: ["127.0.0.2", "127.0.0.3", "127.0.0.5"] },
    );
    const others = Array.from({ length: 10_000 }, (_, index) => `127.1.${index >> 8}.${index & 255}`);
    const lookup = lookupOf({ "shop.test": ["127.0.0.2", "127.0.0.3", "127.0.0.5", ...others] });
    const facts = await collect(httpSpec(`http://shop.test:${port}/`), { lookup });
    expect(facts.addresses).toHaveLength(8);
    expect(Buffer.byteLength(JSON.stringify(facts))).toBeLessThanOrEqual(EVIDENCE_VANTAGE_BYTES_MAX);
  });

  test("a target that never answers ends within the time of the order", async () => {
    const port = await serve(() => undefined);
    const { clock, egress } = checkContext();
    const facts = await collectEvidence(
      { spec: httpSpec(`http://127.0.0.1:${port}/`), order: { collectMs: 2_000, sendsRequest: true } },
      { clock, egress, canaries: { areSilent: () => new Promise(() => undefined) }, resolvers: NO_RESOLVERS },
      new AbortController().signal,
    );
    expect(facts).toMatchObject({ canaries: null });
    expect(facts.incomplete).toContain("canaries");
  });

  test("aborting rejects with the reason", async () => {
    const port = await serve(() => undefined);
    const { clock, egress } = checkContext();
    const stop = new AbortController();
    const collecting = collectEvidence(
      { spec: httpSpec(`http://127.0.0.1:${port}/`), order: ORDER },
      { clock, egress, canaries: null, resolvers: NO_RESOLVERS },
      stop.signal,
    );
    stop.abort(new Error("stopped"));
    await expect(collecting).rejects.toThrow("stopped");
  });
});

test("other kinds: TCP has no request, and a host by way of a proxy is not connected to", async () => {
  const port = await serve((_, response) => response.end());
  const tcp = await collect(specOf("tcp", { host: "127.0.0.1", port }));
  expect(tcp).toMatchObject({
    check: { status: "up", response: null },
    addresses: [{ error: null, tls: null }],
  });
  const proxy = { url: `http://127.0.0.1:${port}`, auth: null };
  const spec = httpSpec("http://shop.test/", { proxy });
  expect(await collect(spec)).toMatchObject({ dns: null, addresses: [], path: null });
});
