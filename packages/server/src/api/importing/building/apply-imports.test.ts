import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../../../../test/app.ts";
import { codeClient, type Document } from "../../../../test/code/code-client.ts";
import { importBlackbox } from "../blackbox/import-blackbox.ts";
import { importCheckly } from "../checkly/import-checkly.ts";
import { importGatus } from "../gatus/import-gatus.ts";
import type { ImportedFile } from "../imported-file.ts";

let running: TestApp;
let org: TestOrg;
let code: ReturnType<typeof codeClient>;
beforeAll(async () => {
  running = await startTestApp();
  code = codeClient(running, () => org);
});
afterAll(() => running.stop());

const fixture = (tool: string, path: string) => ({
  path,
  text: readFileSync(join(import.meta.dirname, "..", tool, "fixtures", path), "utf8"),
});

test.each<[string, () => ImportedFile]>([
  [
    "gatus",
    () =>
      importGatus({ files: [fixture("gatus", "config.yaml")], env: { API_TOKEN: "a", OAUTH_SECRET: "b" } }),
  ],
  ["checkly", () => importCheckly(fixture("checkly", "debug-bundle.json").text)],
  [
    "blackbox",
    () =>
      importBlackbox({
        files: ["blackbox.yml", "prometheus.yml", "targets/web.json"].map((path) =>
          fixture("blackbox", path),
        ),
      }),
  ],
])(
  "everything that an import of %s makes can be applied, and a second import changes nothing",
  async (_, read) => {
    org = await makeOrg(running.database);
    const { document, credentials, report } = read();
    const applied = await code.apply(document as Document, { credentials });
    expect(applied.summary.create).toBe(report.made.length + report.made_with_differences.length);
    const again = read();
    const plan = await code.plan(again.document as Document, { credentials: again.credentials });
    expect([plan.errors, plan.actions]).toEqual([[], []]);
  },
);
