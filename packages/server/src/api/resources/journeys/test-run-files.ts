import {
  JOURNEY_TEST_OUTPUT_LENGTH_MAX,
  JOURNEY_TEST_SCREENSHOTS_BYTES_MAX,
  type JourneyTestPage,
  type JourneyTestRun,
  type JourneyTestScreenshot,
} from "@vedette/contract/journeys/journey-test-runs.ts";
import type { RunOutcome } from "@vedette/contract/runs/run-job.ts";
import type { ArtifactStore } from "../../../platform/artifacts/artifact-store.ts";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";

type TestRunFilesDeps = { artifacts: Pick<ArtifactStore, "read" | "remove">; log: Logger };
type ScreenshotRef = { index: number; screenshot?: string | undefined };

/**
 * The files of one test run. Its runner stores them like those of any run; they are read for the response
 * and removed at its end. The sweep of unreferenced files removes what a crash leaves behind.
 */
export class TestRunFiles {
  readonly #deps: TestRunFilesDeps;
  readonly #keys = new Set<string>();
  /** Keys of the screenshots that were read. */
  readonly #read = new Set<string>();
  /** Files are read one after another, in the order of the steps. */
  #reading: Promise<void> = Promise.resolve();
  #leftBytes = JOURNEY_TEST_SCREENSHOTS_BYTES_MAX;
  #error: string | null = null;

  constructor(deps: TestRunFilesDeps) {
    this.#deps = deps;
  }

  /** Reads a screenshot in the background and passes it to `take`. */
  addScreenshot(step: ScreenshotRef, take: (screenshot: JourneyTestScreenshot) => void): void {
    this.#reading = this.#reading.then(async () => {
      const found = await this.#screenshotOf(step);
      if (found) take(found);
    });
  }

  /** Returns the screenshots that were not read yet, the last page, and the output of a script. */
  async read(
    outcome: RunOutcome,
  ): Promise<Pick<JourneyTestRun, "screenshots" | "output" | "artifact_error" | "last_page">> {
    for (const key of keysOf(outcome)) this.#keys.add(key);
    const screenshots: JourneyTestScreenshot[] = [];
    for (const step of outcome.steps) this.addScreenshot(step, (found) => screenshots.push(found));
    await this.#reading;
    const lastPage = await this.#pageOf(outcome);
    const log = outcome.artifacts?.find(({ kind }) => kind === "log");
    const output = log ? await this.#bytesOf(log.key) : null;
    return {
      screenshots,
      output: output?.toString().slice(0, JOURNEY_TEST_OUTPUT_LENGTH_MAX) ?? null,
      artifact_error: this.#error,
      last_page: lastPage,
    };
  }

  async #pageOf({ lastPage }: RunOutcome): Promise<JourneyTestPage | null> {
    if (!lastPage) return null;
    const { stepIndex: index, screenshot, ...page } = lastPage;
    const image = await this.#screenshotOf({ index, screenshot });
    return image && { ...image, ...page };
  }

  /** Never fails. */
  async removeAll(): Promise<void> {
    await this.#reading;
    if (this.#keys.size === 0) return;
    await this.#deps.artifacts.remove([...this.#keys]).catch((error: unknown) => {
      this.#deps.log.warn("journeys.test_files_delete_failed", errorFacts(error));
    });
  }

  async #screenshotOf({ index, screenshot: key }: ScreenshotRef): Promise<JourneyTestScreenshot | null> {
    if (key === undefined || this.#read.has(key)) return null;
    this.#read.add(key);
    this.#keys.add(key);
    const bytes = await this.#bytesOf(key);
    if (bytes === null) return null;
    if (bytes.length > this.#leftBytes) {
      this.#error ??= `The screenshots together exceed ${JOURNEY_TEST_SCREENSHOTS_BYTES_MAX / 1_048_576} MiB, so those of later steps are missing.`;
      return null;
    }
    this.#leftBytes -= bytes.length;
    return { step_index: index, content_type: contentTypeOf(bytes), data_base64: bytes.toString("base64") };
  }

  async #bytesOf(key: string): Promise<Buffer | null> {
    try {
      return await this.#deps.artifacts.read(key);
    } catch (error) {
      this.#deps.log.warn("journeys.test_file_unreadable", errorFacts(error));
      this.#error ??= "A file of the run could not be read.";
      return null;
    }
  }
}

/** Steps store JPEG, compared screenshots and scripts PNG. */
function contentTypeOf(bytes: Buffer): string {
  return bytes[0] === 0x89 ? "image/png" : "image/jpeg";
}

function keysOf({ artifacts = [], steps }: RunOutcome): string[] {
  const files = steps.flatMap(({ screenshot, visualDiff }) => [
    screenshot,
    visualDiff?.actual,
    visualDiff?.diff,
  ]);
  return [...artifacts.map(({ key }) => key), ...files.filter((key) => typeof key === "string")];
}
