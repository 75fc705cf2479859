import type { LastPage, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { RunTimer } from "../run-timer.ts";
import type { JourneyAttempt } from "../step-scope.ts";
import { withTimeout } from "../with-timeout.ts";
import { listElements } from "./page-elements.ts";
import { takeScreenshot } from "./take-screenshot.ts";

/** Usually 100 ms; a page that hangs does not answer at all. */
const DESCRIBE_MS_MAX = 5_000;
/** After the run's timeout. */
const LATE_DESCRIBE_MS_MAX = 500;

/** Returns the page after the last step that ran, with its elements; null if the page does not respond in time. */
export async function describeLastPage(
  steps: readonly StepOutcome[],
  { newestPage, secretFields, artifacts, show }: JourneyAttempt,
  timer: RunTimer,
): Promise<LastPage | null> {
  const stepIndex = steps.findLast(({ status }) => status !== "skipped")?.index;
  const page = newestPage();
  const viewport = page.viewportSize();
  if (stepIndex === undefined || viewport === null || page.url() === "about:blank") return null;
  const timeoutMs = timer.forEvidenceMs(DESCRIBE_MS_MAX, LATE_DESCRIBE_MS_MAX);
  const described = Promise.all([
    takeScreenshot({ page, secretFields, type: "jpeg", timeoutMs }),
    listElements(page, { viewport, timeoutMs, isPublic: (text) => show(text) === text }),
  ]);
  // A page that closes or hangs has no elements to select.
  const found = await withTimeout(timeoutMs, described).catch(() => null);
  if (found === null) return null;
  const [image, elements] = found;
  const file = { kind: "screenshot", name: "last-page.jpg", contentType: "image/jpeg", stepIndex } as const;
  const screenshot = await artifacts.store(file, image);
  return screenshot === null ? null : { stepIndex, screenshot, ...viewport, elements };
}
