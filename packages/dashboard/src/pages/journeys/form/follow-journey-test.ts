import type { Success } from "@vedette/contract/common/endpoint.ts";
import type { Failure } from "@vedette/contract/common/envelope.ts";
import type {
  JourneyTestRun,
  JourneyTestScreenshot,
  JourneyTestStep,
  JourneyTryInput,
} from "@vedette/contract/journeys/journey-test-runs.ts";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError } from "../../../api/api-error.ts";
import { send } from "../../../api/request.ts";
import { responseChunks, startKeepAliveTimer } from "../../../api/response-chunks.ts";
import { t } from "../../../language/t.ts";

type JourneyTestSubscription = {
  body: JourneyTryInput;
  /** Stops the run on the server, too. */
  signal: AbortSignal;
  onStep(step: JourneyTestStep): void;
  onScreenshot(screenshot: JourneyTestScreenshot): void;
  onResult(result: JourneyTestRun): void;
};

const LOST = t("The connection to the server was lost during the test. Test again.");

/**
 * Runs an unsaved journey and reports its steps as they run. Resolves after the result. Throws an `ApiError` if the
 * server rejects the run or the connection is lost, and the signal's reason if it aborts.
 */
export async function followJourneyTest(
  fetch: typeof window.fetch,
  subscription: JourneyTestSubscription,
): Promise<void> {
  const keepAlive = startKeepAliveTimer();
  const signal = AbortSignal.any([subscription.signal, keepAlive.signal]);
  const { body } = subscription;
  let isOver = false;
  const parser = createParser({
    onEvent(event) {
      isOver ||= event.event === "result";
      deliver(event, subscription);
    },
  });
  try {
    const response = await send(
      { key: null, fetch },
      {
        method: "POST",
        path: "/api/v1/journeys/try",
        headers: { accept: "text/event-stream" },
        body,
        signal,
      },
    );
    for await (const text of responseChunks(response)) {
      keepAlive.reset();
      parser.feed(text);
    }
  } catch (error) {
    subscription.signal.throwIfAborted();
    if (error instanceof DOMException || error instanceof TypeError) throw new ApiError("UNREACHABLE", LOST);
    throw error;
  } finally {
    keepAlive.stop();
  }
  if (!isOver) throw new ApiError("UNREACHABLE", LOST);
}

/** The server sends only the events of the contract; those of a newer server are ignored. */
function deliver({ event, data }: EventSourceMessage, subscription: JourneyTestSubscription): void {
  if (event === "step") subscription.onStep(JSON.parse(data) as JourneyTestStep);
  else if (event === "screenshot") subscription.onScreenshot(JSON.parse(data) as JourneyTestScreenshot);
  else if (event === "result") subscription.onResult((JSON.parse(data) as Success<JourneyTestRun>).data);
  else if (event === "error") {
    const { error } = JSON.parse(data) as Failure;
    throw new ApiError(error.code, error.message, { details: error.details ?? [] });
  }
}
