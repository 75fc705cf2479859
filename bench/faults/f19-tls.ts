import { isDeepStrictEqual } from "node:util";
import type { Verdict } from "../harness/report.ts";
import type { Fault } from "./fault.ts";
import { allAsExpected, allHold, type HostileCheck, startHostileChecks } from "./targets/hostile-checks.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const CERTIFICATES = [
  ...["tls-expired", "tls-not-yet-valid", "tls-self-signed", "tls-unknown-ca", "tls-missing-intermediate"],
  ...["tls-wrong-host", "tls-sha1", "tls-rsa-1024"],
];
const HANDSHAKES = ["tls-1.0-and-1.1", "tls-client-certificate", "tls-plain-http"];
const ACCEPTED = ["tls-valid", "tls-three-days", "tls-h2-only"];
const REASONS = 6;

export const fault: Fault = {
  name: "f19",
  what: "TLS: invalid certificates, weak keys, old versions",
  async run(folder) {
    const hostile = await startHostileChecks();
    const runAll = async (names: readonly string[], verifyTls = true) => {
      const checks: HostileCheck[] = [];
      for (const name of names) checks.push(await hostile.run(name, { verifyTls }));
      return checks;
    };
    try {
      const rejected = await runAll(CERTIFICATES);
      const ignored = await runAll(CERTIFICATES, false);
      const accepted = await runAll(ACCEPTED);
      return [
        allAsExpected("a certificate that is not valid", "TLS_INVALID with its reason", rejected),
        distinctReasons(rejected),
        allAsExpected("old versions, a wanted client certificate, no TLS", "by name", [
          ...(await runAll(HANDSHAKES)),
        ]),
        allAsExpected("valid, 3 days left, HTTP/2 only", "up", accepted),
        allHold("the end of the certificate is reported, also of a rejected one", "all", {
          checks: [...rejected, ...accepted],
          holds: ({ outcome }) => Number.isFinite(outcome.tls?.expiresAtMs),
        }),
        sameFacts(rejected, ignored),
        ...(await runTestClauses(folder, {
          files: ["packages/server/src/engine/checks/http/tls.test.ts", "engine/checks/tls/run-tls-try"],
          clauses: [
            {
              what: "3 days left, a client certificate over TLS 1.2 and 1.3",
              goal: "3; TLS_INVALID or CONNECTION_RESET",
              tests: ["rounds its remaining days down to whole ones", "names a required client certificate"],
            },
            {
              what: "the server name (SNI) is sent; a check of an address sends none",
              goal: "verified against name or address",
              tests: [
                "another server name is requested and verified",
                "is checked against an IP address and a name with a trailing dot",
              ],
            },
            {
              what: "revocation: only a stapled response is read, as docs/guide/protocols.md says",
              goal: "reported",
              tests: ["a stapled OCSP response is found, also if it is invalid"],
            },
          ],
        })),
      ];
    } finally {
      await hostile.close();
    }
  },
};

/** An unknown authority and a missing intermediate look the same to a client, as do the two weak ones. */
function distinctReasons(rejected: readonly HostileCheck[]): Verdict {
  const reasons = [...new Set(rejected.map(({ outcome }) => outcome.error?.reason))];
  return {
    what: "one reason each; a missing intermediate is an unknown issuer, SHA-1 and RSA-1024 are weak",
    goal: `${REASONS} reasons`,
    measured: reasons.join(", "),
    isMet: reasons.length === REASONS && !reasons.includes(undefined),
  };
}

function sameFacts(rejected: readonly HostileCheck[], ignored: readonly HostileCheck[]): Verdict {
  const same = ignored.filter(
    ({ outcome }, index) =>
      outcome.status === "up" && isDeepStrictEqual(outcome.tls, rejected[index]?.outcome.tls),
  );
  return {
    what: "without verification the verdict differs, not the facts",
    goal: "up, with the same facts",
    measured: `${same.length} of ${ignored.length}`,
    isMet: same.length === ignored.length,
  };
}
