import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import type { EvidenceFacts } from "@vedette/contract/evidence/evidence-facts.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import type { TargetNoun } from "../targets/target-noun.ts";
import { BodyComparison } from "./body-comparison.tsx";
import { FailingStep } from "./failing-step.tsx";
import { headerRows, responseRows } from "./response-rows.ts";
import { type ComparedColumn, SideBySide } from "./side-by-side.tsx";
import { addressRows, certificateRows, checkRows, dnsRows, pathRows } from "./vantage-rows.ts";
import { NOT_COLLECTED_LABELS, verdictHeading } from "./verdict-labels.ts";

/** One bundle: the verdict first, then the facts beside each other. Everything from targets is text. */
export function BundleView({ noun, bundle }: { noun: TargetNoun; bundle: EvidenceBundle }) {
  const { facts, run } = bundle;
  return (
    <article className="grid min-w-0 gap-5" aria-label={t("Evidence of {at}", { at: bundle.at })}>
      <VerdictView bundle={bundle} />
      {run !== null && (noun === "api-monitors" || noun === "journeys") && (
        <FailingStep noun={noun} targetId={bundle.target_id} run={run} step={facts.target.step} />
      )}
      <Responses bundle={bundle} />
      <Vantages bundle={bundle} />
      <Locations bundle={bundle} />
    </article>
  );
}

function VerdictView({ bundle }: { bundle: EvidenceBundle }) {
  const { verdict, at, reason, requested_by: by } = bundle;
  const isKnown = verdict.layer !== "none";
  return (
    <div className={`grid gap-1 rounded-lg px-3.5 py-2.5 ${isKnown ? "bg-down-ground" : "bg-raised"}`}>
      <p className="text-[0.8125rem] font-semibold">
        {verdictHeading(verdict)}
        {isKnown && (verdict.certainty === "certain" ? t(", certain") : t(", likely"))}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{sentenceOf(verdict.summary)}</p>
      <p className="text-[0.8125rem] text-soft">
        {reason === "manual" ? (
          <Message
            text="Collected {time}, requested by {person}"
            values={{ time: <Instant at={at} />, person: by }}
          />
        ) : (
          <Message
            text="Collected {time}, when the target went down"
            values={{ time: <Instant at={at} /> }}
          />
        )}
      </p>
    </div>
  );
}

/** The location that sees the target up comes first, as the good response does. */
const ORDER = { up: 0, unknown: 1, down: 2 } as const;

function Vantages({ bundle: { facts } }: { bundle: EvidenceBundle }) {
  const vantages = facts.vantages.toSorted((a, b) => ORDER[a.saw] - ORDER[b.saw]);
  const missing = <NotCollectedList missing={facts.not_collected} />;
  if (vantages.length === 0)
    return (
      <>
        <p className="text-soft">
          {t("No runner reported what it sees. Only what was stored before is known.")}
        </p>
        {missing}
      </>
    );
  const columns = vantages.map(columnOf);
  return (
    <>
      {missing}
      <SideBySide title={t("Checks")} columns={columns} rows={checkRows(vantages)} isOpen />
      <SideBySide title={t("Resolvers")} columns={columns} rows={dnsRows(vantages)} />
      <SideBySide title={t("Addresses")} columns={columns} rows={addressRows(vantages)} />
      <SideBySide title={t("TLS certificates")} columns={columns} rows={certificateRows(vantages)} />
      <SideBySide title={t("Path")} columns={columns} rows={pathRows(vantages)} />
    </>
  );
}

function NotCollectedList({ missing }: { missing: EvidenceFacts["not_collected"] }) {
  if (missing.length === 0) return null;
  return (
    <ul className="text-sm text-soft">
      {missing.map(({ location, reason }) => (
        <li key={location}>
          <span className="font-semibold">{location}</span>: {NOT_COLLECTED_LABELS[reason]}
        </li>
      ))}
    </ul>
  );
}

function columnOf({ location, saw }: VantageFacts): ComparedColumn {
  const tone: Tone = saw === "unknown" ? "unknown" : saw;
  return { title: location, tone };
}

function Responses({ bundle: { facts } }: { bundle: EvidenceBundle }) {
  const good = sourceOf(t("Last good response"), facts.last_good, facts.vantages, "up");
  const bad = sourceOf(t("First bad response"), facts.first_bad, facts.vantages, "down");
  if (good.response === null && bad.response === null) return null;
  const columns = [
    { title: good.title, tone: "up" },
    { title: bad.title, tone: "down" },
  ] as const;
  const responses = [good.response, bad.response];
  return (
    <>
      <SideBySide title={t("Responses")} columns={columns} rows={responseRows(responses)} />
      <SideBySide title={t("Headers")} columns={columns} rows={headerRows(responses)} />
      <BodyComparison columns={columns} good={good.response} bad={bad.response} />
    </>
  );
}

/** What was stored before, or what a location that sees the target so gets now. */
function sourceOf(
  title: string,
  stored: ResponseFacts | null,
  vantages: readonly VantageFacts[],
  saw: "up" | "down",
): { title: string; response: ResponseFacts | null } {
  if (stored !== null) return { title, response: stored };
  const vantage = vantages.find((each) => each.saw === saw && each.check?.response != null);
  if (vantage === undefined) return { title, response: null };
  return {
    title: t("Response at {location}", { location: vantage.location }),
    response: vantage.check?.response ?? null,
  };
}

function Locations({ bundle: { locations } }: { bundle: EvidenceBundle }) {
  if (locations.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("All locations when the collection started")}</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {locations.map(({ location, status, since }) => (
          <li key={location} className="flex flex-wrap items-center gap-2">
            <StatusBadge status={status} />
            <span>{location}</span>
            <span className="text-soft">
              <Message text="since {time}" values={{ time: <Instant at={since} /> }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
