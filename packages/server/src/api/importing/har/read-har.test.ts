import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importApiMonitors } from "../import-api-monitors.ts";

const content = readFileSync(join(import.meta.dirname, "..", "fixtures", "shop-login.har"), "utf8");
const { api_monitors, not_imported } = importApiMonitors({ content, format: "har", name: undefined });
const steps = api_monitors[0]?.steps ?? [];

test("requests become steps in their order, each expecting the recorded status", () => {
  expect(steps.map(({ name, assertions }) => [name, assertions[0]?.value])).toEqual([
    ["GET /login", 200],
    ["POST /auth/login", 200],
    ["GET /account", 200],
    ["POST /logout", 302],
  ]);
});

test("a token from a response is extracted and used in later steps", () => {
  expect(steps[1]?.extract).toEqual([
    { name: "access_token", source: "json_path", expression: "$.access_token" },
  ]);
  expect(steps[2]?.auth).toEqual({ type: "bearer", token: "{{access_token}}" });
});

test("a cookie set by a response is omitted, and another becomes a variable", () => {
  expect(steps[0]?.headers.Cookie).toBe("consent={{CONSENT}}");
  expect(steps[3]?.headers.Cookie).toBe(steps[0]?.headers.Cookie);
});

test("static files, preflights, sockets and requests that failed are listed", () => {
  const whats = not_imported.map(({ what }) => what);
  expect(whats).toContain("Static files: stylesheet, image, script");
  expect(whats).toContain("Requests: CORS preflight");
  expect(whats).toContain("A WebSocket");
  expect(whats).toContain("Requests that failed in the recording: net::ERR_BLOCKED_BY_CLIENT");
});

test("a redirect is not followed, as its target is the next request of the recording", () => {
  expect(steps.every((step) => !step.follow_redirects)).toBe(true);
});

test("a multipart body without files is imported", () => {
  const text =
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="b"\r\n\r\n\r\n--x--\r\n';
  const entry = {
    request: {
      method: "POST",
      url: "https://a.test",
      postData: { mimeType: "multipart/form-data; boundary=x", text },
    },
    response: { status: 200 },
  };
  const har = JSON.stringify({ log: { entries: [entry] } });
  const [draft] = importApiMonitors({ content: har, format: "har", name: undefined }).api_monitors;
  expect(draft?.steps[0]?.body).toBe(text.replaceAll("--x", "--vedette-form-boundary"));
});

function imported(entries: unknown[]) {
  const har = JSON.stringify({ log: { entries } });
  const result = importApiMonitors({ content: har, format: "har", name: undefined });
  return { ...result, steps: result.api_monitors.flatMap((draft) => draft.steps) };
}

test.each([undefined, {}, { status: 0, headers: [] }])(
  "a request with the response %j becomes a step without an assertion",
  (response) => {
    const { steps: made, not_imported: notes } = imported([
      { request: { method: "GET", url: "https://a.test/users" }, response },
    ]);
    expect(made).toMatchObject([{ url: "https://a.test/users", assertions: [] }]);
    expect(notes.map(({ what }) => what)).toEqual(["What to expect: GET request"]);
  },
);

test("a form with a file keeps its text fields", () => {
  const postData = {
    mimeType: "multipart/form-data",
    params: [
      { name: "title", value: "Cat" },
      { name: "photo", fileName: "cat.png" },
    ],
  };
  const request = { method: "POST", url: "https://a.test/photos", postData };
  const { steps: made, not_imported: notes } = imported([{ request, response: { status: 201 } }]);
  expect(made[0]?.body).toContain('name="title"');
  expect(notes.map(({ what }) => what)).toEqual(["Files in forms: photo"]);
});

test("a jar of literal cookies is one secret", () => {
  const headers = [{ name: "Cookie", value: "a=1; b=2" }];
  const { steps: made } = imported([
    { request: { method: "GET", url: "https://a.test", headers }, response: { status: 200 } },
  ]);
  expect(made[0]?.headers).toEqual({ Cookie: "{{COOKIE}}" });
});
