import type { DemoOptions } from "../roles.ts";
import type { DemoDeps } from "./prepare-demo.ts";
import { findSampleStart } from "./queries.ts";
import type { DemoAccount } from "./sample-people.ts";

/** Loads the code of the demo only for an installation that has one, or is to get one. */
export async function startDemo(deps: DemoDeps, options: DemoOptions): Promise<DemoAccount | null> {
  const start = await findSampleStart(deps.openedDatabase.database);
  if (start === null && !options.creates) return null;
  const { prepareDemo } = await import("./prepare-demo.ts");
  return prepareDemo(deps, { ...options, startedAt: start?.created_at ?? null });
}
