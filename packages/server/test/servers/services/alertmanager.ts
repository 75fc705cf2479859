import { freePort } from "../../../src/platform/net/free-port.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, stopAll } from "./service-folder.ts";

const ALERTMANAGER = "/usr/bin/prometheus-alertmanager";

/** Why tests with Alertmanager are skipped on this machine; null if they are not. */
export const alertmanagerMissing = programsMissing({ [ALERTMANAGER]: "prometheus-alertmanager" });

export type Alertmanager = RunningProgram & {
  /** Fires an alert, or resolves it, as Prometheus does. */
  send(alert: {
    labels: Record<string, string>;
    annotations: Record<string, string>;
    startsAt: Date;
    endsAt?: Date;
  }): Promise<void>;
};

/** An Alertmanager that sends groups of alerts by their `alertname` to a webhook, without waiting. */
export async function startAlertmanager(webhookUrl: string): Promise<Alertmanager> {
  const folder = await createServiceFolder("alertmanager");
  const port = await freePort();
  const config = await folder.write(
    "alertmanager.yml",
    `route:
  receiver: vedette
  group_by: [alertname]
  group_wait: 0s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: vedette
    webhook_configs:
      - url: ${webhookUrl}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram(
    ALERTMANAGER,
    [
      `--config.file=${config}`,
      `--storage.path=${folder.path("data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--cluster.listen-address=",
    ],
    { port },
  );
  return {
    async send(alert) {
      const response = await fetch(`${url}/api/v2/alerts`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([alert]),
      });
      if (!response.ok) throw new Error(`Alertmanager answered ${response.status}: ${await response.text()}`);
    },
    stop: stopAll(folder, program),
  };
}
