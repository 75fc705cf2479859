import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { useId, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { toast } from "../../../components/toast.tsx";
import { ArtifactImage } from "../../../features/runs/artifacts/artifact-image.tsx";
import { percentText } from "../../../format.ts";
import { t } from "../../../language/t.ts";

type VisualDiff = NonNullable<RunStep["visual_diff"]>;
const VIEW_LABELS = {
  slider: t("Slider"),
  both: t("Side by side"),
  difference: t("Difference"),
};
type View = keyof typeof VIEW_LABELS;
type Place = { journeyId: string; runId: string };

/** Compares a screenshot with its baseline; a user can accept it as the new baseline. */
export function VisualComparison({ diff, place }: { diff: VisualDiff; place: Place }) {
  const [view, setView] = useState<View>("slider");
  const { label, percent, baseline_url: baseline, actual_url: actual, diff_url: difference } = diff;
  const isDifferent = percent > 0;
  const views: View[] = difference ? ["slider", "both", "difference"] : ["slider", "both"];
  return (
    <section className="grid gap-3" aria-label={t("Comparison of {label}", { label })}>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">{label}</h3>
        <StatusBadge {...verdictOf(diff)} />
        <fieldset className="ms-auto flex flex-wrap gap-1">
          <legend className="sr-only">{t("Show as")}</legend>
          {views.map((one) => (
            <Button
              key={one}
              variant="quiet"
              aria-pressed={view === one}
              className="aria-pressed:bg-accent-ground aria-pressed:text-ink"
              onClick={() => setView(one)}
            >
              {VIEW_LABELS[one]}
            </Button>
          ))}
        </fieldset>
      </div>
      {view === "slider" && <Slider baseline={baseline} actual={actual} />}
      {view === "both" && (
        <div className="grid gap-3 md:grid-cols-2">
          <Picture caption={t("Baseline")} url={baseline} />
          <Picture caption={t("Current")} url={actual} />
        </div>
      )}
      {view === "difference" && <Picture caption={t("Difference")} url={difference} />}
      {isDifferent && actual !== null && (
        <ForRole>
          <Accept label={label} place={place} />
        </ForRole>
      )}
    </section>
  );
}

/** A difference within the threshold is expected; one without a threshold is for a person to judge. */
function verdictOf({ percent, threshold_percent: threshold = null }: VisualDiff): {
  status: Tone;
  word: string;
} {
  if (percent === 0) return { status: "up", word: t("Identical") };
  const found = t("{percent} differ", { percent: percentText(percent) });
  if (threshold === null) return { status: "degraded", word: found };
  return percent > threshold
    ? { status: "down", word: t("{found}, more than {threshold} %", { found, threshold }) }
    : { status: "up", word: t("{found}, within {threshold} %", { found, threshold }) };
}

function Picture({ caption, url }: { caption: string; url: string | null }) {
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="text-[0.8125rem] text-soft">{caption}</figcaption>
      <div className="overflow-hidden rounded-lg border border-line">
        <ArtifactImage url={url} alt={caption} />
      </div>
    </figure>
  );
}

/** Overlay of both screenshots; mouse, touch or arrow keys move the divider. */
function Slider({ baseline, actual }: { baseline: string | null; actual: string | null }) {
  const [share, setShare] = useState(50);
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="flex justify-between text-[0.8125rem] text-soft">
        <span>{t("Baseline")}</span>
        <span className="sr-only">{t("to the left of the divider,")}</span>
        <span>{t("Current")}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={share}
        className="w-full accent-(--accent)"
        aria-valuetext={t("{baseline} % baseline, {current} % current", {
          baseline: share,
          current: 100 - share,
        })}
        onChange={(event) => setShare(Number(event.target.value))}
      />
      <div className="relative overflow-hidden rounded-lg border border-line">
        <ArtifactImage url={actual} alt={t("Current page")} className="w-full" />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}>
          <ArtifactImage url={baseline} alt={t("Baseline page")} className="w-full" />
        </div>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent"
          style={{ left: `${share}%` }}
        />
      </div>
    </div>
  );
}

function Accept({ label, place: { journeyId, runId } }: { label: string; place: Place }) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/v1/journeys/{id}/baselines/{label}/accept", {
          params: { path: { id: journeyId, label } },
          body: { run_id: runId },
        }),
      ),
    onSuccess: () => {
      toast(t("Later runs are compared with this screenshot of {label}.", { label }));
      void queries.invalidateQueries({ queryKey: keys.detail("journeys", journeyId) });
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isSuccess ? (
        <Notice kind="done">{t("Accepted as the new baseline.")}</Notice>
      ) : (
        <>
          <Button
            variant="primary"
            icon="check"
            busy={isPending && t("Accepting …")}
            onClick={() => mutate()}
          >
            {t("Accept as new baseline")}
          </Button>
          <span className="text-soft">
            {t("Expected change? Later runs are compared with this screenshot.")}
          </span>
        </>
      )}
      {error && <Notice>{asApiError(error).message}</Notice>}
    </div>
  );
}
