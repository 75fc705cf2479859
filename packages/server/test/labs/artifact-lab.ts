import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";
import { afterAll, beforeAll } from "vitest";
import { makeOrg, startTestApp, type TestApp, type TestOrg } from "../app.ts";
import { collectAll } from "../collect-all.ts";
import { makeArtifact, makeRun } from "../make-run.ts";
import { makePng } from "../servers/png.ts";

export const PNG = makePng({ width: 8, height: 8 }, (x, y) => [x * 30, y * 30, 0]);
export const ZIP = Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.from("the rest of a trace")]);
export const WEBM = Buffer.concat([
  Buffer.from("1a45dfa3", "hex"),
  Buffer.from("....webm"),
  Buffer.alloc(100_000, 7),
]);
export const HTML = Buffer.from("<!doctype html><script>alert(document.cookie)</script>");
export const TOMORROW = new Date(Date.now() + 86_400_000);

/** Registers the hooks of a test file about artifacts: one app with a clock, two organizations and a run. */
export function artifactLab() {
  let now = Date.now();
  let running: TestApp;
  let org: TestOrg;
  let otherOrg: TestOrg;
  let runId = "";
  beforeAll(async () => {
    running = await startTestApp({ clock: { now: () => now, monotonic: () => performance.now() } });
    org = await makeOrg(running.database);
    otherOrg = await makeOrg(running.database);
    runId = await makeRun(running.database, org.orgId);
  });
  afterAll(() => running.stop());

  const store = (kind: ArtifactKind, content: Buffer, name: string = kind) =>
    makeArtifact(
      { db: running.database, artifacts: running.artifacts },
      { orgId: org.orgId, runId, kind, name, content },
    );

  const get = (url: string, headers: Record<string, string> = {}, key: string | null = org.keys.read) =>
    running.call(key, { method: "GET", url, headers });

  const listStoredFiles = () => collectAll(running.artifacts.list(TOMORROW));
  return {
    get now() {
      return now;
    },
    get running() {
      return running;
    },
    get org() {
      return org;
    },
    get otherOrg() {
      return otherOrg;
    },
    get runId() {
      return runId;
    },
    set now(value) {
      now = value;
    },
    store,
    get,
    listStoredFiles,
  };
}
