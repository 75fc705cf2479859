import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seenValues } from "./seen-values.ts";
import { hasOnlyKnown, NOTHING_KNOWN, type TargetFingerprint, withSighting } from "./target-fingerprint.ts";

const MINUTE_MS = 60_000;
const LOCATION = "berlin";

const text = fc.constantFrom("", "a", "b");
const seenOutcome = fc
  .record({
    ip: fc.constantFrom(null, "192.0.2.1", "192.0.2.2"),
    bodyBytes: fc.constantFrom(null, 0, 500, 1_000, 9_000),
    tls: fc.constantFrom(null, { expiresAtMs: null, issuer: "R3", protocol: "TLSv1.3", fingerprint: "AA" }),
    fingerprint: fc.option(
      fc.record(
        { addresses: fc.array(text), headers: text, redirects: text, httpVersion: text, bodyKeys: text },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
  })
  .map(
    ({ fingerprint, ...found }): CheckOutcome => ({
      ...{ status: "up", checkedAtMs: 0, responseUs: 1_000, statusCode: 200, attempts: 1 },
      timings: { dnsUs: null, connectUs: 100, tlsUs: null, ttfbUs: 500, downloadUs: 400 },
      ...{ assertions: [], error: null, ...found },
      ...(fingerprint && { fingerprint }),
    }),
  );

test("hasOnlyKnown is true only for outcomes that leave the fingerprint as it is, and for all unless a field is ignored", () => {
  fc.assert(
    fc.property(fc.array(seenOutcome, { maxLength: 40 }), (outcomes) => {
      let known: TargetFingerprint = NOTHING_KNOWN;
      for (const [nr, outcome] of outcomes.entries()) {
        const isKnown = hasOnlyKnown(known, { location: LOCATION, outcome });
        const { after } = withSighting(known, {
          location: LOCATION,
          seen: seenValues(outcome),
          atMs: nr * MINUTE_MS,
        });
        const isSame = after === known && known !== NOTHING_KNOWN;
        if (Object.keys(known.ignored).length === 0) expect(isKnown).toBe(isSame);
        else if (isKnown) expect(isSame).toBe(true);
        known = after;
      }
    }),
  );
});
