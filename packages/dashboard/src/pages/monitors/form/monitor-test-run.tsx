import type { CheckTestRun, TestCheckResult } from "@vedette/contract/targets/test-runs.ts";
import type { ReactNode } from "react";
import { AssertionTable } from "../../../features/assertions/assertion-table.tsx";
import { CheckOutcomes } from "../../../features/checks/check-outcome.tsx";
import { t } from "../../../language/t.ts";

/** Result of a test before saving, by location. */
export function MonitorTestRunPanel({ testRun, children }: { testRun: CheckTestRun; children?: ReactNode }) {
  return (
    <section aria-label={t("Test result")} className="grid gap-4 rounded-lg border border-line bg-raised p-4">
      <CheckOutcomes
        checks={testRun.results}
        details={(result) => (
          <>
            {result.assertions.length > 0 && <AssertionTable assertions={result.assertions} />}
            <p className="text-[0.8125rem] wrap-anywhere text-soft">{factsText(result)}</p>
          </>
        )}
      />
      {children}
      <p className="text-[0.8125rem] text-soft">{t("One test per location. Nothing was saved.")}</p>
    </section>
  );
}

function factsText({ status_code: code, ip, body_bytes: bytes, tls, error }: TestCheckResult): string {
  const facts = [
    code === null ? null : t("status {code}", { code }),
    ip === null ? null : t("from {ip}", { ip }),
    bytes === null ? null : t("{bytes, number} bytes", { bytes }),
    tls?.protocol ?? null,
    tls?.expires_at ? t("certificate until {slice}", { slice: tls.expires_at.slice(0, 10) }) : null,
    error && `${error.code} (${error.phase})`,
  ];
  return facts.filter((fact) => fact !== null).join(" · ");
}
