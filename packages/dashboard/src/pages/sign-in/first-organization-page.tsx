import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { useSession } from "../../app/session.tsx";
import { useVisitor } from "../../app/visitor.tsx";
import { useTitle } from "../../components/browser/use-title.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/forms/field.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { useCreateOrganization } from "../settings/organization/use-create-organization.ts";
import { SignInCard, SignInScreen } from "./sign-in-card.tsx";

/** Leads a person who belongs to no organization to creating one. */
export function FirstOrganizationPage() {
  useTitle(t("Create your organization"));
  const { person } = useSession();
  const { signOut } = useVisitor();
  const create = useCreateOrganization();
  const [name, setName] = useState("");
  const { isBusy, error, onSubmit } = useSubmission(() => create(name));
  return (
    <SignInScreen>
      <SignInCard
        title={t("Create your organization")}
        lead={t(
          "It owns monitors, alerts and members. If you expected to join one, ask its admin for an invitation.",
        )}
        error={error}
        action={{ label: t("Create organization"), isBusy }}
        onSubmit={onSubmit}
        footer={
          <Button variant="quiet" onClick={() => void signOut(null)}>
            {t("Sign out {email}", { email: person?.email ?? "" })}
          </Button>
        }
      >
        <Field
          label={t("Organization name")}
          autoFocus
          autoComplete="organization"
          placeholder={t("Example Inc.")}
          value={name}
          onValue={setName}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
      </SignInCard>
    </SignInScreen>
  );
}
