import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WebVitals } from "@vedette/contract/runs/run-job.ts";
import type { BrowserContext } from "playwright-core";
import { requireInstalled } from "../../../../platform/kernel/own-files.ts";

/**
 * Measures the web vitals of every page of a run in the page, with Google's own library. The worst value of
 * each counts: a journey is as slow as its slowest page, which the first page alone would hide.
 */

const BINDING = "__vedetteVital";
const FIELDS = { LCP: "lcpMs", CLS: "cls", INP: "inpMs", FCP: "fcpMs", TTFB: "ttfbMs" } as const;
/** Values from a page are accepted only as numbers within this bound. */
const VALUE_MAX = 3_600_000;

export async function measureVitals(context: BrowserContext): Promise<() => WebVitals> {
  const vitals: WebVitals = { lcpMs: null, cls: null, inpMs: null, fcpMs: null, ttfbMs: null };
  await context.exposeBinding(BINDING, ({ page, frame }, name: unknown, value: unknown) => {
    if (frame !== page.mainFrame() || typeof value !== "number" || !(value >= 0 && value <= VALUE_MAX))
      return;
    if (typeof name !== "string" || !Object.hasOwn(FIELDS, name)) return;
    const field = FIELDS[name as keyof typeof FIELDS];
    vitals[field] = Math.max(vitals[field] ?? 0, rounded(field, value));
  });
  await context.addInitScript({ content: await script() });
  return () => ({ ...vitals });
}

/** Scores have four digits, times are whole milliseconds. */
function rounded(field: keyof WebVitals, value: number): number {
  return field === "cls" ? Math.round(value * 10_000) / 10_000 : Math.round(value);
}

let made: Promise<string> | null = null;

/** Wraps the library in a function, so that the page does not see it; in the top frame only. */
function script(): Promise<string> {
  // The browser build is in the package but not in its exports.
  const folder = dirname(requireInstalled.resolve("web-vitals"));
  made ??= readFile(join(folder, "web-vitals.iife.js"), "utf8").then(
    (library) => `(() => {
  if (window.top !== window) return;
  ${library}
  const report = ({ name, value }) => globalThis.${BINDING}?.(name, value);
  const all = { reportAllChanges: true };
  webVitals.onLCP(report, all);
  webVitals.onCLS(report, all);
  webVitals.onINP(report, { ...all, durationThreshold: 16 });
  webVitals.onFCP(report, all);
  webVitals.onTTFB(report, all);
})();`,
  );
  return made;
}
