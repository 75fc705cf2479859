import { z } from "zod";
import type { ConfigForm } from "./forms.ts";

/**
 * Mail (25, 465, 587, 2525), remote shells and desktops (22, 23, 512-514, 3389, 5900, 5985-5986), Windows file
 * sharing (135, 137-139, 445) and IRC (6660-6669, 6697): ports that an untrusted script could use to send spam or to
 * guess passwords from this machine's address.
 */
export const HOSTED_PORTS_DENY =
  "22,23,25,135,137-139,445,465,512-514,587,2525,3389,5900,5985-5986,6660-6669,6697";

/** Maximum entries of the list; longer lists can be written as ranges. */
const ENTRIES_MAX = 1_000;

export const portList: ConfigForm<readonly number[]> = {
  accepts: "none, or a comma-separated list of ports and ranges such as 25,6660-6669",
  schema: z.string().transform((text, context): readonly number[] => {
    const ports = portsOf(text);
    if (ports !== null) return ports;
    context.addIssue("must be none, or a comma-separated list of ports and ranges");
    return z.NEVER;
  }),
};

export function portsDenyDefault(mode: "self-hosted" | "hosted"): readonly number[] {
  return mode === "hosted" ? (portsOf(HOSTED_PORTS_DENY) ?? []) : [];
}

function portsOf(text: string): number[] | null {
  if (text === "none") return [];
  const entries = text.split(",");
  if (entries.length > ENTRIES_MAX) return null;
  const ports: number[] = [];
  for (const entry of entries) {
    const range = /^\s*(?<first>\d{1,5})(?:-(?<last>\d{1,5}))?\s*$/.exec(entry)?.groups;
    const first = Number(range?.first);
    const last = Number(range?.last ?? range?.first);
    if (!(first >= 1 && last >= first && last <= 65_535)) return null;
    for (let port = first; port <= last; port++) ports.push(port);
  }
  return ports;
}
