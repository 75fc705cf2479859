import { t } from "../../../language/t.ts";
import type { CheckView } from "../check-view.ts";

export const manualView: CheckView<Record<string, never>> = {
  emptyDraft: {},
  toDraft: () => ({}),
  toBody: () => ({}),
  mainFields: [],
  MainFields: () => (
    <p className="self-end text-[0.8125rem] text-soft">
      {t("No check is made: set the status on the page of the monitor, or by the API. It is up until then.")}
    </p>
  ),
  withoutAssertions: "",
  toAddress: () => t("Set by hand or by the API"),
  toFacts: () => [],
};
