import type { ServiceProblem } from "@vedette/contract/service-health/service-problems.ts";
import { ApiError } from "../../api/api-error.ts";
import { send } from "../../api/request.ts";
import { sentenceOf } from "../../format.ts";
import { serverText } from "../../language/server-texts/server-text.ts";
import { t } from "../../language/t.ts";

/** `since` is null if the server says only that it is not ready. */
export type ShownProblem = { message: string; since: string | null };

/** Reads what keeps the server from working. It answers without the database, and without a session. */
export async function readProblems(fetch: typeof window.fetch, signal: AbortSignal): Promise<ShownProblem[]> {
  try {
    const response = await send({ key: null, fetch }, { path: "/readyz", signal });
    const { data } = (await response.json()) as { data: { problems?: ServiceProblem[] } };
    return (data.problems ?? []).map((problem) => ({ ...problem, message: serverText(problem.message) }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "SERVICE_UNAVAILABLE") throw error;
    return error.details.map(({ path, message }) => ({
      message: sentenceOf(t("the {path} {message}", { path, message: serverText(message) })),
      since: null,
    }));
  }
}
