import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Baseline } from "@vedette/contract/journeys/journeys.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { ArtifactImage } from "../../../features/runs/artifacts/artifact-image.tsx";
import { t } from "../../../language/t.ts";

/** Baselines of a journey. Renders nothing without visual comparison. */
export function BaselineList({ id }: { id: string }) {
  const api = useApi();
  const { data: baselines = [] } = useQuery({
    queryKey: keys.detail("journeys", id, "baselines"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/journeys/{id}/baselines", { params: { path: { id } }, signal })),
  });
  if (baselines.length === 0) return null;
  return (
    <section className="grid gap-4">
      <h2>{t("Baselines")}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {baselines.map((one) => (
          <li key={`${one.label} ${one.viewport} ${one.location}`} className="card overflow-hidden">
            <div className="aspect-video overflow-hidden border-b border-line bg-raised">
              <ArtifactImage
                url={one.image_url}
                alt={t("Baseline of {label}", { label: one.label })}
                className="w-full"
              />
            </div>
            <div className="px-3 py-2">
              <h3 className="font-semibold wrap-anywhere">{one.label}</h3>
              <p className="text-[0.8125rem] text-soft">
                {t("{viewport} at {location}.", { viewport: one.viewport, location: one.location })}{" "}
                {acceptanceWords(one)} <TimeAgo at={one.accepted_at} />,{" "}
                <Link
                  to="/journeys/$id/runs/$runId"
                  params={{ id, runId: one.run_id }}
                  className="text-accent underline"
                >
                  {t("from this run")}
                </Link>
                .
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function acceptanceWords({ accepted_by, accepted_by_name }: Baseline): string {
  if (accepted_by === null) return t("From the first run");
  return accepted_by_name === null
    ? t("Accepted")
    : t("Accepted by {accepted_by_name}", { accepted_by_name });
}
