import { EVIDENCE_VANTAGE_BYTES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import { collectedFactsSchema } from "@vedette/contract/evidence/vantage-facts.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { upOutcome } from "../../../../test/checks.ts";
import {
  addressFacts,
  checkFacts,
  NOTHING_COLLECTED,
  responseFacts,
} from "../../../../test/evidence/facts.ts";
import { startRunners } from "../../../../test/runners.ts";
import { httpSpec, startAnswering } from "../../../../test/servers/raw-server.ts";
import { systemClock } from "../../../platform/kernel/clock.ts";
import { MemoryQueue } from "../../queue/memory.ts";
import { fitCollected, fitResponse } from "./fit-facts.ts";
import { requestEvidence } from "./request-evidence.ts";
import { storableFacts } from "./storable-facts.ts";

const requestOf = (url: string) => ({
  ...{ orgId: "org", workQueue: "default", location: "default", spec: httpSpec(url) },
  ...{ sendsRequest: true, nowMs: Date.now() },
});
const emptyQueue = () => new MemoryQueue({ clock: systemClock });

test("a runner of the location collects, and its report goes to the requester only", async () => {
  const queue = emptyQueue();
  const stored: unknown[] = [];
  queue.takeReports((reports) => void stored.push(...reports));
  const server = await startAnswering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
  const stop = startRunners(queue);
  const found = await requestEvidence(queue, requestOf(server.url));
  await stop();
  await server.close();
  expect(found).toMatchObject({
    runner: "runner-default",
    facts: {
      check: { status: "down", response: { status_code: 500 } },
      addresses: [{ address: "127.0.0.1" }],
    },
  });
  expect(stored).toEqual([]);
});

test("a runner that does not know orders makes the check, and there are no facts", async () => {
  const queue = emptyQueue();
  queue.takeJobs("default", (jobs) =>
    queue.publishReports(
      jobs.map(({ seriesKey, shard, slotMs, location }) => ({
        ...{ seriesKey, shard, slotMs, location, trigger: "test", runner: "old", outcome: upOutcome() },
      })),
    ),
  );
  expect(await requestEvidence(queue, requestOf("http://127.0.0.1:9/"))).toEqual({ reason: "old_runner" });
});

test("without a runner there are no facts", async () => {
  expect(await requestEvidence(emptyQueue(), requestOf("http://127.0.0.1:9/"))).toEqual({
    reason: "no_report",
  });
});

const anyText = fc.string({ unit: "binary", maxLength: 70_000 });
const anyResponse = fc
  .record({
    body: anyText,
    names: fc.array(fc.string({ maxLength: 256 }), { maxLength: 60 }),
    hash: fc.nat(3),
  })
  .map(({ body, names, hash }) =>
    responseFacts({
      body,
      body_sha256: `${hash}`.repeat(64),
      headers: Object.fromEntries(names.map((name) => [name, "\u0001".repeat(1_000)])),
    }),
  );

test("all that a runner reports fits, keeps its shape, and can be stored", () => {
  fc.assert(
    fc.property(fc.array(anyResponse, { minLength: 1, maxLength: 9 }), ([first, ...others]) => {
      const addresses = others.map((response) => addressFacts({ response }));
      const check = checkFacts({ response: first ?? null });
      const facts = fitCollected(storableFacts({ ...NOTHING_COLLECTED, check, addresses }));
      const json = JSON.stringify(facts);
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(EVIDENCE_VANTAGE_BYTES_MAX);
      expect(json.replaceAll("\\\\", "")).not.toMatch(/\\u0000|\\ud[89a-f]/);
      expect(collectedFactsSchema.parse(facts)).toEqual(facts);
      expect(facts.addresses.map(({ address }) => address)).toEqual(addresses.map(({ address }) => address));
    }),
    { numRuns: 30 },
  );
});

test("a header named __proto__ is left out, as the schema does", () => {
  const headers = JSON.parse('{"__proto__": "x", "server": "s"}') as Record<string, string>;
  const facts = storableFacts({
    ...{ ...NOTHING_COLLECTED, addresses: [] },
    check: checkFacts({ response: responseFacts({ headers }) }),
  });
  expect(facts.check.response?.headers).toEqual({ server: "s" });
  expect(collectedFactsSchema.parse(facts)).toEqual(facts);
});

test("a response that does not fit loses its body before its headers", () => {
  const response = responseFacts({ body: "\u0001".repeat(65_536) });
  const { body, is_body_cut: isCut, headers } = fitResponse(response);
  expect([body?.length, isCut, headers]).toEqual([4_096, true, response.headers]);
  expect(fitResponse(responseFacts())).toEqual(responseFacts());
});
