import { join } from "node:path";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { Verdict } from "@vedette/contract/evidence/verdict.ts";
import { decideVerdict } from "../../packages/server/src/engine/evidence/verdict/decide-verdict.ts";
import type { Agent } from "./agents.ts";
import { type LabCertificates, SHOP } from "./certificates.ts";
import { startDaemons } from "./daemons.ts";
import { type LabHost, resetNetwork, sh } from "./network.ts";
import type { Scenario } from "./scenario.ts";

export type Lab = {
  agents: Record<"home" | "ams", Agent>;
  certificates: LabCertificates;
  /** Of this run. */
  folder: string;
};

/** `alone` is the verdict about what `home` found, without the other location. */
export type ScenarioResult = {
  verdict: Verdict;
  alone: Verdict;
  facts: EvidenceFacts;
  bytes: number;
  collectMs: number;
};

/** Stages one failure, collects from both runners at the same time, and decides. */
export async function runScenario(scenario: Scenario, index: number, lab: Lab): Promise<ScenarioResult> {
  await resetNetwork();
  const daemons = await startDaemons(scenario, join(lab.folder, `${index}`), lab.certificates);
  try {
    for (const [host, script] of Object.entries(scenario.faults ?? {})) await sh(host as LabHost, script);
    const spec = scenario.other ?? specOfScenario(scenario);
    const hasCanaries = scenario.hasNoCanaries !== true;
    const [home, ams] = await Promise.all([
      lab.agents.home.collect({ spec, deny: scenario.deny ?? [], hasCanaries }),
      lab.agents.ams.collect({ spec, deny: [], hasCanaries }),
    ]);
    const common = { runner: "lab", collected_at: new Date().toISOString() };
    const facts: EvidenceFacts = {
      target: { host: SHOP, port: 443, kind: spec.kind, step: scenario.step ?? null },
      vantages: [
        { ...home, ...common, location: "home", saw: "down" },
        { ...ams, ...common, location: "ams", saw: "up" },
      ],
      ...{ not_collected: [], last_good: scenario.lastGood ?? null, first_bad: null },
    };
    return {
      ...{ verdict: decideVerdict(facts), facts },
      alone: decideVerdict({ ...facts, vantages: facts.vantages.slice(0, 1) }),
      bytes: Buffer.byteLength(JSON.stringify(facts)),
      collectMs: Math.max(home.duration_ms, ams.duration_ms),
    };
  } finally {
    await daemons.stop();
  }
}

function specOfScenario({ check }: Scenario): HttpCheckSpec {
  return {
    ...{ kind: "url", url: `https://${SHOP}/`, method: "GET", headers: {}, body: null },
    ...{ followRedirects: false, verifyTls: true, timeoutMs: 5_000, retries: 0 },
    ...{ degradedAfterMs: null, assertions: [] },
    ...check,
  };
}
