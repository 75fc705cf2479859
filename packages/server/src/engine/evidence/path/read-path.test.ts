import { EVIDENCE_HOPS_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMtr, readTraceroute } from "./read-path.ts";

const TRACEROUTE = `traceroute to 203.0.113.7 (203.0.113.7), 20 hops max, 60 byte packets
 1  10.1.0.1  0.032 ms
 2  *
 3  198.51.100.1  4.512 ms !X
 4  2001:db8::1  5.1 ms
 5  203.0.113.7 <syn,ack>  9.998 ms
`;

test("reads the hops of traceroute, also of those that do not answer", () => {
  expect(readTraceroute(TRACEROUTE)).toEqual([
    { hop: 1, hosts: [{ address: "10.1.0.1", rtt_ms: 0.032 }] },
    { hop: 2, hosts: [] },
    { hop: 3, hosts: [{ address: "198.51.100.1", rtt_ms: 4.512 }] },
    { hop: 4, hosts: [{ address: "2001:db8::1", rtt_ms: 5.1 }] },
    { hop: 5, hosts: [{ address: "203.0.113.7", rtt_ms: 9.998 }] },
  ]);
});

const MTR = `Start: 2026-11-27T10:00:00+0000
HOST: nas                 Loss%   Snt   Last   Avg  Best  Wrst StDev
  1.|-- 10.1.0.1           0.0%     3    0.3   0.4   0.3   0.5   0.1
  2.|-- ???               100.0     3    0.0   0.0   0.0   0.0   0.0
  3.|-- 203.0.113.7        0.0%     3    9.1   9.3   9.0   9.9   0.4
`;

test("reads the hops of mtr", () => {
  expect(readMtr(MTR)).toEqual([
    { hop: 1, hosts: [{ address: "10.1.0.1", rtt_ms: 0.4 }] },
    { hop: 2, hosts: [] },
    { hop: 3, hosts: [{ address: "203.0.113.7", rtt_ms: 9.3 }] },
  ]);
});

test("names, markup and endless output never become hosts", () => {
  const hostile = " 1  <img src=x onerror=alert(1)> (10.0.0.1)  1 ms\n".repeat(1_000);
  const hops = readTraceroute(hostile);
  expect(hops).toHaveLength(EVIDENCE_HOPS_MAX);
  expect(hops.flatMap(({ hosts }) => hosts)).toEqual([]);
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000 }), (text) => {
      for (const read of [readTraceroute, readMtr]) {
        for (const { hosts } of read(text)) {
          for (const { address } of hosts) expect(address).toMatch(/^[\da-f:.%\w]+$/);
        }
      }
    }),
  );
});
