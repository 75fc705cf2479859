import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AlertRule } from "@vedette/contract/alerts/alert-rules.ts";
import type { RuleTuning, TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { useState } from "react";
import { dataOf, type Versioned } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyAsMenu } from "../../../components/code/copy-as-menu.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { CombinationTable } from "./combination-table.tsx";
import { TradeOffChart } from "./trade-off-chart.tsx";
import {
  alertCountText,
  combinationCode,
  combinationKey,
  combinationText,
  comparisonText,
  scopeText,
} from "./tune-labels.ts";

type TuneOutcomeProps = { loaded: Versioned<AlertRule>; tuning: RuleTuning };

/** The combinations of a rule as chart and table, and a way to apply one. */
export function TuneOutcome({ loaded, tuning }: TuneOutcomeProps) {
  const { combinations, outages, measures_outages: measures } = tuning;
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const present = combinations.find(({ is_rule: isRule }) => isRule);
  const knee = combinations.find(({ is_knee: isKnee }) => isKnee);
  const chosen = combinations.find((each) => combinationKey(each) === chosenKey) ?? knee ?? present;
  return (
    <div className="grid gap-6" aria-live="polite">
      <p>{scopeText(tuning)}</p>
      {measures && outages === 0 && (
        <Notice kind="hint">
          {t(
            "Without such an outage the delay cannot be measured, and no setting is proposed. The table shows the alerts that each would have opened.",
          )}
        </Notice>
      )}
      {!measures && (
        <Notice kind="hint">
          {t(
            "Rules of this type are not about outages, so only their alerts are counted, and no setting is proposed.",
          )}
        </Notice>
      )}
      {knee && <TradeOffChart combinations={combinations} chosen={chosen} />}
      {chosen && <Chosen loaded={loaded} chosen={chosen} present={present} measures={measures} />}
      <CombinationTable
        rule={loaded.data}
        combinations={combinations}
        measures={measures}
        chosen={chosen}
        onChosen={(each) => setChosenKey(combinationKey(each))}
      />
    </div>
  );
}

type ChosenProps = {
  loaded: Versioned<AlertRule>;
  chosen: TuneCombination;
  present: TuneCombination | undefined;
  measures: boolean;
};

function Chosen({ loaded, chosen, present, measures }: ChosenProps) {
  const { data: rule, etag } = loaded;
  const api = useApi();
  const queries = useQueryClient();
  const { params, recovery_threshold } = chosen;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(
        api.PUT("/api/v1/alerts/rules/{id}", {
          params: { path: { id: rule.id } },
          body: { params, recovery_threshold },
          ifMatch: etag,
        }),
      ),
    onSuccess: () => toast(t("Rule changed. It is evaluated with the next result.")),
    onError: toastError,
    // After a conflict the page shows the settings of now.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all("alert-rules") }),
  });
  return (
    <div className="grid gap-3 rounded-lg bg-raised px-4 py-3">
      <p>
        {chosen.is_knee && <strong>{t("Knee:")} </strong>}
        <Message
          text="An alert opens when {condition}: {comparison}."
          values={{
            condition: <strong>{combinationText(rule, chosen)}</strong>,
            comparison: measures ? comparisonText(chosen, present) : alertCountText(chosen, present),
          }}
        />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={chosen.is_rule}
          busy={isPending && t("Applying …")}
          onClick={() => mutate()}
        >
          {chosen.is_rule ? t("Present settings") : t("Apply")}
        </Button>
        <CopyAsMenu formats={[{ label: t("Code (YAML)"), text: () => combinationCode(rule, chosen) }]} />
      </div>
    </div>
  );
}
