import { existsSync } from "node:fs";
import type { PathFacts } from "@vedette/contract/evidence/path-facts.ts";
import type { CollectContext } from "../collect-context.ts";
import { factText } from "../fact-text.ts";
import { type Deadline, deadlineIn } from "../within-deadline.ts";
import { collectPings } from "./collect-pings.ts";
import { readMtr, readTraceroute } from "./read-path.ts";
import { runPathProgram } from "./run-path-program.ts";

/** The longest time of the program. */
const PATH_MS = 8_000;
const HOPS = "20";
/** Fewer seconds than the programs wait by default, because a collection has 20. */
const WAIT_SECONDS = "1";

type PathTool = {
  name: NonNullable<PathFacts["tool"]>;
  paths: readonly string[];
  /** By TCP to the port first, which needs rights that a runner may not have. */
  argumentsOf(address: string, port: number): string[][];
  read(output: string): PathFacts["hops"];
};

const TOOLS: readonly PathTool[] = [
  {
    name: "mtr",
    paths: ["/usr/bin/mtr", "/usr/sbin/mtr", "/usr/local/sbin/mtr"],
    argumentsOf: (address, port) => {
      const common = ["-r", "-w", "-n", "-c", "3", "-m", HOPS, "-G", WAIT_SECONDS];
      return [...(port === 0 ? [] : [[...common, "-T", "-P", `${port}`, address]]), [...common, address]];
    },
    read: readMtr,
  },
  {
    name: "traceroute",
    paths: ["/usr/bin/traceroute", "/usr/sbin/traceroute"],
    argumentsOf: (address, port) => {
      const common = ["-n", "-q", "1", "-w", WAIT_SECONDS, "-m", HOPS];
      return [...(port === 0 ? [] : [[...common, "-T", "-p", `${port}`, address]]), [...common, address]];
    },
    read: readTraceroute,
  },
];

/** Finds the path to one address, with the programs that are installed, and which sizes of packets arrive. */
export async function collectPath(
  { address, port }: { address: string; port: number },
  { egress, clock }: Pick<CollectContext, "egress" | "clock">,
  deadline: Deadline,
): Promise<PathFacts | null> {
  // ICMP has no ports; the egress policy judges the address.
  if (egress.policy.check(address, port) !== null || egress.policy.check(address, 0) !== null) return null;
  const own = deadlineIn(PATH_MS, deadline, () => clock.monotonic());
  const [traced, pings] = await Promise.all([tracePath({ address, port }, own), collectPings(address, own)]);
  return { address, ...traced, pings };
}

async function tracePath(
  { address, port }: { address: string; port: number },
  { signal }: Deadline,
): Promise<Pick<PathFacts, "tool" | "hops" | "is_complete" | "error">> {
  for (const { name: tool, paths, argumentsOf, read } of TOOLS) {
    const path = paths.find((each) => existsSync(each));
    if (path === undefined) continue;
    let errors = "it did not end in time";
    for (const args of argumentsOf(address, port)) {
      const printed = await runPathProgram(path, args, signal);
      if (printed === null) break;
      const hops = read(printed.output);
      const isComplete = hops.at(-1)?.hosts.some((host) => host.address === address) ?? false;
      if (hops.length > 0) return { tool, hops, is_complete: isComplete, error: null };
      errors = printed.errors === "" ? "it found no hops" : printed.errors;
    }
    const error = { code: "PATH_FAILED", message: factText(`${tool}: ${errors}`) };
    return { tool, hops: [], is_complete: false, error };
  }
  return { tool: null, hops: [], is_complete: false, error: null };
}
