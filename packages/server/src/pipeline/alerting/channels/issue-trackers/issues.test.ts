import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { HOSTILE_TEXT, messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { type Receiver, type ReceiverResponse, startReceiver } from "../../../../../test/servers/receiver.ts";
import { githubIssueChannel } from "./github-issue.ts";
import { gitlabIssueChannel } from "./gitlab-issue.ts";

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const TOKEN = "glpat_0123456789abcdefghij";
const json = (status: number, body: object, headers = {}): ReceiverResponse => ({
  ...{ status, headers, body: JSON.stringify(body) },
});
const text = (max: number) => z.string().min(1).max(max);

/** The requests and responses that the services document. */
const SERVICES = {
  github_issue: {
    channel: githubIssueChannel(),
    config: () => ({
      repository: "acme/shop",
      token: TOKEN,
      labels: ["incident"],
      api_url: `${receiver.url}/api/v3/`,
    }),
    headers: {
      ...{ authorization: `Bearer ${TOKEN}`, accept: "application/vnd.github+json" },
      "x-github-api-version": "2022-11-28",
    },
    issues: "/api/v3/repos/acme/shop/issues",
    comments: "comments",
    closing: ["PATCH", { state: "closed", state_reason: "completed" }],
    issue: z.strictObject({ title: text(256), body: text(65_536), labels: z.tuple([z.literal("incident")]) }),
    bodyField: "body",
    created: json(201, {
      id: 1,
      number: 42,
      html_url: "https://github.com/acme/shop/issues/42",
      state: "open",
    }),
    gone: json(410, { message: "Issues are disabled for this repo" }),
    throttled: json(403, { message: "You have exceeded a secondary rate limit." }, { "retry-after": "60" }),
  },
  gitlab_issue: {
    channel: gitlabIssueChannel(),
    config: () => ({ project: "acme/shop", token: TOKEN, labels: ["incident"], api_url: receiver.url }),
    headers: { "private-token": TOKEN },
    issues: "/api/v4/projects/acme%2Fshop/issues",
    comments: "notes",
    closing: ["PUT", { state_event: "close" }],
    issue: z.strictObject({ title: text(255), description: text(1_048_576), labels: z.literal("incident") }),
    bodyField: "description",
    created: json(201, {
      id: 84,
      iid: 42,
      state: "opened",
      web_url: "https://gitlab.com/acme/shop/-/issues/42",
    }),
    gone: json(404, { message: "404 Project Not Found" }),
    throttled: { status: 429, headers: { "retry-after": "60" }, body: "Retry later\n" },
  },
} as const;

describe.each(Object.entries(SERVICES))("%s", (_, service) => {
  type Kind = Parameters<typeof messageOf>[0];
  const send = (kind: Kind, thread: string | null = null, words?: string) =>
    service.channel.send(messageOf(kind, words), service.config(), sendContext({ thread, secrets: [TOKEN] }));
  const sent = () =>
    receiver.received.map(({ method, path }) => `${method} ${path.replace(service.issues, "")}`);

  test("an alert opens an issue with the documented request, and its number is kept", async () => {
    receiver.responses.push(service.created);
    expect(await send("opened")).toEqual({ ok: true, statusCode: 201, thread: "42" });
    const [request] = receiver.received;
    expect([request?.method, request?.path]).toEqual(["POST", service.issues]);
    expect(request?.headers).toMatchObject({ "content-type": "application/json", ...service.headers });
    const issue = service.issue.parse(request?.json());
    expect(issue.title).toBe("Shop is down");
    expect(request?.json()[service.bodyField]).toContain(
      "[View alert](https://vedette.example.org/alerts/1)",
    );
  });

  test("a recovery closes the issue and comments on it, and a reminder comments", async () => {
    receiver.responses.push(json(200, {}), json(201, { id: 1 }), json(201, { id: 2 }));
    expect(await send("resolved", "42")).toMatchObject({ ok: true });
    expect(await send("reminder", "42")).toMatchObject({ ok: true });
    const [method, content] = service.closing;
    const comments = `POST /42/${service.comments}`;
    expect(sent()).toEqual([`${method} /42`, comments, comments]);
    expect(receiver.received[0]?.json()).toEqual(content);
    expect(Object.keys(receiver.received[1]?.json() ?? {})).toEqual(["body"]);
  });

  test("a recovery that could not comment closes and comments again", async () => {
    receiver.responses.push(json(200, {}), { status: 502 });
    expect(await send("resolved", "42")).toMatchObject({ ok: false, isPermanent: false });
  });

  test("a test opens an issue and closes it", async () => {
    receiver.responses.push(service.created, json(200, {}));
    expect(await send("test")).toMatchObject({ ok: true, thread: "42" });
    expect(sent()).toEqual(["POST ", `${service.closing[0]} /42`]);
  });

  test.each([
    ["gone", service.gone, { isPermanent: true }],
    ["a wrong token", json(401, { message: "Bad credentials" }), { isPermanent: true }],
    ["too fast", service.throttled, { isPermanent: false, retryAfterSeconds: 60 }],
    ["a redirect", { status: 301, headers: { location: "https://evil.example/" } }, { isPermanent: false }],
    ["a huge error", { status: 500, body: "x".repeat(1_000_000) }, { isPermanent: false }],
    ["a response without a number", json(500, { message: TOKEN }), { isPermanent: false }],
  ])("the answer %s decides what follows", async (_name, response, expected) => {
    receiver.responses.push(response);
    const outcome = await send("opened");
    expect(outcome).toMatchObject({ ok: false, ...expected });
    if (!outcome.ok) expect(outcome.error).not.toContain(TOKEN);
    expect(receiver.received).toHaveLength(1);
  });

  test("hostile text mentions no one, refers to nothing, runs no quick action and is no markup", async () => {
    receiver.responses.push(service.created, json(201, {}));
    await send("opened", null, `/close ${HOSTILE_TEXT}`);
    await send("reminder", "42", HOSTILE_TEXT);
    for (const request of receiver.received) {
      const content = request.json();
      for (const words of Object.values(content).map(String)) expect(words).not.toMatch(/@team|#1/);
      const body = String(content[service.bodyField] ?? content.body);
      expect(body).not.toMatch(/^\s*\//m);
      expect(body).not.toMatch(/<|[^\\]\[ok\]|[^\\]`|^Bcc|^AT/m);
    }
  });
});

test("a token of GitHub without permission disables the channel; a rate limit does not", async () => {
  const { channel, config } = SERVICES.github_issue;
  receiver.responses.push(json(403, { message: "Resource not accessible by personal access token" }));
  expect(await channel.send(messageOf("opened"), config(), sendContext())).toMatchObject({
    ok: false,
    isPermanent: true,
    error: "GitHub returned 403: Resource not accessible by personal access token",
  });
});
