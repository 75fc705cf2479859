import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALERT_CHANNEL_TYPES, channelDeclaration } from "@vedette/contract/alerts/channels/channel-types.ts";
import { channelFormFields } from "@vedette/contract/alerts/channels/define-channel-type.ts";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CHANNELS } from "./registry.ts";

/** A channel type is declared in the contract, sent by the server, described in the guide and tested. */

const ROOT = join(import.meta.dirname, "../../../../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SERVER = "packages/server/src/pipeline/alerting/channels";
const guide = read("docs/guide/channels.md");
const tests = [
  ...["channels.test.ts", "alert-messages.test.ts", "email.test.ts"],
  "chat/chat-services.test.ts",
  "push/push-services.test.ts",
  "push/webpush.test.ts",
  "general/aws-sns.test.ts",
  "incident-tools/incident-tools.test.ts",
  "issue-trackers/issues.test.ts",
  "issue-trackers/syslog.test.ts",
  "phone/phone.test.ts",
]
  .map((name) => read(`${SERVER}/${name}`))
  .concat(read("packages/server/test/channels/channel-lab.ts"))
  .join("");
const HINT_LENGTH_MAX = 80;

test("the server sends on the types of the contract", () => {
  expect(Object.keys(CHANNELS).sort()).toEqual([...ALERT_CHANNEL_TYPES].sort());
});

describe.each(ALERT_CHANNEL_TYPES)("the channel type %s", (type) => {
  const declaration = channelDeclaration(type);
  const fields = channelFormFields(declaration);

  test("has one file in the contract and one in the server, in the folder of its category", () => {
    const file = `${declaration.category}/${type.replaceAll("_", "-")}.ts`;
    const places = [`packages/contract/src/alerts/channels/${file}`, `${SERVER}/${file}`];
    expect(places.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(declaration.type).toBe(type);
    expect(CHANNELS[type].declaration).toBe(declaration);
  });

  test("has a form with each field of its configuration, and secrets and destinations that exist", () => {
    const { properties = {} } = z.toJSONSchema(declaration.config, { io: "input", unrepresentable: "any" });
    const names = Object.keys(properties).sort();
    expect(fields.map(({ key }) => key).sort()).toEqual(names);
    const used = [...Object.keys(declaration.secrets), ...declaration.destination];
    expect(
      [...used, declaration.serverField ?? names[0]].filter((name) => !names.includes(name ?? "")),
    ).toEqual([]);
    expect(fields.filter(({ hint }) => hint.length > HINT_LENGTH_MAX)).toEqual([]);
    expect(fields.filter(({ input, key }) => input === "password" && !declaration.secrets[key])).toEqual([]);
  });

  test("is described in the guide and tested", () => {
    expect(guide).toMatch(new RegExp(`^### .*\`${type}\`$`, "m"));
    expect(tests).toMatch(new RegExp(`CHANNELS\\.${type}\\b|${type.replaceAll("_", "")}Channel\\b`, "i"));
  });
});
