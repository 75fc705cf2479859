import type { ChannelTemplates } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { TEMPLATE_NAMES } from "@vedette/contract/alerts/templates/template-fields.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../../platform/kernel/ids.ts";
import { describeMessage } from "../messages/describe-message.ts";
import type { AlertPayload, Message } from "../messages/message.ts";
import { applyTemplates } from "./apply-templates.ts";
import { NO_TEMPLATE_FACTS } from "./template-facts.ts";

const NOW_MS = Date.parse("2026-03-01T12:05:00Z");
const common = () => ({
  id: newId(NOW_MS),
  organization: { id: newId(NOW_MS), name: "Acme" },
  url: "https://vedette.example.org/alerts/1",
});

function alertOf(text: string): AlertPayload {
  const target = { type: "monitor", id: newId(NOW_MS), name: text, description: text } as const;
  return {
    ...{
      id: newId(NOW_MS),
      org_id: newId(NOW_MS),
      rule_id: newId(NOW_MS),
      rule_type: "consecutive_failures",
    },
    ...{ severity: "critical", status: "pending", title: text, message: text },
    target: { ...target, runbook_url: null, owner: text },
    evidence: {
      ...{ location: text, result_id: null, run_id: null, error: { code: text, message: text } },
      ...{ threshold: 3, value: 3 },
    },
    ...{ group_key: null, suppressed_by: null, sent_at: null, acknowledged_at: null, acknowledged_by: null },
    ...{ triggered_at: "2026-03-01T12:00:00.000Z", resolved_at: null, resolved_by: null },
  };
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\r\nBcc: eve@example.org", "{{alert.id}}"),
);
const anyMessage: fc.Arbitrary<Message> = fc
  .record({
    kind: fc.constantFrom("opened", "resolved", "reminder", "digest", "operator", "test"),
    text: anyText,
  })
  .map(({ kind, text }) => {
    const alert = alertOf(text);
    switch (kind) {
      case "digest":
        return { ...common(), kind, alerts: [{ kind: "opened", alert }] };
      case "operator":
        return { ...common(), kind, title: text, text };
      case "test":
        return { ...common(), kind, channelName: text };
      default:
        return { ...common(), kind, alert };
    }
  });

const reference = fc.constantFrom(...TEMPLATE_NAMES).map((name) => `{{${name}}}`);
const anyTemplate = fc.array(fc.oneof(reference, fc.string(), fc.constantFrom("{{", "}}", "\\{{", "{{x}}")), {
  maxLength: 8,
});
const asTexts = (pieces: readonly string[]) => pieces.join("");
const anyTemplates: fc.Arbitrary<ChannelTemplates> = fc.record({
  title: anyTemplate.map(asTexts),
  text: anyTemplate.map(asTexts),
  body: fc.oneof(
    anyTemplate.map(asTexts),
    fc.array(reference).map((names) => `[${names.join(",")},"${names.join(" ")}"]`),
  ),
});

test("rendering is total, and no value adds a line", () => {
  fc.assert(
    fc.property(anyMessage, anyTemplates, (message, templates) => {
      const rendered = applyTemplates(message, { templates, facts: NO_TEMPLATE_FACTS, nowMs: NOW_MS });
      const { headline, paragraphs } = describeMessage(rendered);
      for (const line of [headline, ...paragraphs]) expect(line).not.toMatch(/\p{Cc}/u);
      const linesMax = (templates.text ?? "").split("\n").length;
      if (rendered.custom?.text !== undefined) expect(paragraphs.length).toBeLessThanOrEqual(linesMax);
      const body = rendered.custom?.body?.content;
      if (body !== undefined) expect(() => JSON.parse(body)).not.toThrow();
    }),
  );
});

test("a value is inserted once: references in it stay as they are", () => {
  const templates = { title: "{{alert.title}}", body: '{"a":"{{alert.title}}"}' };
  const message: Message = { ...common(), kind: "opened", alert: alertOf("{{organization.name}}") };
  const { custom } = applyTemplates(message, { templates, facts: NO_TEMPLATE_FACTS, nowMs: NOW_MS });
  expect(custom?.title).toBe("{{organization.name}}");
  expect(custom?.body?.content).toBe('{"a":"{{organization.name}}"}');
});

test("templates replace the texts of alerts only; digests, tests and messages of the operator keep theirs", () => {
  const templates = { title: "Own {{alert.title}}", text: "Own" };
  const apply = (message: Message) =>
    describeMessage(applyTemplates(message, { templates, facts: NO_TEMPLATE_FACTS, nowMs: NOW_MS }));
  expect(apply({ ...common(), kind: "reminder", alert: alertOf("Shop") })).toMatchObject({
    ...{ headline: "Own Shop", paragraphs: ["Own"], facts: [], items: [] },
  });
  expect(apply({ ...common(), kind: "operator", title: "Full", text: "Disk" }).headline).toBe("Full");
  expect(apply({ ...common(), kind: "test", channelName: "Ops" }).headline).toContain("Test message");
});
