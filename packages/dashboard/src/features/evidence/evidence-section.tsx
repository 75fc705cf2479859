import { ForRole } from "../../app/for-role.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { t } from "../../language/t.ts";
import type { TargetNoun } from "../targets/target-noun.ts";
import { BundleView } from "./bundle-view.tsx";
import { CollectButton } from "./collect-button.tsx";
import { useEvidence } from "./use-evidence.ts";

type EvidenceSectionProps = {
  noun: TargetNoun;
  targetId: string;
  /** Shows only the evidence about this alert. */
  alertId?: string;
  /** When the present failure began; null if there is none. */
  since: string | null;
};

/** Why a target is or was down: verdicts and the facts for them. */
export function EvidenceSection({ noun, targetId, alertId, since }: EvidenceSectionProps) {
  const { items, error, more } = useEvidence({ targetId, alertId: alertId ?? null, since });
  return (
    <section
      id="evidence"
      className="card grid min-w-0 scroll-mt-20 gap-5 p-5"
      aria-labelledby="evidence-title"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="evidence-title">{t("Evidence")}</h2>
        {alertId === undefined && (
          <ForRole>
            <CollectButton targetId={targetId} />
          </ForRole>
        )}
      </div>
      <LoadState data={items} error={error} lines={3} />
      {items?.length === 0 && <p className="text-soft">{emptyText(alertId !== undefined, since)}</p>}
      {items?.map((bundle) => (
        <BundleView key={bundle.id} noun={noun} bundle={bundle} />
      ))}
      {items && items.length > 0 && <LoadMore {...more} />}
    </section>
  );
}

function emptyText(isOfAlert: boolean, since: string | null): string {
  if (isOfAlert)
    return since === null
      ? t("No evidence was collected about this alert.")
      : t("No evidence yet. Vedette collects it when a target goes down, at most once in 15 minutes.");
  return t(
    "No evidence yet. When this target goes down, Vedette looks at it from up to two locations and keeps what it finds for 90 days.",
  );
}
