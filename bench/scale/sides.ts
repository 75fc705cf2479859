import { createLab } from "../../e2e/harness/lab.ts";
import { SHIPPED_COMMAND, type Vedette } from "../../e2e/harness/vedette.ts";
import { nameOf, treeOf } from "../harness/process-usage.ts";
import { LOCATION, startFleet } from "./fleet.ts";

/** An all-in-one process or a fleet: its API, and its processes by role. */
export type Side = {
  name: string;
  api: Vedette;
  location: string;
  processes(): Record<string, number[]>;
  stop(): Promise<void>;
};

export async function startAllInOne(): Promise<Side> {
  const ends: (() => Promise<void>)[] = [];
  const lab = createLab((work) => ends.push(work));
  // With the limits of memory that the processes of the fleet have.
  const api = await lab.start({ dataDir: await lab.emptyDataDir(), command: SHIPPED_COMMAND });
  return {
    name: "all in one",
    api,
    location: "default",
    processes() {
      const tree = treeOf(api.pid);
      const isPostgres = (pid: number) => nameOf(pid).startsWith("postgres");
      return { node: tree.filter((pid) => !isPostgres(pid)), postgres: tree.filter(isPostgres) };
    },
    async stop() {
      await api.stop();
      for (const end of ends) await end();
    },
  };
}

export async function startSeparate(): Promise<Side> {
  const fleet = await startFleet({ runners: 1 });
  const trees = (all: readonly Vedette[]) => all.flatMap(({ pid }) => treeOf(pid));
  return {
    name: "fleet",
    api: fleet.api,
    location: LOCATION,
    processes: () => ({
      api: trees([fleet.api]),
      schedulers: trees(fleet.schedulers),
      runner: trees(fleet.runners),
      nats: [fleet.nats.pid()],
      postgres: treeOf(fleet.postgres.pid()),
    }),
    stop: () => fleet.stop(),
  };
}
