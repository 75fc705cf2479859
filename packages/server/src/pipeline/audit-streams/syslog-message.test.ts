import { AUDIT_ACTIONS } from "@vedette/contract/people/audit-actions.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSyslog, readFrames } from "../../../test/audit/syslog-receiver.ts";
import type { StreamEntry } from "./stream-entry.ts";
import { SYSLOG_MESSAGE_BYTES_MAX, syslogFrames } from "./syslog-message.ts";

const entryWith = (changes: Partial<StreamEntry> = {}): StreamEntry => ({
  ...{ org_id: "o", number: 7, id: "i", created_at: "2026-11-27T10:00:00.123Z" },
  actor: { kind: "member", id: "p", name: "Ada" },
  ...{ action: "monitor.update", target: { type: "monitor", id: "m" }, before: null, after: null },
  ...{ request_id: null, ip: "192.0.2.1", previous_hash: "aa", hash: "bb", hashed: "[]" },
  ...changes,
});
const parse = (entries: readonly StreamEntry[], format: "structured" | "json" = "structured", host = "h") =>
  readFrames(syslogFrames(entries, { host, format })).map(parseSyslog);

test("has the facility log audit, the action as its id, and the fields as structured data", () => {
  const [message] = parse([entryWith({ after: { name: 'a "quoted" ]' } })]);
  expect(message).toEqual({
    ...{ facility: 13, severity: 5, timestamp: "2026-11-27T10:00:00.123Z", host: "h", app: "vedette" },
    ...{ procId: "-", messageId: "monitor.update", text: "Ada: monitor.update (monitor m)" },
    elements: {
      "audit@32473": {
        ...{ org: "o", number: "7", id: "i", actorKind: "member", actorId: "p", actorName: "Ada" },
        ...{ targetType: "monitor", targetId: "m", after: '{"name":"a \\"quoted\\" ]"}' },
        ...{ ip: "192.0.2.1", previousHash: "aa", hash: "bb" },
      },
    },
  });
});

test("any text survives, in both formats, and frames count octets", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 60 });
  const entry = fc.record({ name: text, value: text, host: text }).map(({ name, value, host }) => ({
    entry: entryWith({ actor: { kind: "key", id: null, name }, before: { value } }),
    host,
  }));
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (given) => {
      const entries = given.map((each) => each.entry);
      const host = given[0]?.host ?? "";
      const structured = parse(entries, "structured", host).map(({ elements }) => elements["audit@32473"]);
      expect(structured.map((each) => each?.actorName)).toEqual(entries.map(({ actor }) => actor.name));
      expect(structured.map((each) => JSON.parse(each?.before ?? ""))).toEqual(
        entries.map(({ before }) => before),
      );
      expect(parse(entries, "json", host).map((each) => JSON.parse(each.text))).toEqual(entries);
    }),
  );
});

test("each action fits the id of a message, and refusals are warnings", () => {
  const messages = parse(AUDIT_ACTIONS.map((action) => entryWith({ action })));
  expect(messages.map(({ messageId }) => messageId)).toEqual(AUDIT_ACTIONS);
  const warnings = messages.filter(({ severity }) => severity === 4).map(({ messageId }) => messageId);
  expect(warnings).toEqual(["access.denied", "sign_in.failed"]);
});

test.each(["structured", "json"] as const)("a message that is too long lacks the fields: %s", (format) => {
  const long = entryWith({ after: { script: "x".repeat(SYSLOG_MESSAGE_BYTES_MAX) }, hashed: "long" });
  const [frame] = readFrames(syslogFrames([long], { host: "h", format }));
  expect(frame?.length).toBeLessThan(1_000);
  const [message] = parse([long], format);
  const fields = format === "json" ? JSON.parse(message?.text ?? "") : message?.elements["audit@32473"];
  expect(fields).toMatchObject({ hash: "bb", cut: format === "json" ? true : "true" });
  expect(fields).not.toHaveProperty("hashed");
});
