import { type ApiError, fieldErrorWithin } from "../../../api/api-error.ts";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { GroupSelect } from "../../groups/group-select.tsx";
import type { AboutDraft } from "./about-draft.ts";

type AboutFieldsProps = {
  draft: AboutDraft;
  change(part: Partial<AboutDraft>): void;
  error: ApiError | null;
};

/** What people need to know about a target, in the form of every kind. */
export function AboutFields({ draft, change, error }: AboutFieldsProps) {
  return (
    <>
      <GroupSelect
        label="Group"
        value={draft.groupId}
        none="No group"
        onValue={(groupId) => change({ groupId })}
        error={fieldErrorWithin(error, "group_id", "The group")}
      />
      <Field
        label="Owner"
        hint="Team or person responsible. Named in alerts."
        autoComplete="off"
        value={draft.owner}
        onValue={(owner) => change({ owner })}
        error={fieldErrorWithin(error, "owner", "The owner")}
      />
      <Field
        label="Runbook"
        hint="Link to the page that says what to do. Shown in alerts."
        type="url"
        placeholder="https://wiki.example.com/runbooks/shop"
        value={draft.runbookUrl}
        onValue={(runbookUrl) => change({ runbookUrl })}
        error={fieldErrorWithin(error, "runbook_url", "The URL")}
      />
      <TextField
        label="Description"
        hint="Markdown: **bold**, lists and links."
        rows={3}
        value={draft.description}
        onValue={(description) => change({ description })}
        error={fieldErrorWithin(error, "description", "The description")}
      />
    </>
  );
}
