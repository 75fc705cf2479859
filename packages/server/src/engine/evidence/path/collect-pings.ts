import type { PathFacts } from "@vedette/contract/evidence/path-facts.ts";
import { readPing } from "../../checks/ping/read-ping.ts";
import { runPingProgram } from "../../checks/ping/run-ping-program.ts";
import { factText } from "../fact-text.ts";
import type { Deadline } from "../within-deadline.ts";

type Ping = PathFacts["pings"][number];

const COUNT = 3;
const INTERVAL_MS = 300;
const WAIT_MS = 1_000;
/** IP and ICMP headers. */
const HEADER_BYTES = { 4: 28, 6: 48 } as const;
const SMALL_BYTES = 56;
/** The smallest MTU of IPv6, which also every tunnel of IPv4 passes, and that of Ethernet. */
const PACKET_BYTES = [1_280, 1_500] as const;

/** Sends echo requests of three sizes that may not be fragmented. Empty without the program ping. */
export async function collectPings(address: string, { signal }: Deadline): Promise<Ping[]> {
  const header = HEADER_BYTES[address.includes(":") ? 6 : 4];
  const sizes = [SMALL_BYTES, ...PACKET_BYTES.map((bytes) => bytes - header)];
  const pings = await Promise.all(sizes.map((bytes) => ping(address, bytes, signal)));
  return pings.filter((each) => each !== null);
}

function ping(ip: string, bytes: number, signal: AbortSignal): Promise<Ping | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve) => {
    const settle = (found: Ping | null) => {
      signal.removeEventListener("abort", onAbort);
      resolve(found);
    };
    const kill = runPingProgram(
      { ip, count: COUNT, intervalMs: INTERVAL_MS, size: bytes, waitMs: WAIT_MS, isUnfragmented: true },
      {
        onEnd: ({ output, errors }) => settle(pingOf(bytes, output, errors)),
        onMissing: () => settle(null),
        onFailure: () => settle(null),
      },
    );
    const onAbort = () => {
      kill();
      settle(null);
    };
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** A host on the way, or this machine, says that a packet is too large. */
const TOO_LARGE = /frag needed|too long|mtu ?=/i;
const UNREACHABLE = /unreachable|prohibited|no route/i;

/** Null if the program may not send pings, which says nothing about the path. */
function pingOf(bytes: number, output: string, errors: string): Ping | null {
  const report = readPing(output);
  if (report === null) return null;
  const said = `${output}\n${errors}`;
  const line = said.split("\n").find((text) => TOO_LARGE.test(text) || UNREACHABLE.test(text));
  return {
    bytes,
    sent: Math.min(report.sent, 100),
    received: Math.min(report.received, 100),
    error: line === undefined ? null : factText(line),
  };
}
