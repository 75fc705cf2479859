import type { PastPage } from "@vedette/contract/past-state/past-state.ts";
import { Markdown } from "../../components/markdown/markdown.tsx";
import { absoluteTime } from "../../components/time-ago.tsx";
import { t, tContext } from "../../language/t.ts";
import { Part } from "./past-tables.tsx";

const STATUS_LABELS: Record<PastPage["components"][number]["status"], string> = {
  operational: t("Operational"),
  degraded_performance: t("Degraded performance"),
  partial_outage: t("Partial outage"),
  major_outage: t("Major outage"),
  under_maintenance: t("Under maintenance"),
  unknown: t("Not measured"),
  none: t("Not monitored"),
};

type PastIncident = PastPage["incidents"][number];

const INCIDENT_STATUSES: Readonly<Record<string, string>> = {
  investigating: t("investigating"),
  identified: t("identified"),
  monitoring: t("monitoring"),
  resolved: t("resolved"),
};

const IMPACTS: Record<PastIncident["impact"], string> = {
  none: tContext("impact", "none"),
  minor: t("minor"),
  major: t("major"),
  critical: t("critical"),
};

/** What the status pages of the organization showed. */
export function PastPages({ at, pages }: { at: string; pages: readonly PastPage[] }) {
  if (pages.length === 0) return null;
  return (
    <Part title={t("Status pages")} empty="" rows={pages}>
      {pages.map(({ id, title, slug, components, incidents }) => (
        <article key={id} className="card grid gap-3 p-4" aria-label={title}>
          <h3 className="font-semibold wrap-anywhere">
            <a href={`/status/${slug}?at=${at}`} className="hover:underline">
              {title}
            </a>
          </h3>
          {incidents.map((incident) => (
            <div key={`${incident.title} ${incident.posted_at}`} className="border-s-4 border-down ps-3">
              <p className="font-semibold wrap-anywhere">{incident.title}</p>
              <p className="text-[0.8125rem] text-soft">
                {t("{status}, impact {impact}, posted {time}", {
                  status: INCIDENT_STATUSES[incident.status] ?? incident.status,
                  impact: IMPACTS[incident.impact],
                  time: absoluteTime(incident.posted_at),
                })}
              </p>
              <Markdown text={incident.message} />
            </div>
          ))}
          <ul className="divide-y divide-line">
            {components.map(({ name, status }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can be equal, and the list never changes.
              <li key={index} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <span className="wrap-anywhere">{name}</span>
                <span className="text-soft">{STATUS_LABELS[status]}</span>
              </li>
            ))}
          </ul>
        </article>
      ))}
    </Part>
  );
}
