import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { SelectorField } from "../../../features/targets/fields/selector-field.tsx";

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
        label="Access to"
        value={selector === null ? "all" : "some"}
        onValue={(covers) => onSelector(covers === "all" ? null : {})}
        options={[
          { value: "all", label: "The whole organization" },
          { value: "some", label: "Targets by tag, group, kind or name" },
        ]}
        hint={
          selector === null
            ? undefined
            : "Nothing else of the organization: no channels, members or settings."
        }
        error={
          isMissing && isKeyWithoutTargets(selector)
            ? "Select a target, tag, group or kind below."
            : fieldErrorOf(error, "selector", "The selection")
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
    tagged.length > 0 && `tagged ${tagged.join(", ")}`,
    tags?.none && `without ${tags.none.join(", ")}`,
    groups && `in ${groups.length} ${groups.length === 1 ? "group" : "groups"}`,
    (kinds || types) && "of some kinds",
    targets && `${targets.length} by name`,
  ].filter((part) => typeof part === "string");
  return parts.length === 0 ? "all targets" : `targets ${parts.join(", ")}`;
}
