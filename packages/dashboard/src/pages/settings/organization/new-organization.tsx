import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useCreateOrganization } from "./use-create-organization.ts";

/** Creates an organization and switches to it. The creator becomes its owner. */
export function NewOrganization() {
  const create = useCreateOrganization();
  const [name, setName] = useState("");
  const submission = useSubmission(() => create(name), name || undefined);
  return (
    <SettingsSection
      title="New organization"
      description="Has its own monitors, members and API keys. Switch between organizations above the navigation."
    >
      <SubmitForm
        submission={submission}
        fields={["name"]}
        submit={{ label: "Create organization", busy: "Creating …", variant: "plain" }}
      >
        <div className="max-w-sm">
          <Field
            label="Organization name"
            autoComplete="off"
            value={name}
            onValue={setName}
            error={fieldErrorOf(submission.error, "name", "The name")}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
