import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";
import { startVedette, type Vedette } from "./harness/vedette.ts";

/*
 * Monitoring as code: how long it takes to plan 2,000 unchanged resources, and to plan and apply 500 new ones. All monitors are
 * paused, so that no checks compete. `--no-write` does not write bench/README.md.
 */

const UNCHANGED = 2_000;
const NEW = 500;
const ROUNDS = 5;
const GOALS = { plan: 1_000, apply: 3_000 };

type Plan = { data: { plan_id: string | null; errors: object[]; summary: Record<string, number> } };

const directory = makeBenchFolder();
const vedette = await startVedette(join(directory, "data"), { env: { DATABASE_URL: undefined } });
try {
  const large = document("large", UNCHANGED);
  await apply(vedette, large);
  const unchanged = await times(ROUNDS, () => plan(vedette, large));
  const created: { plan: number[]; apply: number[] } = { plan: [], apply: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = document(`new-${round}`, NEW);
    created.plan.push(...(await times(1, () => plan(vedette, some))));
    const planned = await plan(vedette, some);
    created.apply.push(...(await times(1, () => applyPlan(vedette, some.project, planned))));
  }
  const markdown = report(unchanged, created);
  console.log(markdown);
  if (!process.argv.includes("--no-write")) writeSection("code", markdown);
} finally {
  await vedette.stop();
  rmSync(directory, { recursive: true, force: true });
}

function document(project: string, count: number) {
  const monitors = Array.from({ length: count - 20 }, (_, nr) => [
    `m${nr}`,
    {
      ...{ type: "url", url: `https://shop.example/${nr}`, group: `g${nr % 10}`, enabled: false },
      assertions: [{ type: "status_code", operator: "eq", value: 200 }],
    },
  ]);
  const groups = Array.from({ length: 10 }, (_, nr) => [`g${nr}`, { name: `${project} ${nr}` }]);
  const rules = Array.from({ length: 10 }, (_, nr) => [
    `r${nr}`,
    { type: "consecutive_failures", params: { threshold: 3 }, on: { groups: [`g${nr}`] } },
  ]);
  return {
    ...{ version: 1, project, defaults: { monitor: { interval: "5m" } } },
    groups: Object.fromEntries(groups),
    monitors: Object.fromEntries(monitors),
    rules: Object.fromEntries(rules),
  };
}

type Document = ReturnType<typeof document>;

async function plan({ request }: Vedette, document: Document): Promise<Plan> {
  const planned = await request<Plan>("POST", `/code/projects/${document.project}/plan`, { document });
  const [error] = planned.data.errors;
  if (error) throw new Error(`the plan has an error: ${JSON.stringify(error)}`);
  return planned;
}

function applyPlan({ request }: Vedette, project: string, { data: { plan_id } }: Plan): Promise<unknown> {
  return request("POST", `/code/projects/${project}/apply`, { plan_id });
}

async function apply(vedette: Vedette, document: Document): Promise<void> {
  await applyPlan(vedette, document.project, await plan(vedette, document));
}

async function times(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    await work();
    durations.push(performance.now() - startMs);
  }
  return durations;
}

function report(unchanged: readonly number[], created: { plan: number[]; apply: number[] }): string {
  const rows = [
    [`Plan ${UNCHANGED.toLocaleString("en")} unchanged resources`, ...figures(unchanged)],
    [`Plan ${NEW} new resources (tried and rolled back)`, ...figures(created.plan)],
    [`Apply ${NEW} new resources`, ...figures(created.apply)],
  ];
  const verdict = (what: string, limit: number, durations: readonly number[]) => {
    const ms = median(durations);
    return { what, goal: `${limit} ms`, measured: `${Math.round(ms)} ms`, isMet: ms <= limit };
  };
  return `## Monitoring as code

${machineFacts()}

${table(["Request", "Least ms", "Median ms", "Most ms"], rows)}

${verdictTable([
  verdict("A plan of 2,000 unchanged resources", GOALS.plan, unchanged),
  verdict("An apply of 500 new resources", GOALS.apply, created.apply),
])}`;
}

function figures(durations: readonly number[]): string[] {
  return [Math.min(...durations), median(durations), Math.max(...durations)].map((ms) =>
    String(Math.round(ms)),
  );
}

function median(durations: readonly number[]): number {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
}
