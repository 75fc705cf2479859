import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { SelectorField } from "../../../features/targets/fields/selector-field.tsx";
import { t } from "../../../language/t.ts";

type KeyTargetsFieldProps = {
  /** Null: no limit. */
  selector: Selector | null;
  onSelector(selector: Selector | null): void;
  /** Whether the form was sent without a choice of targets. */
  isMissing: boolean;
  error: ApiError | null;
};

/** Limits a key to targets. */
export function KeyTargetsField({ selector, onSelector, isMissing, error }: KeyTargetsFieldProps) {
  return (
    <>
      <SelectField
        label={t("Access to")}
        value={selector === null ? "all" : "some"}
        onValue={(covers) => onSelector(covers === "all" ? null : {})}
        options={[
          { value: "all", label: t("The whole organization") },
          { value: "some", label: t("Targets by tag, group, kind or name") },
        ]}
        hint={
          selector === null
            ? undefined
            : t("Nothing else of the organization: no channels, members or settings.")
        }
        error={
          isMissing && isKeyWithoutTargets(selector)
            ? t("Select a target, tag, group or kind below.")
            : fieldErrorOf(error, "selector", t("The selection"))
        }
      />
      {selector !== null && (
        <SelectorField selector={selector} onSelector={onSelector} isRequired error={error} />
      )}
    </>
  );
}

/** An empty selector would select every target. */
export function isKeyWithoutTargets(selector: Selector | null): boolean {
  return selector !== null && Object.keys(selector).length === 0;
}

/** What a selector limits a key to, in a few words. */
export function keyTargetsLabel({ tags, groups, kinds, types, targets }: Selector): string {
  const tagged = [...(tags?.any ?? []), ...(tags?.all ?? [])];
  const parts = [
    tagged.length > 0 && t("tagged {tags}", { tags: tagged.join(", ") }),
    tags?.none && t("without {tags}", { tags: tags.none.join(", ") }),
    groups && t("in {count, plural, one {# group} other {# groups}}", { count: groups.length }),
    (kinds || types) && t("of some kinds"),
    targets && t("{count} by name", { count: targets.length }),
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? t("all targets") : t("targets {parts}", { parts: parts.join(", ") });
}
