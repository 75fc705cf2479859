import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { expect, test } from "vitest";
import { changeOf, creationOf, streamDraftOf } from "./stream-draft.ts";

const config = {
  ...{ host: "siem.example", port: 6_514, format: "json", ca_certificate: "CA" },
  client_certificate: null,
};
const STREAM = { name: "SIEM", type: "syslog", config } as AuditStream;

test("a stream that was not changed keeps its configuration and its key", () => {
  expect(changeOf(streamDraftOf(STREAM))).toEqual({ name: "SIEM", config });
});

test("a new stream is syslog over TLS, and a webhook has only a URL", () => {
  expect(creationOf({ ...streamDraftOf(null), name: "S", host: "h" })).toMatchObject({
    ...{ type: "syslog", start: "now" },
    config: { host: "h", port: 6_514, ca_certificate: null },
  });
  const webhook = {
    ...streamDraftOf(null),
    name: "W",
    type: "webhook" as const,
    url: "https://siem.example",
  };
  expect(creationOf(webhook)).toEqual({
    ...{ name: "W", start: "now", type: "webhook" },
    config: { url: "https://siem.example" },
  });
});
