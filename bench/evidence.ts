import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Agent } from "./evidence/agents.ts";
import { createCertificates } from "./evidence/certificates.ts";
import { createNetwork, removeNetwork } from "./evidence/network.ts";
import { runScenario, type ScenarioResult } from "./evidence/run-scenario.ts";
import type { Scenario } from "./evidence/scenario.ts";
import { DNS_SCENARIOS } from "./evidence/scenarios/dns-scenarios.ts";
import { HTTP_SCENARIOS } from "./evidence/scenarios/http-scenarios.ts";
import { KIND_SCENARIOS } from "./evidence/scenarios/kind-scenarios.ts";
import { NETWORK_SCENARIOS } from "./evidence/scenarios/network-scenarios.ts";
import { RUNNER_SCENARIOS } from "./evidence/scenarios/runner-scenarios.ts";
import { TLS_SCENARIOS } from "./evidence/scenarios/tls-scenarios.ts";
import { type Verdict as Goal, machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";

/*
 * The lab of evidence: failures staged with real servers in network namespaces, and the verdict about each. `--only TEXT`
 * runs the scenarios whose name contains it, and `--facts FILE` writes what was found; neither is written to the pages.
 */

const SCENARIOS = [
  ...DNS_SCENARIOS,
  ...NETWORK_SCENARIOS,
  ...TLS_SCENARIOS,
  ...HTTP_SCENARIOS,
  ...RUNNER_SCENARIOS,
  ...KIND_SCENARIOS,
];
const GUIDE = fileURLToPath(new URL("../docs/guide/evidence-verdicts.md", import.meta.url));
const PROGRAMS = ["ip", "tc", "iptables", "knotd", "unbound", "nginx"];
/** At most two of forty may be wrong. */
const RIGHT_SHARE_MIN = 38 / 40;

type Row = { scenario: Scenario; result: ScenarioResult };

/** Scenarios that were staged again, because a runner ended or the servers did not start. */
let restarts = 0;
const { values } = parseArgs({ options: { only: { type: "string" }, facts: { type: "string" } } });
assertPossible();
const chosen = SCENARIOS.filter(({ name }) => name.includes(values.only ?? ""));
const rows = await runAll(chosen);
if (values.facts !== undefined) await writeFile(values.facts, JSON.stringify(rows, null, 2));
const goals = goalsOf(rows);
const markdown = report(rows, goals);
console.log(markdown);
if (values.only === undefined) {
  writeSection("evidence", markdown);
  writeSection("evidence", resultTable(rows), GUIDE);
}
process.exit(goals.every(({ isMet }) => isMet) ? 0 : 1);

async function runAll(scenarios: readonly Scenario[]): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-evidence-"));
  const certificates = createCertificates(Date.now());
  const found: Row[] = [];
  let agents: Record<"home" | "ams", Agent> | null = null;
  const stopAgents = () => {
    for (const agent of Object.values(agents ?? {})) agent.stop();
    agents = null;
  };
  const clean = async () => {
    stopAgents();
    await removeNetwork();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void clean().then(() => process.exit(1)));
  try {
    await createNetwork();
    for (const [index, scenario] of scenarios.entries()) {
      const staged = async () => {
        agents ??= await startAgents(certificates.ca);
        return runScenario(scenario, index, { agents, certificates, folder });
      };
      const result = await staged().catch((error: unknown) => {
        console.error(`${scenario.name} is staged again:`, error);
        restarts += 1;
        stopAgents();
        return staged();
      });
      found.push({ scenario, result });
      printResult(scenario, result);
    }
  } finally {
    await clean();
  }
  return found;
}

async function startAgents(ca: string): Promise<Record<"home" | "ams", Agent>> {
  const [home, ams] = [new Agent("home", ca), new Agent("ams", ca)];
  await Promise.all([home.ready, ams.ready]);
  return { home, ams };
}

function printResult(scenario: Scenario, { verdict, collectMs }: ScenarioResult): void {
  const mark = verdict.layer === scenario.layer ? "✓" : "✗";
  const { layer, scope, certainty, summary } = verdict;
  const text = summary.replaceAll("\n", " | ");
  console.log(
    `${mark} ${scenario.name}: ${layer}/${scope} ${certainty}, ${Math.round(collectMs)} ms: ${text}`,
  );
}

function goalsOf(found: readonly Row[]): Goal[] {
  const right = found.filter(isRight).length;
  const rightMin = Math.ceil(found.length * RIGHT_SHARE_MIN);
  const wrongAndCertain = found.filter(
    (row) => !isRight(row) && row.result.verdict.certainty === "certain",
  ).length;
  const aloneWrong = found.filter(
    ({ scenario, result: { alone } }) =>
      alone.layer !== scenario.layer && alone.layer !== "none" && alone.certainty === "certain",
  );
  const slowestMs = Math.max(...found.map(({ result }) => result.collectMs));
  const largest = Math.max(...found.map(({ result }) => result.bytes));
  return [
    {
      what: "Verdicts with the right layer",
      goal: `≥ ${rightMin}`,
      measured: `${right} of ${found.length}`,
      isMet: right >= rightMin,
    },
    {
      what: "Wrong verdicts that say certain",
      goal: "0",
      measured: `${wrongAndCertain}`,
      isMet: wrongAndCertain === 0,
    },
    {
      what: "Wrong verdicts that say certain, from `home` only",
      goal: "0",
      measured: `${aloneWrong.length}`,
      isMet: aloneWrong.length === 0,
    },
    { what: "Runners that ended", goal: "0", measured: `${restarts}`, isMet: restarts === 0 },
    {
      what: "Longest collection",
      goal: "≤ 20 s",
      measured: `${(slowestMs / 1_000).toFixed(1)} s`,
      isMet: slowestMs <= 20_000,
    },
    {
      what: "Largest bundle",
      goal: "≤ 2 MiB",
      measured: `${Math.round(largest / 1_024)} KiB`,
      isMet: largest <= 2_097_152,
    },
  ];
}

function isRight({ scenario, result }: Row): boolean {
  return scenario.layer === result.verdict.layer;
}

function resultTable(found: readonly Row[]): string {
  return table(
    ["Staged failure", "Layer", "Verdict", "Scope", "Certainty", "Right", "`home` only"],
    found.map((row) => {
      const { verdict } = row.result;
      const { name, layer } = row.scenario;
      return [
        name,
        layer,
        verdict.layer,
        verdict.scope,
        verdict.certainty,
        isRight(row) ? "✓" : "✗",
        aloneText(row),
      ];
    }),
  );
}

/** The verdict about what `home` found, without the other location. */
function aloneText({ scenario, result }: Row): string {
  const { layer } = result.alone;
  return layer === scenario.layer ? "✓" : layer;
}

function report(found: readonly Row[], goalsMet: readonly Goal[]): string {
  const wrong = found.filter((row) => !isRight(row));
  const named =
    wrong.length === 0
      ? "No verdict is wrong."
      : `Wrong: ${wrong.map(({ scenario }) => scenario.name).join("; ")}.`;
  return `## \`evidence\`: verdicts about ${found.length} staged failures

${machineFacts()}

Two runners, the target, two name servers (knot) and three resolvers (unbound) in network namespaces behind one router. Each failure is staged with nginx, tc, iptables, certificates or zones, and both runners collect at the same time. ${named}

${resultTable(found)}

${verdictTable(goalsMet)}
`;
}

function assertPossible(): void {
  const folders = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (missing.length === 0 && process.getuid?.() === 0) return;
  const what =
    missing.length > 0 ? `needs ${missing.join(", ")}` : "creates network namespaces, so it needs root";
  console.error(`The benchmark evidence ${what}.`);
  process.exit(1);
}
