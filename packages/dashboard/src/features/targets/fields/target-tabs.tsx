import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { type ApiError, fieldErrorWithin, hasErrorWithin } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import type { FormTab } from "../../../components/forms/form-tabs.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { t } from "../../../language/t.ts";
import { GroupSelect } from "../../groups/group-select.tsx";
import type { AboutDraft } from "./about-draft.ts";
import { LocationsField } from "./locations-field.tsx";
import { ParentsField } from "./parents-field.tsx";

type OrganizeDraft = Pick<AboutDraft, "groupId" | "owner"> & {
  tags: readonly string[];
  parents: readonly string[];
};

type OrganizeProps<Draft> = {
  /** Of the edited target. */
  kind: TargetKind;
  draft: Draft;
  change(part: Partial<Draft>): void;
  error: ApiError | null;
  /** ID of the target, which cannot be its own parent. */
  ownId: string | undefined;
};

/** The tab with tags, group, owner and parents in the form of a target. */
export function organizeTab(props: OrganizeProps<OrganizeDraft>): FormTab {
  const { tags, parents, groupId, owner } = props.draft;
  return {
    value: "organize",
    label: t("Tags, group and parents"),
    isSet: tags.length > 0 || parents.length > 0 || groupId !== null || owner !== "",
    hasError: hasErrorWithin(props.error, ["tags", "parents", "group_id", "owner"]),
    content: <OrganizeFields {...props} />,
  };
}

/** The tab with the locations of a monitor or an API monitor. */
export function locationsTab({
  draft,
  change,
  error,
}: Pick<OrganizeProps<{ locations: readonly string[] }>, "draft" | "change" | "error">): FormTab {
  return {
    value: "locations",
    label: t("Locations"),
    hasError: hasErrorWithin(error, ["locations"]),
    content: (
      <LocationsField
        chosen={draft.locations}
        onChosen={(locations) => change({ locations })}
        error={fieldErrorWithin(error, "locations", t("The locations"))}
      />
    ),
  };
}

function OrganizeFields({ kind, draft, change, error, ownId }: OrganizeProps<OrganizeDraft>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TagInput
        label={t("Tags")}
        hint={t("Press Enter or comma to add.")}
        tags={draft.tags}
        onTags={(tags) => change({ tags })}
        error={fieldErrorWithin(error, "tags", t("A tag"))}
      />
      <GroupSelect
        label={t("Group")}
        value={draft.groupId}
        none={t("No group")}
        onValue={(groupId) => change({ groupId })}
        error={fieldErrorWithin(error, "group_id", t("The group"))}
      />
      <Field
        label={t("Owner")}
        hint={t("Team or person responsible. Named in alerts.")}
        autoComplete="off"
        value={draft.owner}
        onValue={(owner) => change({ owner })}
        error={fieldErrorWithin(error, "owner", t("The owner"))}
      />
      <ParentsField
        kind={kind}
        parents={draft.parents}
        onParents={(parents) => change({ parents })}
        error={fieldErrorWithin(error, "parents", t("A parent"))}
        ownId={ownId}
      />
    </div>
  );
}
