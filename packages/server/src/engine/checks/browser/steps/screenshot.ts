import type { StepOf } from "@vedette/contract/journeys/journey-steps.ts";
import type { VisualDiff } from "@vedette/contract/runs/run-job.ts";
import { takeScreenshot } from "../evidence/take-screenshot.ts";
import { act } from "../explain-action.ts";
import { quote, StepFailure } from "../step-failure.ts";
import type { StepScope, StepYield } from "../step-scope.ts";
import { compareImages } from "../visual/compare-images.ts";

/** Takes a screenshot with a label and compares it with the journey's baseline. */
export async function screenshot(step: StepOf<"screenshot">, scope: StepScope): Promise<StepYield> {
  const image = await takePicture(step, scope);
  const { label } = step;
  const name = `${label.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.png`;
  const file = { name, contentType: "image/png", stepIndex: scope.index, label };
  const key = await scope.artifacts.store({ ...file, kind: "screenshot" }, image);
  if (key === null) return {};
  if (!step.compare) return { screenshot: key };
  const baseline = scope.baselines[label];
  const known = baseline === undefined ? null : await scope.ctx.artifacts.read(baseline);
  if (baseline === undefined || known === null) {
    // The first screenshot, or the first after the baseline was deleted, becomes the baseline of later runs.
    await scope.artifacts.store({ ...file, kind: "baseline" }, image);
    return { screenshot: key };
  }
  const compared = await compareImages(known, image, { signal: scope.signal });
  if ("error" in compared) throw new StepFailure("VISUAL_DIFFERENCE", compared.error);
  const { percent } = compared;
  const diffFile = { ...file, name: `${name.slice(0, -4)}-diff.png`, kind: "diff" as const };
  const diff = compared.diff && (await scope.artifacts.store(diffFile, compared.diff));
  const thresholdPercent = step.threshold_percent;
  const visualDiff: VisualDiff = { label, baseline, actual: key, diff, percent, thresholdPercent };
  return { screenshot: key, visualDiff, error: errorOf(step, compared) };
}

function errorOf(
  { label, threshold_percent: threshold }: StepOf<"screenshot">,
  { percent, isSameSize }: { percent: number; isSameSize: boolean },
): { code: "VISUAL_DIFFERENCE"; message: string } | null {
  if (threshold === null || percent <= threshold) return null;
  const shown = Math.round(percent * 100) / 100;
  const size = isSameSize ? "" : "; it has another size";
  const message = `${quote(label)} differs from its baseline in ${shown} % of its pixels, more than ${threshold} %${size}`;
  return { code: "VISUAL_DIFFERENCE", message };
}

async function takePicture(step: StepOf<"screenshot">, scope: StepScope): Promise<Buffer> {
  const selector = step.selector === null ? null : scope.fill(step.selector);
  const element = selector === null ? null : await scope.locate(selector);
  const page = scope.newestPage();
  const mask = step.mask.map((written) => page.locator(scope.fill(written)));
  return act(scope, { selector: selector ?? step.label, verb: "photographed" }, () =>
    takeScreenshot({
      page,
      secretFields: scope.secretFields,
      type: "png",
      timeoutMs: scope.leftMs(),
      signal: scope.signal,
      fullPage: step.full_page,
      element,
      mask,
    }),
  );
}
