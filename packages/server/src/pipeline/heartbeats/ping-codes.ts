import type { PingKind } from "@vedette/contract/heartbeats/heartbeat-limits.ts";

/** Kinds of pings are stored in one byte. */
export const CODE_OF_KIND = {
  success: "s",
  start: "b",
  fail: "f",
  log: "l",
  ignored: "i",
} as const satisfies Record<PingKind, string>;
export type PingCode = (typeof CODE_OF_KIND)[PingKind];

export const KIND_OF_CODE: Readonly<Record<PingCode, PingKind>> = {
  s: "success",
  b: "start",
  f: "fail",
  l: "log",
  i: "ignored",
};
