import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./nginx.ts";
import { usageOf } from "./process-usage.ts";
import { spawnTied } from "./tied-process.ts";

const MODULE = `modules:
  plain:
    prober: http
    timeout: 10s
    http: { preferred_ip_protocol: ip4, tls_config: { insecure_skip_verify: true } }
`;

/** CPU milliseconds per probe of Debian's blackbox exporter, at a steady rate. */
export async function measureBlackbox(
  directory: string,
  { url, rate, seconds }: { url: string; rate: number; seconds: number },
): Promise<number> {
  const port = await freePort();
  const config = join(directory, "blackbox.yml");
  writeFileSync(config, MODULE);
  const args = [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`, "--log.level=error"];
  const child = spawnTied("prometheus-blackbox-exporter", args, { stdio: "ignore" });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const probe = `http://127.0.0.1:${port}/probe?module=plain&target=${encodeURIComponent(url)}`;
  let succeeded = 0;
  const send = () =>
    get(probe, { agent }, (response) => {
      succeeded += response.statusCode === 200 ? 1 : 0;
      response.resume();
    }).on("error", () => undefined);
  await pause(1_000);
  const before = usageOf([child.pid ?? 0]);
  const startMs = performance.now();
  for (let sent = 0; performance.now() - startMs < seconds * 1_000; await pause(10)) {
    while (sent < ((performance.now() - startMs) / 1_000) * rate) {
      send();
      sent += 1;
    }
  }
  await pause(500);
  const after = usageOf([child.pid ?? 0]);
  agent.destroy();
  child.kill("SIGTERM");
  await once(child, "exit");
  if (succeeded < rate * seconds * 0.9)
    throw new Error(`only ${succeeded} probes of the blackbox exporter succeeded`);
  return (after.cpuMs - before.cpuMs) / succeeded;
}
