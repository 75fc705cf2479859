import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";
import { useCreateOrganization } from "./use-create-organization.ts";

/** Creates an organization and switches to it. The creator becomes its owner. */
export function NewOrganization() {
  const create = useCreateOrganization();
  const [name, setName] = useState("");
  const submission = useSubmission(() => create(name), name || undefined);
  return (
    <SettingsSection
      title={t("New organization")}
      description={t(
        "Has its own monitors, members and API keys. Switch between organizations above the navigation.",
      )}
    >
      <SubmitForm
        submission={submission}
        fields={["name"]}
        submit={{ label: t("Create organization"), busy: t("Creating …"), variant: "plain" }}
      >
        <div className="max-w-sm">
          <Field
            label={t("Organization name")}
            autoComplete="off"
            value={name}
            onValue={setName}
            error={fieldErrorOf(submission.error, "name", t("The name"))}
          />
        </div>
      </SubmitForm>
    </SettingsSection>
  );
}
