import type { CodePlan, CodePlanRequestInput, CodeSummary } from "@vedette/contract/code/code-plan.ts";
import type { CodeClient } from "../code/code-client.ts";
import type { Fault, MonitorFields } from "./discovered.ts";
import type { Seen } from "./gone-resources.ts";

/** Makes a project of the server equal to what was found. */

/** Monitors without faults are applied even if others have some; each pass leaves out at least one. */
const PASSES_MAX = 20;

export type Published = { summary: CodeSummary; faults: Fault[] };

/** Plans and applies the project. Monitors that the server rejects are left out, and reported. */
export async function publish(
  client: CodeClient,
  { project, seen, defaults }: { project: string; seen: Seen; defaults: MonitorFields },
): Promise<Published> {
  const faults: Fault[] = [];
  let accepted = seen;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const plan = await planOf(client, { project, seen: accepted, defaults });
    if (plan.plan_id !== null) return { summary: await apply(client, plan), faults };
    const rejected = new Set<string>();
    for (const { path, message } of plan.errors) {
      const key = path[0] === "monitors" ? String(path[1]) : "";
      const entry = accepted[key];
      if (entry === undefined)
        throw new Error(`The server rejects the project: ${path.join(".")} ${message}`);
      rejected.add(key);
      faults.push({
        origin: entry.origin,
        message: `${path.slice(2).join(".") || "the monitor"} ${message}`,
      });
    }
    accepted = Object.fromEntries(Object.entries(accepted).filter(([key]) => !rejected.has(key)));
  }
  throw new Error(`The server still rejects monitors after ${PASSES_MAX} attempts; see the messages above.`);
}

async function planOf(
  client: CodeClient,
  { project, seen, defaults }: { project: string; seen: Seen; defaults: MonitorFields },
): Promise<CodePlan> {
  const entries = Object.entries(seen).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const request: CodePlanRequestInput = {
    document: {
      version: 1,
      project,
      defaults: { monitor: defaults },
      monitors: Object.fromEntries(entries.map(([key, { fields }]) => [key, fields])),
    },
    sources: Object.fromEntries(
      entries.map(([key, { origin }]) => [
        `/monitors/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        origin,
      ]),
    ),
    // The grace period guards against deleting what is only away for a moment.
    options: { allow_empty: true, allow_delete: 5_000, allow_replace: true },
  };
  return client.plan(project, request);
}

async function apply(client: CodeClient, { plan_id, project, summary }: CodePlan): Promise<CodeSummary> {
  const { unchanged: _unchanged, ...changes } = summary;
  if (plan_id === null || Object.values(changes).every((count) => count === 0)) return summary;
  return (await client.apply(project, { plan_id, credentials: {} })).summary;
}
