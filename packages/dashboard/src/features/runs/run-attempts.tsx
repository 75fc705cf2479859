import type { Run } from "@vedette/contract/runs/runs.ts";
import { Notice } from "../../components/notice.tsx";
import { StatusShape } from "../../components/status-badge.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { phraseInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";
import { stepBadge } from "./run-labels.ts";

type RunAttemptsProps = { run: Run; chosen: number | null; onChoose(attempt: number): void };

/** Selects the attempt to show. Renders nothing if there was only one. */
export function RunAttempts({ run, chosen, onChoose }: RunAttemptsProps) {
  if (run.attempts.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t("Attempt")}</legend>
      {run.attempts.map(({ attempt, status, finished_at }) => {
        const { tone, word } = stepBadge(status);
        return (
          <button
            key={attempt}
            type="button"
            title={absoluteTime(finished_at)}
            aria-pressed={attempt === chosen}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-line bg-surface px-3 hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-ground"
            onClick={() => onChoose(attempt)}
          >
            <StatusShape status={tone} />
            {t("Attempt {attempt}: {status}", { attempt, status: phraseInSentence(word) })}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Why the run, or the selected attempt, failed. */
export function RunFailure({ run, attempt }: { run: Run; attempt: number | null }) {
  const error = run.attempts.find((one) => one.attempt === attempt)?.error ?? run.error;
  if (!error) return null;
  return (
    <Notice>
      <p className="font-semibold">
        {error.step_index === null
          ? t("The run failed")
          : t("Step {number} failed", { number: error.step_index + 1 })}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{sentenceOf(error.message)}</p>
      <p className="mt-0.5 text-[0.8125rem]">
        <code>{error.code}</code>
      </p>
    </Notice>
  );
}
