import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import type { VantageFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { sentenceOf } from "../../format.ts";
import type { TargetNoun } from "../targets/target-noun.ts";
import { BodyComparison } from "./body-comparison.tsx";
import { FailingStep } from "./failing-step.tsx";
import { headerRows, responseRows } from "./response-rows.ts";
import { type ComparedColumn, SideBySide } from "./side-by-side.tsx";
import { addressRows, certificateRows, checkRows, dnsRows, pathRows } from "./vantage-rows.ts";
import { verdictHeading } from "./verdict-labels.ts";

/** One bundle: the verdict first, then the facts beside each other. Everything from targets is text. */
export function BundleView({ noun, bundle }: { noun: TargetNoun; bundle: EvidenceBundle }) {
  const { facts, run } = bundle;
  return (
    <article className="grid min-w-0 gap-5" aria-label={`Evidence of ${bundle.at}`}>
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
        {isKnown && (verdict.certainty === "certain" ? ", certain" : ", likely")}
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{sentenceOf(verdict.summary)}</p>
      <p className="text-[0.8125rem] text-soft">
        Collected <Instant at={at} />
        {reason === "manual" ? `, requested by ${by}` : ", when the target went down"}
      </p>
    </div>
  );
}

function Vantages({ bundle: { facts } }: { bundle: EvidenceBundle }) {
  const { vantages } = facts;
  if (vantages.length === 0)
    return (
      <p className="text-soft">No runner reported what it sees. Only what was stored before is known.</p>
    );
  const columns = vantages.map(columnOf);
  const certificates = certificateRows(vantages);
  const path = pathRows(vantages);
  return (
    <>
      <SideBySide title="Checks" columns={columns} rows={checkRows(vantages)} />
      <SideBySide title="Resolvers" columns={columns} rows={dnsRows(vantages)} />
      <SideBySide title="Addresses" columns={columns} rows={addressRows(vantages)} />
      <Folded title="TLS certificates" isOpen={certificates.length > 0 && facts.vantages.some(hasTlsError)}>
        <SideBySide title="TLS certificates" columns={columns} rows={certificates} />
      </Folded>
      <Folded title="Path" isOpen={false}>
        <SideBySide title="Path" columns={columns} rows={path} />
      </Folded>
    </>
  );
}

function hasTlsError({ addresses }: VantageFacts): boolean {
  return addresses.some(({ tls }) => tls?.error != null);
}

function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="cursor-pointer text-sm font-semibold">{title}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function columnOf({ location, runner, saw }: VantageFacts): ComparedColumn {
  const tone: Tone = saw === "unknown" ? "unknown" : saw;
  return { title: `${location} (${runner})`, tone };
}

function Responses({ bundle: { facts } }: { bundle: EvidenceBundle }) {
  const good = sourceOf("Last good response", facts.last_good, facts.vantages, "up");
  const bad = sourceOf("First bad response", facts.first_bad, facts.vantages, "down");
  if (good.response === null && bad.response === null) return null;
  const columns = [
    { title: good.title, tone: "up" },
    { title: bad.title, tone: "down" },
  ] as const;
  const responses = [good.response, bad.response];
  return (
    <>
      <SideBySide title="Responses" columns={columns} rows={responseRows(responses)} />
      <SideBySide title="Headers" columns={columns} rows={headerRows(responses)} />
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
  return { title: `Response at ${vantage.location}`, response: vantage.check?.response ?? null };
}

function Locations({ bundle: { locations } }: { bundle: EvidenceBundle }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-semibold">All locations when the collection started</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {locations.map(({ location, status, since }) => (
          <li key={location} className="flex flex-wrap items-center gap-2">
            <StatusBadge status={status} />
            <span>{location}</span>
            <span className="text-soft">
              since <Instant at={since} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
