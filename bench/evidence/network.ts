import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { promisify } from "node:util";

/*
 * A small internet in network namespaces: two runners, the hosts of the target, two name servers and the resolvers, each
 * behind one router. Everything has the prefix of this process and is removed in the end.
 */

const run = promisify(execFile);
const COMMAND_MS = 30_000;

export const HOSTS = ["home", "ams", "web", "dns", "res"] as const;
export type LabHost = (typeof HOSTS)[number] | "router";

export const WEB = ["203.0.113.7", "203.0.113.8", "203.0.113.9", "203.0.113.10"] as const;
export const WEB6 = ["2001:db8:7::7", "2001:db8:7::8"] as const;
export const NS = ["198.51.100.11", "198.51.100.12"] as const;
export const PORTAL = "198.51.100.66";
export const RESOLVER_OF = { home: "10.3.0.53", ams: "10.3.0.54" } as const;
export const PUBLIC_RESOLVER = "192.0.2.53";
export const HOME = "10.1.0.2";

const ADDRESSES: Record<
  (typeof HOSTS)[number],
  { v4: readonly string[]; gateway: string; prefix6: string; v6: readonly string[] }
> = {
  home: { v4: [HOME], gateway: "10.1.0.1", prefix6: "2001:db8:1::", v6: ["2001:db8:1::2"] },
  ams: { v4: ["10.2.0.2"], gateway: "10.2.0.1", prefix6: "2001:db8:2::", v6: ["2001:db8:2::2"] },
  web: { v4: WEB, gateway: "203.0.113.1", prefix6: "2001:db8:7::", v6: WEB6 },
  dns: { v4: [...NS, PORTAL], gateway: "198.51.100.1", prefix6: "2001:db8:8::", v6: ["2001:db8:8::2"] },
  res: {
    v4: [...Object.values(RESOLVER_OF)],
    gateway: "10.3.0.1",
    prefix6: "2001:db8:3::",
    v6: ["2001:db8:3::2"],
  },
};

const prefix = `vlab${process.pid}`;

export function namespaceOf(host: LabHost): string {
  return `${prefix}-${host}`;
}

/** Runs shell commands in a namespace. Throws with what they printed. */
export async function sh(host: LabHost, script: string): Promise<void> {
  await run("ip", ["netns", "exec", namespaceOf(host), "sh", "-ec", script], { timeout: COMMAND_MS });
}

export async function createNetwork(): Promise<void> {
  const lines: string[] = [`ip netns add ${namespaceOf("router")}`];
  for (const host of HOSTS) lines.push(`ip netns add ${namespaceOf(host)}`);
  for (const host of HOSTS) {
    const router = namespaceOf("router");
    lines.push(`ip -n ${router} link add to-${host} type veth peer name eth0 netns ${namespaceOf(host)}`);
    lines.push(`ip -n ${router} link set to-${host} up`);
    lines.push(`ip -n ${router} addr add ${ADDRESSES[host].gateway}/24 dev to-${host}`);
    lines.push(`ip -n ${router} addr add ${ADDRESSES[host].prefix6}1/64 dev to-${host} nodad`);
  }
  lines.push(`ip -n ${namespaceOf("router")} route add ${PUBLIC_RESOLVER}/32 dev to-res`);
  await run("sh", ["-ec", lines.join("\n")], { timeout: COMMAND_MS });
  await sh("router", "sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1");
  for (const host of HOSTS) await resetHost(host);
  for (const host of ["home", "ams"] as const) {
    await mkdir(`/etc/netns/${namespaceOf(host)}`, { recursive: true });
    const text = `nameserver ${RESOLVER_OF[host]}\noptions timeout:2 attempts:1\n`;
    await writeFile(`/etc/netns/${namespaceOf(host)}/resolv.conf`, text);
  }
}

/** Removes every fault. */
export async function resetNetwork(): Promise<void> {
  const router = HOSTS.map(
    (host) => `ip link set to-${host} up mtu 1500; tc qdisc del dev to-${host} root 2>/dev/null || true`,
  );
  await Promise.all([
    ...HOSTS.map(resetHost),
    sh("router", `${FLUSH}\n${router.join("\n")}\nip neigh flush all`),
  ]);
}

const FLUSH = [
  ...["iptables -F", "iptables -t nat -F", "ip6tables -F"],
  "tc qdisc del dev eth0 root 2>/dev/null || true",
].join("\n");

async function resetHost(host: (typeof HOSTS)[number]): Promise<void> {
  const { v4, v6, gateway, prefix6 } = ADDRESSES[host];
  const extra = host === "res" ? [`ip addr replace ${PUBLIC_RESOLVER}/32 dev eth0`] : [];
  await sh(
    host,
    [
      ...[FLUSH, "ip link set lo up", "ip link set eth0 up mtu 1500"],
      ...v4.map((address) => `ip addr replace ${address}/24 dev eth0`),
      ...v6.map((address) => `ip addr replace ${address}/64 dev eth0 nodad`),
      ...[`ip route replace default via ${gateway}`, `ip -6 route replace default via ${prefix6}1 dev eth0`],
      ...extra,
    ].join("\n"),
  );
}

export async function removeNetwork(): Promise<void> {
  for (const host of ["router", ...HOSTS] as const) {
    await run("ip", ["netns", "del", namespaceOf(host)], { timeout: COMMAND_MS }).catch(() => undefined);
    await rm(`/etc/netns/${namespaceOf(host)}`, { recursive: true, force: true });
  }
}
