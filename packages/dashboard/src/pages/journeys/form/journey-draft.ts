import type { Journey, JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { NO_INTERVAL } from "../../../components/forms/no-interval.ts";
import {
  type AboutDraft,
  aboutBody,
  aboutDraft,
  EMPTY_ABOUT,
} from "../../../features/targets/fields/about-draft.ts";
import { inputOf, newStepDraft, type StepDraft, stepDraft } from "./step-drafts.ts";

export type CaptureWhen = Journey["capture"]["trace"];

/** State of the journey form. */
export type JourneyDraft = AboutDraft & {
  name: string;
  kind: "steps" | "script";
  /** Both are kept, so that switching between them loses nothing. */
  steps: readonly StepDraft[];
  script: string;
  /** Seconds, or `NO_INTERVAL` to run on demand only. */
  interval: string;
  timeout: number | null;
  retries: number | null;
  primary: string;
  locations: readonly string[];
  device: string;
  viewport: { width: number | null; height: number | null };
  trace: CaptureWhen;
  video: CaptureWhen;
  videoWithSecrets: boolean;
  tags: readonly string[];
  parents: readonly string[];
};

const SCRIPT_BEGINNING = `import { test, expect } from "@playwright/test";

test("home page", async ({ page }) => {
  await page.goto("https://shop.example/");
  await expect(page).toHaveTitle(/Shop/);
});
`;

export function emptyJourney(): JourneyDraft {
  return {
    name: "",
    ...EMPTY_ABOUT,
    kind: "steps",
    steps: [newStepDraft("goto"), newStepDraft("expect_visible")],
    script: SCRIPT_BEGINNING,
    interval: "300",
    timeout: 120,
    retries: 1,
    primary: "default",
    locations: [],
    device: "",
    viewport: { width: 1_280, height: 720 },
    trace: "on_failure",
    video: "never",
    videoWithSecrets: false,
    tags: [],
    parents: [],
  };
}

export function draftOfJourney(journey: Journey): JourneyDraft {
  const empty = emptyJourney();
  return {
    ...aboutDraft(journey),
    name: journey.name,
    kind: journey.script === null ? "steps" : "script",
    steps: journey.steps?.map((step) => stepDraft(step)) ?? empty.steps,
    script: journey.script ?? empty.script,
    interval: String(journey.interval_seconds ?? NO_INTERVAL),
    timeout: journey.timeout_seconds,
    retries: journey.max_retries,
    primary: journey.primary_location,
    locations: journey.locations,
    device: journey.device ?? "",
    viewport: journey.viewport ?? empty.viewport,
    trace: journey.capture.trace,
    video: journey.capture.video,
    videoWithSecrets: journey.capture.video_with_secrets,
    tags: journey.tags,
    parents: journey.parents,
  };
}

/** The server reports missing and invalid fields. */
export function bodyOfJourney(draft: JourneyDraft): JourneyCreateInput {
  const body = {
    name: draft.name,
    ...aboutBody(draft),
    steps: draft.kind === "steps" ? draft.steps.map(inputOf) : null,
    script: draft.kind === "script" ? draft.script : null,
    interval_seconds: draft.interval === NO_INTERVAL ? null : Number(draft.interval),
    timeout_seconds: draft.timeout,
    max_retries: draft.retries,
    primary_location: draft.primary,
    locations: draft.locations,
    device: draft.device === "" ? null : draft.device,
    viewport: draft.device === "" ? draft.viewport : null,
    capture: { trace: draft.trace, video: draft.video, video_with_secrets: draft.videoWithSecrets },
    tags: draft.tags,
    parents: draft.parents,
  };
  // A form can be incomplete; the API types require all fields.
  return body as unknown as JourneyCreateInput;
}
