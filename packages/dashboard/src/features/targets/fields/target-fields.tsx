import type { ApiError } from "../../../api/api-error.ts";
import { fieldErrorWithin } from "../../../api/api-error.ts";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import type { AboutDraft } from "./about-draft.ts";
import { AboutFields } from "./about-fields.tsx";
import { LocationsField } from "./locations-field.tsx";
import { ParentsField } from "./parents-field.tsx";

type TargetFieldsDraft = AboutDraft & {
  locations: readonly string[];
  tags: readonly string[];
  parents: readonly string[];
};

type TargetFieldsProps = {
  /** Noun for the edited target: "monitor". */
  noun: string;
  draft: TargetFieldsDraft;
  change(part: Partial<TargetFieldsDraft>): void;
  error: ApiError | null;
  /** ID of the target, which cannot be its own parent. */
  ownId: string | undefined;
};

/** Locations, tags, parents, group and texts in the form of a target. */
export function TargetFields({ noun, draft, change, error, ownId }: TargetFieldsProps) {
  return (
    <>
      <LocationsField
        chosen={draft.locations}
        onChosen={(locations) => change({ locations })}
        error={fieldErrorWithin(error, "locations", "The locations")}
      />
      <TagInput
        label="Tags"
        hint="Press Enter or comma to add."
        tags={draft.tags}
        onTags={(tags) => change({ tags })}
        error={fieldErrorWithin(error, "tags", "A tag")}
      />
      <ParentsField
        noun={noun}
        parents={draft.parents}
        onParents={(parents) => change({ parents })}
        error={fieldErrorWithin(error, "parents", "A parent")}
        ownId={ownId}
      />
      <AboutFields draft={draft} change={change} error={error} />
    </>
  );
}
