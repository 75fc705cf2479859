import { expect, test } from "vitest";
import { CANARIES, findCanaries } from "../../../../test/canaries.ts";
import { apiSpec, json, opened, startApi, statusIs, step } from "../../../../test/servers/api-target.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { runAttempt } from "../run-registry.ts";

/** The complete record of an API monitor's run contains no secret of the run, no matter how the run ends. */

const SECRETS = { values: CANARIES, secretNames: Object.keys(CANARIES) };
const isNever = { type: "body", property: null, operator: "equals", value: "never so" } as const;

test.each([
  ["passes", "/echo", [statusIs(200)], null],
  ["fails", "/echo", [isNever, { ...isNever, value: "{{PEM}}" }], "ASSERTION_FAILED"],
  ["receives half a response", "/reset", [], "CONNECTION_RESET"],
] as const)("that %s, with the response nesting them in JSON in JSON", async (_, path, assertions, code) => {
  const { url } = await opened(
    startApi(({ headers, body }, response) => {
      if (path === "/reset") {
        response.writeHead(200, { "content-length": 1_000_000, "x-echo": encodeURIComponent(body) });
        response.write(body, () => response.destroy());
        return;
      }
      const once = JSON.stringify({ body, headers, all: CANARIES });
      const hex = Buffer.from(JSON.stringify(CANARIES.PEM)).toString("hex");
      json(response, 200, { twice: JSON.stringify({ once }), hex, field: CANARIES.ACCOUNT });
    }),
  );
  const steps = [
    step(`${url}${path}?q={{AWKWARD}}`, {
      name: "send {{PLAIN}}",
      method: "POST",
      headers: { "x-key": "{{PLAIN}}" },
      body: { pem: "{{PEM}}", account: "{{ACCOUNT}}", domain: "{{DOMAIN}}" },
      assertions,
      extract: [{ name: "seen", source: "body_regex", expression: "(.*)" }],
    }),
  ];
  const outcome = await runAttempt(apiSpec(steps, { ...SECRETS, timeoutMs: 30_000 }), checkContext());
  expect(outcome.error?.code ?? null).toBe(code);
  const text = JSON.stringify(outcome);
  expect(text).toContain("••••");
  expect(await findCanaries(new Map([["outcome.json", Buffer.from(text)]]))).toEqual([]);
});
