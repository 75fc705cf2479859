import type { Fault } from "./fault.ts";
import { allAsExpected, allHold, type HostileCheck, startHostileChecks } from "./targets/hostile-checks.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const VALID = ["http-1.0", "early-hints", "redirect-1", "redirect-10", "redirect-relative"];
const MALFORMED = [
  ...["http-0.9", "status-garbage", "bare-lf", "header-without-colon", "header-nul", "headers-1-mb"],
  ...["length-and-chunked", "length-twice", "length-negative", "chunk-size-bad", "chunk-size-huge"],
];
const BY_NAME = ["informational-100", "switching-protocols"];
const REDIRECTS = ["redirect-11", "redirect-loop", "redirect-to-file", "redirect-to-garbage"];

export const fault: Fault = {
  name: "f18",
  what: "old and malformed HTTP, informational responses and redirects",
  async run(folder) {
    const hostile = await startHostileChecks();
    let thrown = 0;
    process.on("uncaughtExceptionMonitor", () => {
      thrown += 1;
    });
    const runAll = async (names: readonly string[]) => {
      const checks: HostileCheck[] = [];
      for (const name of names) checks.push(await hostile.run(name));
      return checks;
    };
    try {
      const malformed = await runAll(MALFORMED);
      return [
        allAsExpected("old forms, 103 and up to 10 redirects", "up", await runAll(VALID)),
        allAsExpected("a redirect from https to http", "up", await runAll(["tls-redirect-to-http"])),
        allAsExpected("a malformed response", "PROTOCOL_ERROR in its phase", malformed),
        allHold("with the code of the parser", "HPE_…", {
          checks: malformed,
          holds: ({ outcome }) => /HPE_[A-Z_]+/.test(outcome.error?.message ?? ""),
        }),
        allAsExpected("100 × 1xx, and 101 without a request", "PROTOCOL_ERROR", await runAll(BY_NAME)),
        allAsExpected("11 redirects, a loop, to file:, to garbage", "by name", await runAll(REDIRECTS)),
        { what: "no exception", goal: "0", measured: String(thrown), isMet: thrown === 0 },
        ...(await runTestClauses(folder, {
          files: [
            "packages/server/src/engine/checks/url/run-url-try.test.ts",
            "packages/server/src/engine/checks/http/redirect.test.ts",
          ],
          clauses: [
            {
              what: "10 informational responses pass, 11 do not",
              goal: "10",
              tests: ["accepts ten informational responses, but not an endless series"],
            },
            {
              what: "a redirect keeps credentials and the egress policy",
              goal: "checked again at each hop",
              tests: ["are checked against the egress policy again", "stay with their origin"],
            },
          ],
        })),
      ];
    } finally {
      await hostile.close();
    }
  },
};
