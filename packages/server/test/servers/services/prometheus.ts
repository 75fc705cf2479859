import { freePort } from "../../../src/platform/net/free-port.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, stopAll } from "./service-folder.ts";

const PROMETHEUS = "/usr/bin/prometheus";

/** Why tests with Prometheus are skipped on this machine; null if they are not. */
export const prometheusMissing = programsMissing({ [PROMETHEUS]: "prometheus" });

export type PrometheusSample = { metric: Record<string, string>; value: number };

export type RunningPrometheus = RunningProgram & {
  /** Evaluates an expression now. */
  query(expr: string): Promise<PrometheusSample[]>;
};

/** A Prometheus that scrapes the metrics at a port of this machine every two seconds. */
export async function startPrometheus(port: number, key: string): Promise<RunningPrometheus> {
  const folder = await createServiceFolder("prometheus");
  // JSON is YAML.
  const job = {
    ...{ job_name: "vedette", metrics_path: "/api/v1/metrics", authorization: { credentials: key } },
    ...{ scrape_interval: "2s", scrape_timeout: "2s" },
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  };
  const config = await folder.write("prometheus.yml", JSON.stringify({ scrape_configs: [job] }));
  const own = await freePort();
  const args = [
    ...[`--config.file=${config}`, `--storage.tsdb.path=${folder.path("data")}`],
    `--web.listen-address=127.0.0.1:${own}`,
  ];
  const program = await startProgram(PROMETHEUS, args, own);
  return {
    async query(expr) {
      const url = `http://127.0.0.1:${own}/api/v1/query?${new URLSearchParams({ query: expr })}`;
      const body = (await (await fetch(url)).json()) as Answer;
      if (body.status !== "success") throw new Error(`${expr}: ${body.error}`);
      return body.data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }));
    },
    stop: stopAll(folder, program),
  };
}

type Answer =
  | { status: "success"; data: { result: { metric: Record<string, string>; value: [number, string] }[] } }
  | { status: "error"; error: string };
