import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { type ApiError, fieldErrorWithin } from "../../../api/api-error.ts";
import { CheckField } from "../../../components/forms/field.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { t } from "../../../language/t.ts";
import { TARGET_KIND_LABELS, type TargetKind } from "../../alerts/alert-labels.ts";
import { inTreeOrder } from "../../groups/group-tree.ts";
import { useGroups } from "../../groups/use-groups.ts";
import { SelectedTargets } from "../selected-targets.tsx";
import { ALL_KINDS } from "../target-ref.ts";
import { TargetChoice } from "./target-choice.tsx";

type SelectorFieldProps = {
  selector: Selector;
  onSelector(selector: Selector): void;
  /** The kinds that can be selected at all. */
  kinds?: readonly TargetKind[];
  /** Whether an empty selector selects nothing yet, instead of everything. */
  isRequired?: boolean;
  error: ApiError | null;
};

/** Edits a selector, and shows which targets it selects now. */
export function SelectorField(props: SelectorFieldProps) {
  const { selector, onSelector, kinds = ALL_KINDS, isRequired = false, error } = props;
  const { tags } = selector;
  const put = (part: Partial<Selector>) => onSelector(withoutEmpty({ ...selector, ...part }));
  const errorAt = (field: string, label: string) => fieldErrorWithin(error, `selector.${field}`, label);
  return (
    <div className="grid gap-4 rounded-lg border border-line p-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-start gap-4">
        <TagInput
          label={t("With any of these tags")}
          tags={tags?.any ?? []}
          onTags={(any) => put({ tags: { ...tags, any: [...any] } })}
          error={errorAt("tags.any", t("A tag"))}
        />
        <TagInput
          label={t("With all of these tags")}
          tags={tags?.all ?? []}
          onTags={(all) => put({ tags: { ...tags, all: [...all] } })}
          error={errorAt("tags.all", t("A tag"))}
        />
        <TagInput
          label={t("Without these tags")}
          tags={tags?.none ?? []}
          onTags={(none) => put({ tags: { ...tags, none: [...none] } })}
          error={errorAt("tags.none", t("A tag"))}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] items-start gap-4">
        <GroupChoice
          chosen={selector.groups ?? []}
          onChosen={(groups) => put({ groups })}
          error={errorAt("groups", t("The groups"))}
        />
        {kinds.length > 1 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-semibold">{t("Only these kinds")}</legend>
            {kinds.map((kind) => (
              <CheckField
                key={kind}
                label={TARGET_KIND_LABELS[kind]}
                isChecked={selector.kinds?.includes(kind) ?? false}
                onChecked={(isChecked) => put({ kinds: toggled(selector.kinds, kind, isChecked) })}
              />
            ))}
          </fieldset>
        )}
      </div>
      <TargetChoice
        label={t("Also these targets")}
        kinds={kinds}
        chosen={(selector.targets ?? []).map((id) => ({ type: "monitor" as const, id }))}
        onChosen={(targets) => put({ targets: targets.map(({ id }) => id) })}
        error={errorAt("targets", t("The targets"))}
      />
      {isRequired && Object.keys(selector).length === 0 ? (
        <p className="rounded-lg bg-raised px-3.5 py-2.5 text-soft">{t("No targets are selected yet.")}</p>
      ) : (
        <SelectedTargets selector={selector} />
      )}
    </div>
  );
}

type GroupChoiceProps = {
  chosen: readonly string[];
  onChosen(ids: string[]): void;
  error: string | null;
};

function GroupChoice({ chosen, onChosen, error }: GroupChoiceProps) {
  const { data = [] } = useGroups();
  if (data.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("In these groups, including nested groups")}</legend>
      <div className="grid max-h-40 gap-2 overflow-y-auto">
        {inTreeOrder(data).map(({ id, path }) => (
          <CheckField
            key={id}
            label={path}
            isChecked={chosen.includes(id)}
            onChecked={(isChecked) => onChosen(toggled(chosen, id, isChecked))}
          />
        ))}
      </div>
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
    </fieldset>
  );
}

function toggled<T>(values: readonly T[] = [], value: T, isIn: boolean): T[] {
  const others = values.filter((other) => other !== value);
  return isIn ? [...others, value] : others;
}

/** The server rejects empty lists, because they could mean nothing or everything. */
function withoutEmpty(selector: Selector): Selector {
  const filled = <T extends object>(given: T) =>
    Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && Object.keys(value).length > 0),
    ) as T;
  return filled({ ...selector, ...(selector.tags && { tags: filled(selector.tags) }) });
}
