import { execFileSync } from "node:child_process";
import process from "node:process";

/** A network namespace connected to ours by a virtual cable that can be cut without notifying either side. */
export type Namespace = {
  /** Ours on the cable. */
  readonly host: string;
  /** Put before a command that shall run inside. */
  readonly prefix: readonly string[];
  /** Drops without a word what comes and goes: all of it, or what belongs to this port at our side. */
  cut(port?: number): void;
  heal(): void;
  remove(): void;
};

const NAME = "vedette-scale";
/** Of the names of network devices, which have at most 15 characters. */
const CABLE = ["vdt-scale-o", "vdt-scale-i"] as const;
const [HOST, INSIDE] = ["10.182.77.1", "10.182.77.2"];

/** Why there can be none here; null where there can. */
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

export function makeNamespace(): Namespace {
  const [outer, inner] = CABLE;
  const inside = (...command: string[]) => run("ip", "netns", "exec", NAME, ...command);
  run("ip", "netns", "add", NAME);
  const remove = () => {
    process.off("exit", remove);
    // By itself it would go with the namespace too, but some time later.
    run("ip", "link", "delete", CABLE[0]);
    run("ip", "netns", "delete", NAME);
  };
  process.on("exit", remove);
  run("ip", "link", "add", outer, "type", "veth", "peer", "name", inner, "netns", NAME);
  run("ip", "address", "add", `${HOST}/30`, "dev", outer);
  run("ip", "link", "set", outer, "up");
  inside("ip", "address", "add", `${INSIDE}/30`, "dev", inner);
  inside("ip", "link", "set", "lo", "up");
  inside("ip", "link", "set", inner, "up");
  return {
    host: HOST,
    prefix: ["ip", "netns", "exec", NAME],
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
