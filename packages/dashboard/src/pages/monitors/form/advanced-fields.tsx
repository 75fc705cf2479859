import { ASSERTION_TYPES_OF, isComputed } from "@vedette/contract/checks/check-types.ts";
import { fieldErrorOf, hasErrorWithin } from "../../../api/api-error.ts";
import { CheckField } from "../../../components/forms/field.tsx";
import { type FormTab, FormTabs } from "../../../components/forms/form-tabs.tsx";
import { AssertionEditor } from "../../../features/assertions/assertion-editor.tsx";
import { checkTabs } from "../../../features/checks/check-tabs.ts";
import { locationsTab, organizeTab } from "../../../features/targets/fields/target-tabs.tsx";
import { t } from "../../../language/t.ts";
import { formView } from "./form-views.ts";
import { assertionsOf, checkDraft, withCheck } from "./monitor-draft.ts";
import type { MonitorFieldsProps } from "./monitor-fields-props.ts";
import { retriesTab } from "./retry-fields.tsx";

/** All fields of a monitor with a default. */
export function AdvancedFields(props: MonitorFieldsProps & { id?: string }) {
  const { draft, change, error, id: ownId } = props;
  const { type } = draft;
  return (
    <FormTabs
      // The tabs differ between types.
      key={type}
      label={t("Advanced settings")}
      tabs={[
        ...checkTabs(type)({
          draft: checkDraft(draft),
          change: (part) => change(withCheck(draft, part)),
          error,
        }),
        ...(ASSERTION_TYPES_OF[type].length > 0 ? [assertionsTab(props)] : []),
        // No runner checks it, so nothing is repeated and no location matters.
        ...(isComputed(type) ? [] : [retriesTab(props), locationsTab({ draft, change, error })]),
        organizeTab({ kind: "monitor", draft, change, error, ownId }),
      ]}
    />
  );
}

function assertionsTab({ draft, change, error }: MonitorFieldsProps): FormTab {
  const { withoutAssertions } = formView(draft.type);
  const assertions = assertionsOf(draft);
  return {
    value: "assertions",
    label: t("Assertions"),
    isSet: assertions.length > 0 || draft.invert,
    hasError: hasErrorWithin(error, ["assertions", "invert"]),
    content: (
      <>
        <AssertionEditor
          types={ASSERTION_TYPES_OF[draft.type]}
          none={withoutAssertions}
          assertions={assertions}
          onAssertions={(next) => change({ assertions: next })}
          errorAt={(path, label) => fieldErrorOf(error, path, label)}
        />
        <CheckField
          label={t("Invert")}
          hint={t("The monitor is up when the check fails, and down when it passes.")}
          isChecked={draft.invert}
          onChecked={(invert) => change({ invert })}
        />
      </>
    ),
  };
}
