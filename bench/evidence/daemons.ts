import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { LabCertificates } from "./certificates.ts";
import { type LabHost, NS, namespaceOf, PUBLIC_RESOLVER, RESOLVER_OF } from "./network.ts";
import { nginxConfig } from "./nginx-config.ts";
import type { Scenario } from "./scenario.ts";

/** The servers of one scenario: knot twice, unbound three times, nginx, and a broken server if it has one. */

const BROKEN_SERVER = fileURLToPath(new URL("./broken-server-process.ts", import.meta.url));
const START_MS = 30_000;
const STOP_MS = 10_000;
/** 200 KB, more than fits into the first packets. */
const BIG_LINES = 10_000;

export type Daemons = { stop(): Promise<void> };

export async function startDaemons(
  scenario: Scenario,
  folder: string,
  certificates: LabCertificates,
): Promise<Daemons> {
  await mkdir(folder, { recursive: true });
  const children: ChildProcess[] = [];
  const stop = async () => {
    const ends = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      ends.map(async (child) => {
        // nginx ends its workers only if it is asked to.
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
        await once(child, "exit");
        clearTimeout(timer);
      }),
    );
  };
  const start = async (host: LabHost, command: readonly string[], isReady: RegExp) => {
    const child = spawn("ip", ["netns", "exec", namespaceOf(host), ...command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    await untilPrinted(child, command[0] ?? "", isReady);
  };
  try {
    await Promise.all([
      ...[0, 1].map((index) => startKnot(scenario, { index, folder, start })),
      ...(["home", "ams", "public"] as const).map((who) => startUnbound(scenario, { who, folder, start })),
      startNginx(scenario, { folder, certificates, start }),
      startBroken(scenario, { certificates, start }),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

type Start = (host: LabHost, command: readonly string[], isReady: RegExp) => Promise<void>;

async function startKnot(
  scenario: Scenario,
  { index, folder, start }: { index: number; folder: string; start: Start },
): Promise<void> {
  if (scenario.stoppedNameServers?.includes(index)) return;
  const own = join(folder, `knot${index}`);
  await mkdir(join(own, "data"), { recursive: true });
  const usual = (scenario.addresses ?? ["203.0.113.7"]).map(
    (address) => `shop 60 ${address.includes(":") ? "AAAA" : "A"} ${address}`,
  );
  const lines = scenario.zones === undefined ? usual : scenario.zones[index];
  const common = ["@ 300 NS ns1", "@ 300 NS ns2", ...NS.map((address, at) => `ns${at + 1} 300 A ${address}`)];
  const soa = "@ 300 SOA ns1.example.com. admin.example.com. 1 3600 600 86400 60";
  await writeFile(
    join(own, "zone"),
    `$ORIGIN example.com.\n${[soa, ...common, ...(lines ?? [])].join("\n")}\n`,
  );
  const zone = `zone:\n  - domain: example.com\n    storage: ${own}\n    file: zone\n    zonefile-sync: -1\n`;
  const server = `server:\n  rundir: ${own}\n  user: root\n  listen: ${NS[index]}@53\n`;
  const log = "log:\n  - target: stderr\n    any: info\n";
  const database = `database:\n  storage: ${join(own, "data")}\n`;
  await writeFile(join(own, "knot.conf"), `${server}${log}${database}${lines === null ? "" : zone}`);
  await start("dns", ["/usr/sbin/knotd", "-c", join(own, "knot.conf")], /server started|changed directory/);
}

async function startUnbound(
  scenario: Scenario,
  { who, folder, start }: { who: "home" | "ams" | "public"; folder: string; start: Start },
): Promise<void> {
  if (who === "home" && scenario.isHomeResolverStopped) return;
  const address = who === "public" ? PUBLIC_RESOLVER : RESOLVER_OF[who];
  const asks = (who === "home" && scenario.homeAsks) || NS;
  const own = scenario.resolvers?.[who] ?? [];
  const isValidating = own.some((line) => line.includes("trust-anchor"));
  const config = join(folder, `unbound-${who}.conf`);
  await writeFile(
    config,
    `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  verbosity: 1
  num-threads: 1
  do-ip6: no
  outgoing-interface: ${address}
  interface: ${address}
  access-control: 0.0.0.0/0 allow
  module-config: "${isValidating ? "validator iterator" : "iterator"}"
${own.map((line) => `  ${line}`).join("\n")}
stub-zone:
  name: "example.com"
${asks.map((each) => `  stub-addr: ${each}`).join("\n")}
remote-control:
  control-enable: no
`,
  );
  await start("res", ["/usr/sbin/unbound", "-d", "-c", config], /start of service/);
}

async function startNginx(
  scenario: Scenario,
  { folder, certificates, start }: { folder: string; certificates: LabCertificates; start: Start },
): Promise<void> {
  const own = join(folder, "nginx");
  await mkdir(join(own, "files"), { recursive: true });
  await writeFile(join(own, "files", "big.txt"), "catalog of the shop\n".repeat(BIG_LINES));
  for (const [name, pem] of Object.entries(certificates)) await writeFile(join(own, `${name}.pem`), pem);
  await writeFile(join(own, "key.pem"), certificates.key);
  const config = join(own, "nginx.conf");
  await writeFile(config, nginxConfig(scenario, own));
  await start("web", ["/usr/sbin/nginx", "-e", "stderr", "-c", config, "-p", own], /start worker process /);
  const portal = join(own, "portal.conf");
  await writeFile(
    portal,
    nginxConfig({ name: "portal", layer: "none", scope: "unknown", isPortal: true }, own),
  );
  const isNeeded = Object.values(scenario.faults ?? {}).some((script) => script.includes("DNAT"));
  if (!isNeeded && !JSON.stringify(scenario.resolvers ?? {}).includes("198.51.100.66")) return;
  await start("dns", ["/usr/sbin/nginx", "-e", "stderr", "-c", portal, "-p", own], /start worker process /);
}

async function startBroken(
  { broken }: Scenario,
  { certificates, start }: { certificates: LabCertificates; start: Start },
): Promise<void> {
  if (broken === undefined) return;
  const { valid, key } = certificates;
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", BROKEN_SERVER];
  await start("web", [...command, JSON.stringify(broken), valid, key], /listening/);
}

async function untilPrinted(child: ChildProcess, name: string, isReady: RegExp): Promise<void> {
  let printed = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new Error(`${name} did not start: ${printed.slice(-2_000)}`));
  const timer = setTimeout(fail, START_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => {
      printed = (printed + text.toString()).slice(-10_000);
      if (isReady.test(printed)) resolve();
    });
  }
  child.once("exit", fail);
  await promise.finally(() => clearTimeout(timer));
}
