import { expect, test } from "vitest";
import { authDraft } from "../../../features/steps/auth-draft.ts";
import { type ApiStepDraft, newStep } from "./draft.ts";
import { curlOfStep } from "./step-curl.ts";

const step = (part: Partial<ApiStepDraft>): ApiStepDraft => ({
  ...newStep(),
  url: "api.example/things",
  follow_redirects: false,
  ...part,
});

test("a plain step needs its address only", () => {
  expect(curlOfStep(step({}))).toBe("curl 'https://api.example/things'");
});

test("query, body and credentials are those of the request, with templates as they stand", () => {
  const text = curlOfStep(
    step({
      method: "POST",
      url: "{{BASE}}/things?a=1#top",
      query: { "q b": "x&{{NAME}}" },
      bodyKind: "json",
      body: '{"n":"it\'s"}',
      auth: authDraft({ type: "bearer", token: "{{token}}" }),
      follow_redirects: true,
      verify_tls: false,
    }),
  );
  expect(text.split(" \\\n  ")).toEqual([
    "curl '{{BASE}}/things?a=1&q%20b=x%26{{NAME}}#top'",
    "--location",
    "--insecure",
    "-H 'Content-Type: application/json'",
    "-H 'Authorization: Bearer {{token}}'",
    String.raw`--data-raw '{"n":"it'\''s"}'`,
  ]);
});

test("what the step says itself comes before what would be added", () => {
  const text = curlOfStep(
    step({
      method: "PUT",
      headers: { "content-type": "text/csv" },
      bodyKind: "json",
      body: "1",
      auth: authDraft({ type: "basic", username: "ann", password: "a'b" }),
    }),
  );
  expect(text).not.toContain("application/json");
  expect(text).toContain(String.raw`--user 'ann:a'\''b'`);
  expect(text).toContain("-X PUT");
});
