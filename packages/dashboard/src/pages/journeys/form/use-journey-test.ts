import type {
  JourneyTestPage,
  JourneyTestRun,
  JourneyTestScreenshot,
  JourneyTestStep,
} from "@vedette/contract/journeys/journey-test-runs.ts";
import { useEffect, useRef, useState } from "react";
import { type ApiError, asApiError } from "../../../api/api-error.ts";
import { useSession } from "../../../app/session.tsx";
import { followJourneyTest } from "./follow-journey-test.ts";
import { bodyOfJourney, type JourneyDraft } from "./journey-draft.ts";
import { titleOf } from "./step-drafts.ts";

/** A test run of the form: its steps so far, and its result once it has ended. */
export type JourneyTest = {
  /** Names of the steps that the form had; empty for a script, whose steps are known when they run. */
  planned: readonly string[];
  steps: ReadonlyMap<number, JourneyTestStep>;
  screenshots: ReadonlyMap<number, JourneyTestScreenshot>;
  result: JourneyTestRun | null;
  wasStopped: boolean;
};

/** Tests the form without saving it. A page that is left stops its test. */
export function useJourneyTest() {
  const { fetch } = useSession();
  const [test, setTest] = useState<JourneyTest | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [lastPage, setLastPage] = useState<JourneyTestPage | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const change = (part: (before: JourneyTest) => Partial<JourneyTest>) =>
    setTest((before) => before && { ...before, ...part(before) });

  async function begin(draft: JourneyDraft, location: string | null): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setError(null);
    setTest({
      planned: draft.kind === "steps" ? draft.steps.map(titleOf) : [],
      ...{ steps: new Map(), screenshots: new Map(), result: null, wasStopped: false },
    });
    const { name, ...rest } = bodyOfJourney(draft);
    const body = { ...rest, name: name.trim() === "" ? null : name, location };
    try {
      await followJourneyTest(fetch, {
        body,
        signal: controller.signal,
        onStep: (step) => change(({ steps }) => ({ steps: new Map(steps).set(step.index, step) })),
        onScreenshot: (shot) =>
          change(({ screenshots }) => ({ screenshots: new Map(screenshots).set(shot.step_index, shot) })),
        onResult(result) {
          change((before) => withResult(before, result));
          // The page of an earlier test stays until there is another one.
          setLastPage((before) => result.last_page ?? before);
        },
      });
    } catch (thrown) {
      if (controller.signal.aborted) change(() => ({ wasStopped: true }));
      else {
        setTest(null);
        setError(asApiError(thrown));
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    test,
    isBusy,
    error,
    lastPage,
    begin: (draft: JourneyDraft, location: string | null) => void begin(draft, location),
    stop: () => running.current?.abort(),
  };
}

/** The result has every step, the screenshots that did not arrive before it, and the page after the last step. */
function withResult(before: JourneyTest, result: JourneyTestRun): Partial<JourneyTest> {
  const { last_page: page } = result;
  const shots = result.screenshots.map((shot) => [shot.step_index, shot] as const);
  return {
    result,
    steps: new Map(result.steps.map((step) => [step.index, step])),
    // A screenshot that a step has taken itself comes last, because it can show more than the viewport.
    screenshots: new Map([
      ...(page ? [[page.step_index, page] as const] : []),
      ...before.screenshots,
      ...shots,
    ]),
  };
}
