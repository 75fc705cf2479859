import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import type { ReactNode } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { PhaseBar } from "./phases/phase-bar.tsx";

type Outcome = Pick<
  CheckResult,
  "status" | "error" | "status_code" | "response_time_ms" | "ip" | "timings" | "location"
>;

type CheckOutcomeProps = { check: Outcome; showsLocation?: boolean; hasPhases?: boolean };

/** Status, cause and phases of one check. */
export function CheckOutcome({ check, showsLocation = false, hasPhases = true }: CheckOutcomeProps) {
  return (
    <div className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 wrap-anywhere">
        <StatusBadge status={check.status} />
        <span>{verdictText(check)}</span>
        {showsLocation && <span className="text-soft">{check.location}</span>}
      </p>
      {hasPhases && <PhaseBar timings={check.timings} />}
    </div>
  );
}

type CheckOutcomesProps<Check> = { checks: readonly Check[]; details?(check: Check): ReactNode };

/** The outcomes of a check at all of its locations. */
export function CheckOutcomes<Check extends Outcome>({ checks, details }: CheckOutcomesProps<Check>) {
  return (
    <ul className="grid gap-4">
      {checks.map((check) => (
        <li key={check.location} className="grid min-w-0 gap-3">
          <CheckOutcome check={check} showsLocation={checks.length > 1} />
          {details?.(check)}
        </li>
      ))}
    </ul>
  );
}

export function verdictText({ error, status_code: code, response_time_ms: ms, ip }: Outcome): string {
  if (error) return sentenceOf(error.message);
  // Of a check that no runner makes.
  if (ms === null) return t("No error.");
  const from = ip === null ? "" : t(" from {ip}", { ip });
  return code === null
    ? t("Responded in {response}{from}.", { response: responseText(ms), from })
    : t("Responded {code} in {response}{from}.", { code, response: responseText(ms), from });
}
