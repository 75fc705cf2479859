import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { lazy, Suspense } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { phraseInSentence } from "../../../language/in-sentence.ts";
import { t } from "../../../language/t.ts";
import type { CheckFieldsProps, CheckView } from "../check-view.ts";

/** Loaded with the form: the lists that show the address of a monitor load this file, too. */
const SelectorField = lazy(async () => ({
  default: (await import("../../targets/fields/selector-field.tsx")).SelectorField,
}));

type CompositeDraft = { selector: Selector | null; rollup: GroupRollup };

const ROLLUPS: readonly { value: GroupRollup; label: string }[] = [
  { value: "worst", label: t("Any member is down") },
  { value: "quorum", label: t("At least half of the members are down") },
  { value: "all", label: t("All members are down") },
];

const labelOf = (rollup: GroupRollup | null) =>
  ROLLUPS.find(({ value }) => value === (rollup ?? "worst"))?.label ?? "";

export const compositeView: CheckView<CompositeDraft> = {
  emptyDraft: { selector: null, rollup: "worst" },
  toDraft: ({ selector, rollup }) => ({ selector, rollup: rollup ?? "worst" }),
  toBody: (draft) => draft,
  mainFields: ["selector", "rollup"],
  MainFields: CompositeFields,
  withoutAssertions: "",
  toAddress: ({ rollup }) => t("Down if: {label}", { label: phraseInSentence(labelOf(rollup)) }),
  toFacts: ({ rollup }) => [[t("Down if"), labelOf(rollup)]],
};

function CompositeFields({ draft, change, error }: CheckFieldsProps<CompositeDraft>) {
  const isMissing = fieldErrorOf(error, "selector", "The selector") !== null;
  return (
    <>
      <SelectField
        label={t("Down if")}
        value={draft.rollup}
        onValue={(rollup) => change({ rollup })}
        options={ROLLUPS}
        error={fieldErrorOf(error, "rollup", t("The choice"))}
      />
      <fieldset className="grid gap-2 sm:col-span-2">
        <legend className="mb-1.5 font-semibold">{t("Members")}</legend>
        <p className="text-[0.8125rem] text-soft">
          {t("Choose a tag, a group, a kind or targets. Composite monitors never count.")}
        </p>
        {isMissing && (
          <p className="text-[0.8125rem] text-down">{t("Select a tag, a group, a kind or a target.")}</p>
        )}
        <Suspense>
          <SelectorField
            selector={draft.selector ?? {}}
            onSelector={(selector) => change({ selector })}
            isRequired
            error={error}
          />
        </Suspense>
      </fieldset>
    </>
  );
}
