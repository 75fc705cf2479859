import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import { evidenceFactsSchema } from "@vedette/contract/evidence/evidence-facts.ts";
import type { VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { verdictSchema } from "@vedette/contract/evidence/verdict.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addressFacts,
  checkFacts,
  closedAddress,
  dnsAnswer,
  downCheck,
  evidenceFacts,
  handshakeFacts,
  responseFacts,
  vantageFacts,
} from "../../../../test/evidence/facts.ts";
import { decideVerdict } from "./decide-verdict.ts";

const REFUSED = downCheck({ code: "CONNECT_REFUSED", phase: "connect" });
const TIMEOUT = downCheck({ code: "TIMEOUT", phase: "connect" });
const up = (change: Partial<VantageFacts> = {}) => vantageFacts({ location: "ams", saw: "up", ...change });
const dnsOf = (change: Partial<NonNullable<VantageFacts["dns"]>>) => {
  const { dns } = vantageFacts();
  if (dns === null) throw new Error("the facts have answers");
  return { ...dns, ...change };
};
const LOOKUP_FAILED = { addresses: [], duration_ms: 1, error: "shop.example.com does not resolve" };
const noName = (server: string | null) =>
  dnsAnswer({
    ...{ resolver: server === null ? "system" : "authoritative", server, rcode: "NXDOMAIN", records: [] },
    is_authoritative: server !== null,
  });

test("without any location that collected, the reasons are named", () => {
  const missing = [
    { location: "home", reason: "no_runner" },
    { location: "oslo", reason: "no_runner" },
    { location: "lima", reason: "old_runner" },
  ] as const;
  expect(decideVerdict(evidenceFacts([], { not_collected: [...missing] }))).toMatchObject({
    layer: "none",
    summary:
      "No verdict: no runner of `home` and `oslo` is online, and the runner of `lima` has a version that does not collect evidence; update it.",
  });
});

describe("a location whose check passes again although it loses pings", () => {
  const pathOf = (received: number): VantageFacts["path"] => ({
    ...{ address: "203.0.113.7", tool: null, hops: [], is_complete: false, error: null },
    pings: [56, 1_252, 1_472].map((bytes, nr) => ({
      ...{ bytes, sent: 3, error: null },
      received: Math.floor((received + nr) / 3),
    })),
  });
  const decide = (home: number, ams: number, change: Partial<EvidenceFacts> = {}) =>
    decideVerdict(evidenceFacts([vantageFacts({ path: pathOf(home) }), up({ path: pathOf(ams) })], change));

  test("has a likely verdict if another location loses none", () => {
    expect(decide(4, 9)).toEqual({
      ...{ layer: "network", scope: "one_location", certainty: "likely" },
      summary:
        "5 of 9 pings to 203.0.113.7 are lost from `home`, and none from `ams`.\nThe check that was made with this collection passed.",
    });
  });

  test("has none if the other one loses some, too, if few are lost, or if the failure was no timeout", () => {
    const first_bad = responseFacts({ error: { code: "STATUS", message: "Status 500" } });
    for (const verdict of [decide(4, 8), decide(7, 9), decide(0, 9), decide(4, 9, { first_bad })])
      expect(verdict.layer).toBe("none");
  });
});

describe("names the fact", () => {
  test.each<[string, EvidenceFacts, object]>([
    [
      "one address of four",
      evidenceFacts([
        vantageFacts({
          check: REFUSED,
          addresses: [
            closedAddress("ECONNREFUSED"),
            ...["203.0.113.8", "203.0.113.9", "203.0.113.10"].map((address) => addressFacts({ address })),
          ],
        }),
      ]),
      { layer: "tcp", scope: "one_address", summary: "1 of 4 addresses refuses connections: 203.0.113.7." },
    ],
    [
      "our side",
      evidenceFacts([vantageFacts({ check: TIMEOUT, canaries: "silent", addresses: [] }), up()]),
      {
        ...{ layer: "runner", scope: "one_location", certainty: "certain" },
        summary: "Only from `home`: this runner reaches no canary either.",
      },
    ],
    [
      "a cache that outlives the record",
      evidenceFacts([
        vantageFacts({
          check: TIMEOUT,
          addresses: [closedAddress("ETIMEDOUT")],
          dns: dnsOf({ answers: [dnsAnswer(), noName("ns1.example.com"), noName("ns2.example.com")] }),
        }),
      ]),
      {
        ...{ layer: "dns", scope: "all" },
        summary:
          "DNS: each of the 2 name servers of example.com answers NXDOMAIN for shop.example.com.\nA cache still has 203.0.113.7; it expires.",
      },
    ],
    [
      "one name server",
      evidenceFacts([
        vantageFacts({
          check: downCheck({ code: "DNS_FAILED", phase: "dns" }),
          addresses: [],
          dns: dnsOf({
            lookup: LOOKUP_FAILED,
            answers: [
              noName(null),
              noName("ns1.example.com"),
              dnsAnswer({ resolver: "authoritative", server: "ns2.example.com", is_authoritative: true }),
            ],
          }),
        }),
      ]),
      {
        ...{ layer: "dns", scope: "one_nameserver", certainty: "certain" },
        summary:
          "DNS: ns1.example.com answers NXDOMAIN for shop.example.com.\nns2.example.com answers 203.0.113.7.",
      },
    ],
    [
      "a family",
      evidenceFacts([
        vantageFacts({
          check: TIMEOUT,
          addresses: [addressFacts(), closedAddress("ETIMEDOUT", { address: "2001:db8::7", family: 6 })],
        }),
      ]),
      { layer: "network", scope: "one_family", certainty: "likely" },
    ],
    [
      "a changed header",
      evidenceFacts(
        [
          vantageFacts({
            check: downCheck(
              { code: "ASSERTION_FAILED", phase: "assertion", message: "expected the header x-release" },
              { failed_assertion: "header", response: responseFacts({ headers: { server: "caddy" } }) },
            ),
          }),
        ],
        { last_good: responseFacts() },
      ),
      {
        ...{ layer: "content", scope: "all", certainty: "certain" },
        summary:
          "Expected the header x-release.\nSince the last good response: the header server changed from nginx to caddy.",
      },
    ],
    [
      "another certificate at one location",
      evidenceFacts([
        vantageFacts({
          check: downCheck({ code: "TLS_INVALID", phase: "tls" }),
          addresses: [
            addressFacts({
              response: null,
              tls: handshakeFacts({
                error: { code: "TLS_INVALID", message: "unknown issuer", reason: "unknown_issuer" },
                chain: handshakeFacts().chain.map((each) => ({ ...each, fingerprint_sha256: "CC" })),
              }),
            }),
          ],
        }),
        up(),
      ]),
      { layer: "runner", scope: "one_location", certainty: "likely" },
    ],
    [
      "a status at one location",
      evidenceFacts([
        vantageFacts({
          check: downCheck(
            { code: "ASSERTION_FAILED", phase: "assertion" },
            { response: responseFacts({ status_code: 403 }) },
          ),
          addresses: [addressFacts({ response: responseFacts({ status_code: 403 }) })],
        }),
        up(),
      ]),
      {
        ...{ layer: "http", scope: "one_location" },
        summary: "203.0.113.7 responds with the status 403.\nOnly from `home`: it works from `ams`.",
      },
    ],
  ])("%s", (_, facts, verdict) => {
    expect(evidenceFactsSchema.parse(facts)).toEqual(facts);
    expect(decideVerdict(facts)).toMatchObject(verdict);
  });
});

test("another certificate is certain only if two locations see it", () => {
  const error = { code: "TLS_INVALID", message: "not trusted", reason: "unknown_issuer" } as const;
  const addresses = [addressFacts({ response: null, tls: handshakeFacts({ error }) })];
  const one = vantageFacts({ check: downCheck({ code: "TLS_INVALID", phase: "tls" }), addresses });
  const alone = decideVerdict(evidenceFacts([one]));
  expect(alone).toMatchObject({ layer: "tls", certainty: "likely" });
  const both = evidenceFacts([one, { ...one, location: "ams" }]);
  expect(decideVerdict(both)).toEqual({ ...alone, certainty: "certain" });
});

describe("does not blame", () => {
  test("a status that the checks accept", () => {
    const response = responseFacts({ status_code: 401 });
    const check = downCheck(
      { code: "ASSERTION_FAILED", phase: "assertion" },
      { failed_assertion: "header", response },
    );
    const facts = evidenceFacts([vantageFacts({ check, addresses: [addressFacts({ response })] })], {
      last_good: response,
    });
    expect(decideVerdict(facts)).toMatchObject({ layer: "content", certainty: "certain" });
    expect(decideVerdict({ ...facts, last_good: null })).toMatchObject({ layer: "http" });
  });

  test("an address that the check did not use for the content of another", () => {
    const check = downCheck(
      { code: "ASSERTION_FAILED", phase: "assertion" },
      { failed_assertion: "body", response: responseFacts() },
    );
    const six = closedAddress("ETIMEDOUT", { address: "2001:db8::7", family: 6 });
    const facts = evidenceFacts([vantageFacts({ check, addresses: [addressFacts(), six] })]);
    expect(decideVerdict(facts)).toMatchObject({ layer: "content", certainty: "certain" });
  });
});

describe("has no verdict", () => {
  test.each<[string, EvidenceFacts]>([
    ["without a location", evidenceFacts([])],
    ["when the target works again", evidenceFacts([vantageFacts(), up()])],
    [
      "without any fact",
      evidenceFacts([vantageFacts({ check: null, dns: null, addresses: [], canaries: null })]),
    ],
    [
      "when only the addresses that this runner has no route to fail",
      evidenceFacts([
        vantageFacts({
          addresses: [addressFacts(), closedAddress("ENETUNREACH", { address: "2001:db8::7", family: 6 })],
        }),
      ]),
    ],
  ])("%s", (_, facts) => {
    expect(decideVerdict(facts)).toMatchObject({ layer: "none", scope: "unknown", certainty: "likely" });
  });

  test("about name servers if their queries were cut short", () => {
    const dns = dnsOf({ lookup: LOOKUP_FAILED, answers: [noName("ns1.example.com")] });
    const vantage = vantageFacts({ dns, check: TIMEOUT, addresses: [], incomplete: ["dns"] });
    expect(decideVerdict(evidenceFacts([vantage])).layer).not.toBe("dns");
  });
});

const CODES = ["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];
const text = fc.string({ maxLength: 500 });
const anyAddress = fc
  .record({
    host: fc.integer({ min: 1, max: 9 }),
    code: fc.option(fc.constantFrom(...CODES)),
    status: fc.integer({ min: 200, max: 599 }),
    isSix: fc.boolean(),
  })
  .map(({ host, code, status, isSix }) => {
    const address = isSix ? `2001:db8::${host}` : `203.0.113.${host}`;
    if (code !== null) return closedAddress(code, { address, family: isSix ? 6 : 4 });
    return addressFacts({ address, family: isSix ? 6 : 4, response: responseFacts({ status_code: status }) });
  });
const anyAnswer = fc
  .record({
    resolver: fc.constantFrom("system", "authoritative", "public" as const),
    server: fc.constantFrom("ns1.example.com", "ns2.example.com", "<b>ns3</b>"),
    rcode: fc.option(fc.constantFrom("NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED")),
    hosts: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  })
  .map(({ resolver, server, rcode, hosts }) =>
    dnsAnswer({
      ...{ resolver: resolver as "system", server: resolver === "authoritative" ? server : null, rcode },
      records:
        rcode === "NOERROR" ? hosts.map((host) => ({ type: "A", value: `203.0.113.${host}`, ttl: 1 })) : [],
      error: rcode === null ? "no answer" : null,
    }),
  );
const anyCheck = fc.oneof(
  fc.constant(null),
  fc.constant(checkFacts()),
  fc
    .record({
      message: text,
      phase: fc.constantFrom("dns", "connect", "tls", "headers", "assertion" as const),
    })
    .map(({ message, phase }) => downCheck({ code: "TIMEOUT", phase: phase as "dns", message })),
);
const anyVantage = fc
  .record({
    check: anyCheck,
    addresses: fc.array(anyAddress, { maxLength: 8 }),
    answers: fc.array(anyAnswer, { maxLength: 12 }),
    isLookupFailed: fc.boolean(),
    location: fc.string({ minLength: 1, maxLength: 60 }),
    canaries: fc.constantFrom("responding", "silent", "not_configured", null),
  })
  .map(({ answers, isLookupFailed, canaries, ...rest }) =>
    vantageFacts({
      ...rest,
      canaries: canaries as VantageFacts["canaries"],
      dns: dnsOf({ answers, ...(isLookupFailed && { lookup: LOOKUP_FAILED }) }),
    }),
  );

describe("for any facts", () => {
  const anyFacts = fc.array(anyVantage, { maxLength: 4 }).map((vantages) => evidenceFacts(vantages));

  test("the verdict is valid, of at most two lines, and always the same", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const verdict = decideVerdict(facts);
        expect(verdictSchema.parse(verdict)).toEqual(verdict);
        expect(decideVerdict(structuredClone(facts))).toEqual(verdict);
        expect(verdict.summary.trim()).not.toBe("");
        if (verdict.layer === "none") expect(verdict.certainty).toBe("likely");
      }),
    );
  });

  test("a target that works from everywhere with one address that works has no verdict", () => {
    fc.assert(
      fc.property(fc.array(anyVantage, { minLength: 1, maxLength: 4 }), (vantages) => {
        const fine = vantages.map((each) => ({ ...each, check: checkFacts(), addresses: [addressFacts()] }));
        expect(decideVerdict(evidenceFacts(fine)).layer).toBe("none");
      }),
    );
  });

  test("our side is not named if every canary responds, every address has a route, and no network asks for a sign-in", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const vantages = facts.vantages.map((each) => ({
          ...each,
          canaries: "responding" as const,
          addresses: each.addresses.filter(
            ({ error, response }) => error?.code !== "ENETUNREACH" && response?.status_code !== 511,
          ),
        }));
        expect(decideVerdict({ ...facts, vantages }).layer).not.toBe("runner");
      }),
    );
  });
});
