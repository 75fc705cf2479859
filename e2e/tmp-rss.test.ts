import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, test } from "vitest";
import { startHostileTarget } from "../packages/server/test/hostile-target.ts";
import { createLab } from "./harness/lab.ts";
import { createMonitors } from "./harness/monitors.ts";
const lab = createLab(afterAll);
test("rss", { timeout: 400_000 }, async () => {
  const target = await startHostileTarget();
  const dataDir = await lab.newDataDir();
  const ca = join(dirname(dataDir), "ca.pem");
  await writeFile(ca, target.ca);
  const vedette = await lab.start({ dataDir, env: { NODE_EXTRA_CA_CERTS: ca } });
  const only = process.env.ONLY ? new RegExp(process.env.ONLY) : /./;
  await createMonitors(vedette, target.names().filter((n) => only.test(n)).flatMap((name) => {
    const base = { name, url: target.url(name), timeout: 2, interval: 2.5, retries: 0 };
    return [base, ...(target.expectedOfBody[name] ? [{ ...base, assertions: [{ type: "body", operator: "not_contains", value: "never there" }] as const }].map((x) => ({ ...x, assertions: [...x.assertions] })) : [])];
  }));
  for (let i = 0; i < 14; i++) {
    await new Promise((r) => setTimeout(r, 10_000));
    const m = (await vedette.request("GET", "/metrics")).text;
    const pick = (n: string) => m.split("\n").filter((l) => l.startsWith(n + "{") || l.startsWith(n + " ")).map((l) => l.replace(n, "").replace(/thread="(\w+)"/, "$1").replace(/ (\d+)$/, (_, v) => " " + Math.round(Number(v) / 2 ** 20))).join(" ");
    process.stderr.write(`${i} rss ${Math.round((await vedette.rssBytes()) / 2 ** 20)} heap ${pick("vedette_nodejs_heap_size_used_bytes")} total ${pick("vedette_nodejs_heap_size_total_bytes")} ext ${pick("vedette_nodejs_external_memory_bytes")} conns ${(await vedette.connectionsOutward()).length}\n`);
  }
  await target.close();
});
