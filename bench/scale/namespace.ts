import { execFileSync } from "node:child_process";
import process from "node:process";

/** A network namespace connected to ours by a virtual link that can be cut without notifying either side. */
export type Namespace = {
  /** Our address on the link. */
  readonly host: string;
  /** Prefix of a command that runs in the namespace. */
  readonly prefix: readonly string[];
  /** Drops all packets, or only those of this port on our side. */
  cut(port?: number): void;
  heal(): void;
  remove(): void;
};

/** The third byte of the addresses of the scenarios here. */
const SUBNET = 77;

/** Why this machine cannot create one; null if it can. */
export function namespaceMissing(): string | null {
  if (process.getuid?.() !== 0) return "network namespaces need root";
  try {
    run("ip", "netns", "list");
    run("iptables", "--version");
    return null;
  } catch {
    return "network namespaces need Debian's iproute2 and iptables";
  }
}

/** Namespaces that exist at once need different values of `subnet`, the third byte of their addresses. */
export function createNamespace(subnet = SUBNET): Namespace {
  const name = `vedette-scale-${subnet}`;
  // Names of network devices have at most 15 characters.
  const [outer, inner] = [`vdt-scale-o${subnet}`, `vdt-scale-i${subnet}`];
  const host = `10.182.${subnet}.1`;
  const inside = (...command: string[]) => run("ip", "netns", "exec", name, ...command);
  run("ip", "netns", "add", name);
  const remove = () => {
    process.off("exit", remove);
    // Deleting the namespace also deletes the link, but some time later.
    run("ip", "link", "delete", outer);
    run("ip", "netns", "delete", name);
  };
  process.on("exit", remove);
  run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", name);
  run("ip", "address", "add", `${host}/30`, "dev", outer);
  run("ip", "link", "set", outer, "up");
  inside("ip", "address", "add", `10.182.${subnet}.2/30`, "dev", inner);
  inside("ip", "link", "set", "lo", "up");
  inside("ip", "link", "set", inner, "up");
  return {
    host,
    prefix: ["ip", "netns", "exec", name],
    cut(port) {
      const only = (flag: string) => (port === undefined ? [] : ["-p", "tcp", flag, String(port)]);
      inside("iptables", "-A", "INPUT", "-i", inner, ...only("--sport"), "-j", "DROP");
      inside("iptables", "-A", "OUTPUT", "-o", inner, ...only("--dport"), "-j", "DROP");
    },
    heal: () => inside("iptables", "-F"),
    remove,
  };
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: 10_000 });
}
