import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { json, startApi, startThingsApi } from "../packages/server/test/servers/api-target.ts";
import { createApiMonitor, runNow } from "./harness/api-monitors.ts";
import { dumpDatabase } from "./harness/database.ts";
import { createLab } from "./harness/lab.ts";
import type { Vedette } from "./harness/vedette.ts";

/** API monitors against real APIs on loopback, through the API of the real process. */

const lab = createLab(afterAll);
const PASSWORD = "correct-horse-battery-staple";
let dataDir: string;
let vedette: Vedette;
let things: Awaited<ReturnType<typeof startThingsApi>>;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  vedette = await lab.start({ dataDir });
  things = await startThingsApi(PASSWORD);
  await vedette.request("POST", "/api/v1/variables", { name: "PASSWORD", value: PASSWORD, type: "secret" });
});
afterAll(() => things.close());

const bearer = { type: "bearer" as const, token: "{{token}}" };
const nextToken = { name: "token", source: "header" as const, expression: "x-next-token" };

/** Signs in, then creates, reads and deletes a thing; each response has the token for the next request. */
const flow = () => [
  {
    name: "sign in",
    method: "POST" as const,
    url: `${things.url}/login`,
    body: { user: "ann", password: "{{PASSWORD}}" },
    extract: [{ name: "token", source: "json_path" as const, expression: "$.token" }],
  },
  {
    name: "make",
    method: "POST" as const,
    url: `${things.url}/things`,
    auth: bearer,
    body: { colour: "{{colour}}" },
    assertions: [{ type: "status_code" as const, operator: "equals" as const, value: 201 }],
    extract: [nextToken, { name: "id", source: "json_path" as const, expression: "$.id" }],
  },
  {
    name: "read",
    url: `${things.url}/things/{{id}}`,
    auth: bearer,
    assertions: [
      { type: "json_path" as const, property: "$.thing.colour", operator: "eq" as const, value: "red" },
    ],
    extract: [nextToken],
  },
  { name: "delete", method: "DELETE" as const, url: `${things.url}/things/{{id}}`, auth: bearer },
];

describe("a flow over several requests", () => {
  test("passes values and cookies from step to step, and shows requests and responses", async () => {
    const { id } = await createApiMonitor(vedette, { steps: flow(), variables: { colour: "red" } });
    const { run, steps } = await runNow(vedette, id);
    expect(run).toMatchObject({ status: "passed", steps_total: 4, steps_passed: 4, attempt: 1, error: null });
    expect(steps.map(({ response }) => response?.status_code)).toEqual([200, 201, 200, 204]);
    expect(steps[1]?.request).toMatchObject({ method: "POST", body: '{"colour":"red"}' });
    expect(steps[2]).toMatchObject({
      url: expect.stringMatching(/\/things\/thing-\d+$/),
      extracted: [{ name: "token" }],
    });
  });

  test("ends at the step whose assertion fails, and lists the others as skipped", async () => {
    const { id } = await createApiMonitor(vedette, { steps: flow(), variables: { colour: "blue" } });
    const { run, steps } = await runNow(vedette, id);
    expect(run).toMatchObject({
      status: "failed",
      steps_passed: 2,
      error: { code: "ASSERTION_FAILED", step_index: 2 },
    });
    expect(steps.map(({ status }) => status)).toEqual(["passed", "passed", "failed", "skipped"]);
    expect(steps[2]?.assertions).toMatchObject([{ actual: "blue", value: "red", passed: false }]);
  });

  test("distinguishes a slow step from a failing one, and reports an unknown variable before it sends a request", async () => {
    const slow = await startApi((_, response) => void setTimeout(() => json(response, 200, {}), 2_000));
    const { id } = await createApiMonitor(vedette, {
      steps: [
        { name: "slow", url: slow.url, timeout: 0.3, continue_on_failure: true },
        { url: `${slow.url}/{{UNKNOWN}}` },
      ],
    });
    const { run, steps } = await runNow(vedette, id);
    expect(run.error).toMatchObject({ code: "TIMEOUT", step_index: 0 });
    expect(steps[1]).toMatchObject({ status: "failed", error: { code: "UNKNOWN_VARIABLE" } });
    expect(steps[1]?.error?.message).toContain("UNKNOWN");
    // The first scheduled run may take place beside the one on demand.
    expect(new Set(slow.got.map(({ path }) => path))).toEqual(new Set(["/"]));
    await slow.close();
  });

  test("sends no credential to another origin after a redirect", async () => {
    const other = await startApi((_, response) => json(response, 200, {}));
    const first = await startApi((_, response) =>
      response.writeHead(302, { location: `${other.url}/there` }).end(),
    );
    const { id } = await createApiMonitor(vedette, {
      steps: [
        {
          url: first.url,
          auth: { type: "basic", username: "ann", password: "{{PASSWORD}}" },
          headers: { "X-Pass": "{{PASSWORD}}", "X-Plain": "yes" },
        },
      ],
    });
    const { run } = await runNow(vedette, id);
    expect(run.status).toBe("passed");
    expect(first.got[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Basic /),
      "x-pass": PASSWORD,
    });
    expect(other.got[0]?.headers).toMatchObject({ "x-plain": "yes" });
    expect(JSON.stringify(other.got)).not.toContain(PASSWORD);
    expect(other.got[0]?.headers).not.toHaveProperty("authorization");
    await Promise.all([first.close(), other.close()]);
  });

  test("stores no secret, even if the API echoes it", async () => {
    const echo = await startApi(({ body, headers }, response) => {
      response.setHeader("X-Echo", String(headers["x-pass"]));
      json(response, 500, { error: `bad password: ${body}` });
    });
    const { id } = await createApiMonitor(vedette, {
      steps: [
        {
          method: "POST",
          url: `${echo.url}/?p={{PASSWORD}}`,
          headers: { "X-Pass": "{{PASSWORD}}" },
          body: "pass={{PASSWORD}}",
          assertions: [{ type: "body", operator: "contains", value: "no such {{PASSWORD}}" }],
          extract: [{ name: "echo", source: "header", expression: "x-echo" }],
        },
      ],
    });
    const { run, steps } = await runNow(vedette, id);
    expect(run.status).toBe("failed");
    expect(echo.got[0]?.body).toBe(`pass=${PASSWORD}`);
    const seen =
      JSON.stringify([run, steps]) +
      JSON.stringify(await dumpDatabase(dataDir)) +
      vedette.stderrLines().join("\n");
    expect(seen).toContain("bad password");
    for (const form of [PASSWORD, Buffer.from(PASSWORD).toString("base64"), encodeURIComponent(PASSWORD)]) {
      expect(seen).not.toContain(form);
    }
    await echo.close();
  });
});
