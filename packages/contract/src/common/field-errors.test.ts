import { expect, test } from "vitest";
import { alertChannelCreate } from "../alerts/alert-channels.ts";
import { alertRuleCreate } from "../alerts/alert-rules.ts";
import { ALERT_CHANNEL_TYPES } from "../alerts/channels/channel-types.ts";
import { apiMonitorCreate } from "../api-monitors/api-monitors.ts";
import { journeyCreate } from "../journeys/journeys.ts";
import { monitorCreate } from "../targets/monitors.ts";
import { parseFields } from "./field-errors.ts";

/** The messages of zod itself; none of them may reach a caller. */
const RAW_TEXT = /invalid input|unrecognized|expected .* received|invalid option|invalid string/i;

const channel = { name: "Team", type: "slack", config: { webhook_url: "https://hooks.example.com/x" } };
const rule = { name: "Down", type: "consecutive_failures" };
const step = { name: "a", url: "https://a.example/" };

test.each([
  [
    "params of a rule",
    alertRuleCreate,
    { ...rule, params: { treshold: 3 } },
    "params.treshold",
    "is not a known field; did you mean 'threshold'?",
  ],
  [
    "a missing param",
    alertRuleCreate,
    { ...rule, params: { treshold: 3 } },
    "params.threshold",
    "is required",
  ],
  [
    "a field of a channel",
    alertChannelCreate,
    { ...channel, confg: {} },
    "confg",
    "is not a known field; did you mean 'config'?",
  ],
  [
    "a field of a channel's config",
    alertChannelCreate,
    { ...channel, type: "discord", config: { webhok_url: "https://a.example/" } },
    "config.webhok_url",
    "is not a known field; did you mean 'webhook_url'?",
  ],
  [
    "an unknown channel type",
    alertChannelCreate,
    { ...channel, type: "pager" },
    "type",
    `must be one of ${ALERT_CHANNEL_TYPES.map((type) => `'${type}'`).join(", ")}`,
  ],
  [
    "a field of a journey's step",
    journeyCreate,
    { name: "j", steps: [{ action: "click", selectr: "text=Pay" }] },
    "steps.0.selectr",
    "is not a known field; did you mean 'selector'?",
  ],
  [
    "a field inside a union of objects",
    journeyCreate,
    { name: "j", steps: [{ action: "set_variable", variable: "A", from: { selctor: "h1" } }] },
    "steps.0.from.selctor",
    "is not a known field; did you mean 'selector'?",
  ],
  [
    "a swapped pair of letters in a short name",
    monitorCreate,
    { name: "m", type: "url", url: "http://a.example/", assertions: [{ type: "body", vaule: "x" }] },
    "assertions.0.vaule",
    "is not a known field; did you mean 'value'?",
  ],
  [
    "a swapped pair at the top",
    apiMonitorCreate,
    { name: "a", stpes: [step] },
    "stpes",
    "is not a known field; did you mean 'steps'?",
  ],
  [
    "a field of a step's extraction",
    apiMonitorCreate,
    { name: "a", steps: [{ ...step, extract: [{ name: "id", sorce: "json_path", expression: "$.id" }] }] },
    "steps.0.extract.0.sorce",
    "is not a known field; did you mean 'source'?",
  ],
])("%s: the error names the field", (_name, schema, data, path, message) => {
  const { errors } = parseFields(schema, data);
  expect(errors).toContainEqual({ path, message });
  for (const error of errors ?? []) expect(error.message).not.toMatch(RAW_TEXT);
});

test("never returns raw validator messages", () => {
  const values = [null, 1, "x", true, [], {}, [1], { a: 1 }, Number.NaN];
  const schemas = [alertChannelCreate, alertRuleCreate, apiMonitorCreate, journeyCreate, monitorCreate];
  for (const schema of schemas) {
    for (const value of values) {
      const fields = Object.fromEntries(
        ["name", "type", "config", "params", "steps", "url", "assertions", "headers", "viewport"].map(
          (name) => [name, value],
        ),
      );
      for (const data of [
        value,
        fields,
        { ...fields, type: "slack" },
        { ...fields, type: "url" },
        { steps: [fields] },
      ])
        for (const error of parseFields(schema, data).errors ?? [])
          expect(`${error.path} ${error.message}`).not.toMatch(RAW_TEXT);
    }
  }
});

test("a string in place of a list is not measured as a list", () => {
  const { errors } = parseFields(monitorCreate, {
    ...{ name: "Records", type: "dns", host: "shop.example", server: "127.0.0.1" },
  });
  expect(errors).toEqual([{ path: "server", message: "must be an array" }]);
});
