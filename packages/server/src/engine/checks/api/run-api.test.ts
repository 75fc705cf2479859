import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, test } from "vitest";
import {
  apiSpec,
  json,
  only,
  opened,
  startApi,
  startThingsApi,
  statuses,
  statusIs,
  step,
} from "../../../../test/servers/api-target.ts";
import { checkContext, startAnswering, startRawServer } from "../../../../test/servers/raw-server.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { Lookup } from "../../../platform/net/resolve.ts";
import { runAttempt } from "../run-registry.ts";

describe("login, token, create, read, delete", () => {
  const PASSWORD = 'pa"ss\\word of 1 & more';

  function flow(url: string): ApiStepSpec[] {
    const auth = { type: "bearer", token: "{{token}}" } as const;
    const next = [{ name: "token", source: "header", expression: "X-Next-Token" }] as const;
    return [
      step(`${url}/login`, {
        name: "login",
        method: "POST",
        body: { user: "ada", password: "{{PASSWORD}}" },
        extract: [{ name: "token", source: "json_path", expression: "$.token" }],
      }),
      step(`${url}/things`, {
        name: "create",
        method: "POST",
        auth,
        body: { label: "{{label}}", nested: [{ label: "{{label}}" }], count: 3 },
        assertions: [statusIs(201)],
        extract: [...next, { name: "id", source: "body_regex", expression: '"id":"(thing-\\d+)"' }],
      }),
      step(`${url}/things/{{id}}`, {
        name: "read",
        auth,
        assertions: [
          { type: "json_path", property: "$.thing.label", operator: "equals", value: "{{label}}" },
          { type: "body", property: null, operator: "contains", value: "{{id}}" },
          { type: "header", property: "content-type", operator: "equals", value: "application/json" },
          { type: "response_time", property: null, operator: "less_than", value: 60_000 },
          statusIs(200),
        ],
        extract: next,
      }),
      step(`${url}/things/{{id}}`, {
        name: "delete",
        method: "DELETE",
        auth,
        extract: [...next, { name: "code", source: "status_code", expression: "" }],
      }),
      step(`${url}/things/{{id}}`, { name: "gone", auth, assertions: [statusIs(404)] }),
    ];
  }

  const values = { PASSWORD, label: 'a "quoted" name\nin two lines' };

  test("passes with a rotating token and a session in a cookie", async () => {
    const api = await opened(startThingsApi(PASSWORD));
    const outcome = await runAttempt(
      apiSpec(flow(api.url), { values, secretNames: ["PASSWORD"] }),
      checkContext(),
    );
    expect(outcome).toMatchObject({ error: null });
    expect(statuses(outcome)).toEqual(["passed", "passed", "passed", "passed", "passed"]);
    expect(api.got.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-3",
      "Bearer token-4",
    ]);
    expect(JSON.parse(api.got[1]?.body ?? "")).toEqual({
      label: values.label,
      nested: [{ label: values.label }],
      count: 3,
    });
    expect(api.got[1]?.headers["content-type"]).toBe("application/json");
    const [login, create, , remove] = outcome.steps;
    expect(login).toMatchObject({
      index: 0,
      name: "login",
      action: "request",
      error: null,
      url: `${api.url}/login`,
      extracted: [{ name: "token", value: "token-1" }],
      response: {
        statusCode: 200,
        bodyBytes: 19,
        isBodyCut: false,
        redirects: 0,
        ip: "127.0.0.1",
        tls: null,
      },
    });
    expect(create?.extracted).toEqual([
      { name: "token", value: "token-2" },
      { name: "id", value: "thing-1" },
    ]);
    expect(remove).toMatchObject({
      response: { body: null, bodyBytes: 0 },
      extracted: [{}, { value: "204" }],
    });
    expect(outcome.finishedAtMs).toBeGreaterThanOrEqual(outcome.startedAtMs);
    await api.idle();
  });

  test("contains its secret nowhere in the outcome, and credentials only by their scheme", async () => {
    const api = await opened(startThingsApi(PASSWORD));
    const outcome = await runAttempt(
      apiSpec(flow(api.url), { values, secretNames: ["PASSWORD"] }),
      checkContext(),
    );
    const text = JSON.stringify(outcome);
    for (const form of [PASSWORD, JSON.stringify(PASSWORD).slice(1, -1), "word of 1"])
      expect(text).not.toContain(form);
    expect(outcome.steps[0]?.request?.body).toBe('{"user":"ada","password":"••••"}');
    expect(outcome.steps[0]?.response?.headers["set-cookie"]).toBe("sid=••••; Path=/; HttpOnly");
    expect(outcome.steps[1]?.request?.headers).toMatchObject({
      Authorization: "Bearer ••••",
      Cookie: "sid=••••",
    });
    expect(text).not.toContain("session-1");
  });

  test("stops at a failing assertion in the middle and lists the rest as skipped", async () => {
    const api = await opened(startThingsApi(PASSWORD));
    const steps = flow(api.url).map((each) =>
      each.name === "read" ? { ...each, assertions: [statusIs(200), statusIs(418)] } : each,
    );
    const outcome = await runAttempt(apiSpec(steps, { values }), checkContext());
    expect(statuses(outcome)).toEqual(["passed", "passed", "failed", "skipped", "skipped"]);
    expect(outcome.error).toEqual({
      code: "ASSERTION_FAILED",
      message: "expected status code to be 418, got 200",
      stepIndex: 2,
    });
    expect(outcome.steps[2]?.assertions).toMatchObject([{ passed: true }, { passed: false, actual: 200 }]);
    expect(outcome.steps[3]).toMatchObject({ index: 3, name: "delete", startedAtMs: null, request: null });
    expect(api.got).toHaveLength(3);
  });

  test("continues after a failed step that allows it, with its extracted values, and still fails", async () => {
    const api = await opened(startThingsApi(PASSWORD));
    const steps = flow(api.url).map((each) =>
      each.name === "read" ? { ...each, assertions: [statusIs(418)], continueOnFailure: true } : each,
    );
    const outcome = await runAttempt(apiSpec(steps, { values }), checkContext());
    expect(statuses(outcome)).toEqual(["passed", "passed", "failed", "passed", "passed"]);
    expect(outcome.error).toMatchObject({ code: "ASSERTION_FAILED", stepIndex: 2 });
  });
});

describe("time", () => {
  test("a step that times out fails with its phase, and the rest is skipped", async () => {
    const silent = await opened(startRawServer(() => {}));
    const outcome = await runAttempt(
      apiSpec([step(silent.url, { timeoutMs: 50 }), step(silent.url)]),
      checkContext(),
    );
    expect(outcome.error).toMatchObject({ code: "TIMEOUT", stepIndex: 0 });
    expect(outcome.error?.message).toContain("within 0.05 s");
    expect(statuses(outcome)).toEqual(["failed", "skipped"]);
    expect(only(outcome)).toMatchObject({ request: { method: "GET" }, response: null });
    await silent.idle();
  });

  test("the timeout of the run fails the running step, and no other step starts", async () => {
    const silent = await opened(startRawServer(() => {}));
    const steps = [step(silent.url, { continueOnFailure: true }), step(silent.url)];
    const outcome = await runAttempt(apiSpec(steps, { timeoutMs: 50 }), checkContext());
    expect(outcome.error).toEqual({
      code: "TIMEOUT",
      message: "timed out: the run did not end within 0.05 s",
      stepIndex: 0,
    });
    expect(statuses(outcome)).toEqual(["failed", "skipped"]);
    await silent.idle();
  });

  test("the signal aborts it immediately, and the attempt does not count", async () => {
    const abort = new AbortController();
    const silent = await opened(startRawServer(() => abort.abort(new Error("stopping"))));
    const attempt = runAttempt(apiSpec([step(silent.url)]), { ...checkContext(), signal: abort.signal });
    await expect(attempt).rejects.toThrow("stopping");
    await silent.idle();
    const again = runAttempt(apiSpec([step(silent.url)]), { ...checkContext(), signal: abort.signal });
    await expect(again).rejects.toThrow("stopping");
    expect(silent.received).toHaveLength(1);
  });
});

describe("the target's behavior is an outcome", () => {
  test("refused, blocked, reset, not HTTP", async () => {
    const gone = await startAnswering("");
    await gone.close();
    const broken = await opened(startAnswering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"));
    const nonsense = await opened(startAnswering("nonsense"));
    const steps = [gone.url, "http://169.254.169.254/", broken.url, nonsense.url].map((url) =>
      step(url, { continueOnFailure: true }),
    );
    const outcome = await runAttempt(apiSpec(steps), checkContext());
    expect(outcome.steps.map(({ error }) => error?.code)).toEqual([
      "CONNECT_REFUSED",
      "ADDRESS_BLOCKED",
      "CONNECTION_RESET",
      "PROTOCOL_ERROR",
    ]);
    expect(outcome.steps[2]?.response).toMatchObject({ statusCode: 200, body: "half…", isBodyCut: true });
  });

  test("too many redirects, and one that is not followed", async () => {
    const loop = await opened(
      startAnswering("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    );
    const steps = [step(loop.url, { continueOnFailure: true }), step(loop.url, { followRedirects: false })];
    const outcome = await runAttempt(apiSpec(steps), checkContext());
    expect(outcome.steps).toMatchObject([
      { error: { code: "TOO_MANY_REDIRECTS" }, response: { statusCode: 302, redirects: 10 } },
      { error: null, response: { statusCode: 302, redirects: 0 } },
    ]);
  });

  test("without assertions a status outside of 200 to 399 fails", async () => {
    const api = await opened(startApi((_, response) => json(response, 500, {})));
    const outcome = await runAttempt(apiSpec([step(api.url)]), checkContext());
    expect(outcome.error).toMatchObject({
      code: "ASSERTION_FAILED",
      message: expect.stringContaining("got 500"),
    });
  });

  test("an internal error is thrown", async () => {
    const lookup: Lookup = (_, done) => done(Object.assign(new Error("no files"), { code: "EMFILE" }), []);
    const attempt = runAttempt(apiSpec([step("http://any.test/")]), checkContext({ lookup }));
    await expect(attempt).rejects.toThrow(RunnerError);
  });
});

test("a definition without steps is NO_STEPS", async () => {
  expect(await runAttempt(apiSpec([]), checkContext())).toMatchObject({
    error: { code: "NO_STEPS", stepIndex: null },
    steps: [],
  });
});
