import { EVIDENCE_HOP_HOSTS_MAX, EVIDENCE_HOPS_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import type { PathFacts } from "@vedette/contract/evidence/path-facts.ts";
import { addressFamily } from "../../../platform/net/address.ts";

/** What the programs mtr (`-r -n`) and traceroute (`-n`) printed. Pure. Names are never read, only addresses. */

type Hop = PathFacts["hops"][number];

const RTT_MAX_MS = 86_400_000;
const HOP_MAX = 255;

export function readTraceroute(output: string): Hop[] {
  return readHops(output, /^\s*(\d{1,3})\s+(.*)$/, (rest) => {
    const words = rest
      .replaceAll(/<[\w,]+>/g, " ")
      .trim()
      .split(/\s+/);
    return words.flatMap((word, index) => {
      if (addressFamily(word) === null) return [];
      return [{ address: word, rtt_ms: words[index + 2] === "ms" ? duration(words[index + 1]) : null }];
    });
  });
}

/** The columns after the host are: loss, sent, last, average, best, worst, deviation. */
export function readMtr(output: string): Hop[] {
  return readHops(output, /^\s*(\d{1,3})\.\|--\s+(.*)$/, (rest) => {
    const [address = "", , , , average] = rest.trim().split(/\s+/);
    return addressFamily(address) === null ? [] : [{ address, rtt_ms: duration(average) }];
  });
}

function readHops(output: string, line: RegExp, hostsOf: (rest: string) => Hop["hosts"]): Hop[] {
  const hops: Hop[] = [];
  for (const text of output.split("\n")) {
    const [, hop = "", rest = ""] = line.exec(text) ?? [];
    if (hop === "" || hops.length >= EVIDENCE_HOPS_MAX) continue;
    const number = Number(hop);
    if (number < 1 || number > HOP_MAX) continue;
    hops.push({ hop: number, hosts: hostsOf(rest.slice(0, 1_000)).slice(0, EVIDENCE_HOP_HOSTS_MAX) });
  }
  return hops;
}

function duration(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value >= 0 && value <= RTT_MAX_MS ? value : null;
}
