import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { Ajv } from "ajv";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createEgress } from "../packages/server/src/platform/net/egress.ts";
import { createEgressPolicy } from "../packages/server/src/platform/net/egress-policy.ts";
import { createFetchJson } from "../packages/server/src/platform/net/fetch-json.ts";
import { makeOrg, portOf, startTestApp, type TestApp, type TestOrg } from "../packages/server/test/app.ts";
import { CI_SUBJECT, type CiIssuer, startCiIssuer } from "../packages/server/test/servers/ci-issuer.ts";
import { createTlsFixtures } from "../packages/server/test/tls-fixtures.ts";

/** The files for CI, run as CI runs them: against a server, an issuer of OIDC tokens, and GitHub's API for comments. */

const ROOT = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const ACTION = "integrations/github/action.yml";
const TEMPLATE = "integrations/gitlab/vedette.gitlab-ci.yml";

let running: TestApp;
let issuer: CiIssuer;
let github: Server;
let folder: string;
let org: TestOrg;
/** What GitHub has received, and the comments that it has. */
let comments: { id: number; body: string }[] = [];
let audiences: (string | null)[] = [];
let mayComment = true;

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const serverUrl = () => `http://127.0.0.1:${portOf(running.app)}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vedette-ci-"));
  issuer = await startCiIssuer();
  const { ca } = await createTlsFixtures();
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  running = await startTestApp({ fetchIssuer: createFetchJson(createEgress({ policy, extraCa: [ca] })) });
  await running.app.server.listen({ port: 0, host: "127.0.0.1" });
  github = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://github");
    const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (pathname === "/token") {
      audiences.push(searchParams.get("audience"));
      return send(200, { value: await issuer.sign({ aud: searchParams.get("audience") ?? "" }) });
    }
    if (request.method === "GET") return send(200, comments);
    if (!mayComment) return send(403, {});
    const { body } = JSON.parse(await textOf(request)) as { body: string };
    const id = Number(/\/comments\/(\d+)$/.exec(pathname)?.[1] ?? comments.length + 1);
    comments = [...comments.filter((comment) => comment.id !== id), { id, body }];
    return send(201, { id });
  });
  await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
  // In place of vdt: says how it was started, and what its key may do.
  writeFileSync(
    join(folder, "vdt.mjs"),
    `const { VEDETTE_URL: url, VEDETTE_API_KEY: key, EXIT = "0" } = process.env;
     const options = { method: "POST", headers: { authorization: "Bearer " + key, "content-type": "application/json" }, body: "{}" };
     const tried = await fetch(url + "/api/v1/monitors/try", options);
     const known = Object.keys(process.env).filter((name) => /^INPUT_(GITHUB_TOKEN|API_KEY)|REQUEST_TOKEN/.test(name));
     console.log(JSON.stringify({ args: process.argv.slice(2), status: tried.status, known }) + " \`\`\` end");
     process.exitCode = Number(EXIT);`,
  );
});
beforeEach(async () => {
  org = await makeOrg(running.database);
  comments = [];
  audiences = [];
  mayComment = true;
});
afterAll(async () => {
  await new Promise((resolve) => github.close(resolve));
  await running.stop();
  await issuer.stop();
  rmSync(folder, { recursive: true });
});

async function trust(): Promise<string> {
  const payload = { issuer: issuer.issuer, audience: serverUrl(), subject: CI_SUBJECT, projects: ["shop"] };
  const response = await running.call(org.keys.admin, {
    method: "POST",
    url: "/api/v1/code/trusts",
    payload,
  });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  return response.json().data.id;
}

type Ended = { code: number; output: string };

function run(program: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? "", ...env }, timeout: 30_000 };
  return new Promise((resolve) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

describe("the action", () => {
  const start = (env: Record<string, string>) => {
    writeFileSync(join(folder, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
    writeFileSync(join(folder, "output"), "");
    writeFileSync(join(folder, "summary"), "");
    return run(process.execPath, [join(ROOT, "integrations/github/main.mjs")], {
      ...{ INPUT_URL: serverUrl(), INPUT_VDT: `${process.execPath} vdt.mjs`, INPUT_COMMENT: "true" },
      ...{ INPUT_GITHUB_TOKEN: "github", GITHUB_API_URL: urlOf(github), GITHUB_REPOSITORY: "acme/shop" },
      ...{ GITHUB_EVENT_PATH: "event.json", GITHUB_OUTPUT: "output", GITHUB_STEP_SUMMARY: "summary" },
      ...{ GITHUB_WORKSPACE: folder, ACTIONS_ID_TOKEN_REQUEST_URL: `${urlOf(github)}/token?api=1` },
      ...{ ACTIONS_ID_TOKEN_REQUEST_TOKEN: "request" },
      ...env,
    });
  };
  const outputs = () => readFileSync(join(folder, "output"), "utf8").trim().split("\n");

  test("is valid, and passes each input to the program, outside of the shell script", () => {
    expect(validateAction(read(ACTION)).errors).toEqual([]);
    const { inputs, runs } = parse(read(ACTION)) as {
      inputs: Record<string, object>;
      runs: { steps: { env: Record<string, string>; run: string }[] };
    };
    const [step] = runs.steps;
    const names = Object.keys(inputs).filter((name) => name !== "working-directory");
    const passed = names.map((name) => [
      `INPUT_${name.toUpperCase().replaceAll("-", "_")}`,
      `\${{ inputs.${name} }}`,
    ]);
    expect(step?.env).toEqual(Object.fromEntries(passed));
    expect(step?.run).not.toContain("${{");
  });

  test("plans with a key for the OIDC token of the job, and comments on the pull request once", async () => {
    const env = {
      INPUT_COMMAND: "plan",
      INPUT_TRUST_ID: await trust(),
      INPUT_ARGS: "--project\n shop\n\n",
      EXIT: "2",
    };
    const { code, output } = await start(env);
    expect([code, output]).toEqual([0, expect.stringMatching(/^::add-mask::vdt_agent_/)]);
    expect(output).toContain(
      '"args":["code","plan","--exit-code","--project","shop"],"status":400,"known":[]',
    );
    expect(outputs()).toEqual(["exit-code=2", "changes=true"]);
    expect(audiences).toEqual([serverUrl()]);
    await start({ ...env, EXIT: "0" });
    expect(outputs()).toEqual(["exit-code=0", "changes=false"]);
    expect(comments).toEqual([{ id: 1, body: expect.stringContaining("No changes.") }]);
    expect(comments[0]?.body).toMatch(/^<!-- vedette-plan \. -->\n/);
    // A fence in the plan does not end the block.
    expect(comments[0]?.body).toContain("\n````\n");
    expect(comments[0]?.body).not.toContain("vdt_agent_");
    expect(readFileSync(join(folder, "summary"), "utf8")).toContain("Vedette plan");
  });

  test("fails with a plan that has errors, and only warns if it may not comment", async () => {
    mayComment = false;
    const env = { INPUT_COMMAND: "plan", INPUT_TRUST_ID: await trust(), EXIT: "1" };
    const { code, output } = await start(env);
    expect([code, output]).toEqual([1, expect.stringContaining("::warning title=Vedette::")]);
    expect(readFileSync(join(folder, "summary"), "utf8")).toContain("The plan has errors.");
  });

  test("applies without a comment, and passes on the exit code", async () => {
    const { code, output } = await start({ INPUT_COMMAND: "apply", INPUT_API_KEY: org.keys.code, EXIT: "3" });
    expect([code, output]).toEqual([
      3,
      expect.stringContaining('"args":["code","apply","--yes"],"status":400'),
    ]);
    expect([outputs(), comments]).toEqual([["exit-code=3"], []]);
  });

  test.each([
    ["an unknown command", { INPUT_COMMAND: "destroy" }, /command must be one of/],
    ["no key", { INPUT_COMMAND: "plan" }, /Set trust-id or api-key/],
    ["an unknown trust", { INPUT_COMMAND: "plan", INPUT_TRUST_ID: "x" }, /There is no trust with this ID/],
    [
      "no OIDC token",
      { INPUT_COMMAND: "plan", INPUT_TRUST_ID: "x", ACTIONS_ID_TOKEN_REQUEST_URL: "" },
      /id-token: write/,
    ],
    [
      "no such program",
      { INPUT_COMMAND: "plan", INPUT_API_KEY: "k", INPUT_VDT: "no-such-vdt" },
      /cannot be started/,
    ],
  ])("says what to do with %s", async (_what, env, message) => {
    const { code, output } = await start(env);
    expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    expect(output).toContain("::error title=Vedette::");
  });
});

test("the workflow of the guide is valid", () => {
  const guide = read("docs/guide/ci.md");
  const [, workflow = ""] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  expect(workflow).toContain("integrations/github");
  expect(validateWorkflow(workflow).errors).toEqual([]);
});

function strict(properties: object) {
  return { type: "object", properties, additionalProperties: false };
}

describe("the GitLab template", () => {
  const lines = { type: "array", items: { type: "string" }, minItems: 1 };
  const text = { type: "string" };
  /** The keywords that the template uses. */
  const job = {
    type: "object",
    additionalProperties: false,
    properties: {
      ...{
        extends: { const: ".vedette" },
        image: text,
        resource_group: text,
        before_script: lines,
        script: lines,
      },
      id_tokens: { type: "object", additionalProperties: { ...strict({ aud: text }), required: ["aud"] } },
      stage: { enum: ["build", "test", "deploy"] },
      artifacts: strict({
        ...{ expose_as: text, when: { enum: ["always"] }, paths: lines, reports: strict({ junit: text }) },
      }),
      rules: { type: "array", items: { ...strict({ if: text }), required: ["if"] } },
    },
  };
  const isTemplate = new Ajv({ strict: true }).compile({
    type: "object",
    properties: { variables: { type: "object", additionalProperties: text } },
    additionalProperties: job,
  });
  type Job = Record<"before_script" | "script", string[] | undefined> & { id_tokens?: object };
  type Template = { variables: Record<string, string> } & Record<string, Job>;
  const { variables, ...jobs } = parse(read(TEMPLATE), { strict: true, uniqueKeys: true }) as Template;
  const jobOf = (name: string): Job => jobs[name] ?? { before_script: undefined, script: undefined };

  /** As GitLab's runner does: all lines in one shell that ends with the first failure. */
  const runJob = (name: string, env: Record<string, string>) => {
    const script = [...(jobOf(".vedette").before_script ?? []), ...(jobOf(name).script ?? [])].join("\n");
    const vdt = { VEDETTE_VDT: `${process.execPath} vdt.mjs` };
    return run("bash", ["-eo", "pipefail", "-c", script], {
      ...{ ...variables, ...vdt, VEDETTE_URL: serverUrl() },
      PATH: `${join(process.execPath, "..")}:${process.env.PATH}`,
      ...env,
    });
  };

  test("has only keywords that GitLab knows", () => {
    isTemplate({ variables, ...jobs });
    expect(isTemplate.errors).toBeNull();
  });

  test("has a plan, a test and an apply job that use the OIDC token", () => {
    expect(Object.keys(jobs)).toEqual([".vedette", "vedette:plan", "vedette:test", "vedette:apply"]);
    expect(jobOf(".vedette").id_tokens).toEqual({ VEDETTE_ID_TOKEN: { aud: "$VEDETTE_URL" } });
  });

  test("plans and applies with a key for the token, and accepts changes", async () => {
    const token = {
      VEDETTE_TRUST_ID: await trust(),
      VEDETTE_ID_TOKEN: await issuer.sign({ aud: serverUrl() }),
    };
    const planned = await runJob("vedette:plan", { ...token, EXIT: "2" });
    expect([planned.code, planned.output]).toEqual([
      0,
      expect.stringContaining('"plan","--exit-code"],"status":400'),
    ]);
    expect(planned.output).not.toContain("vdt_agent_");
    const applied = await runJob("vedette:apply", token);
    expect([applied.code, applied.output]).toEqual([
      0,
      expect.stringContaining('"apply","--yes"],"status":400'),
    ]);
  });

  test("fails with the plan, and without a valid token or key", async () => {
    const failed = await runJob("vedette:plan", { VEDETTE_API_KEY: org.keys.code, EXIT: "1" });
    expect(failed.code).toBe(1);
    const env = {
      VEDETTE_TRUST_ID: await trust(),
      VEDETTE_ID_TOKEN: await issuer.sign({ aud: "https://other" }),
    };
    const refused = await runJob("vedette:apply", env);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("The token is not accepted")]);
  });
});
