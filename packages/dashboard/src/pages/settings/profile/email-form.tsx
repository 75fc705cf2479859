import type { SignInState } from "@vedette/contract/people/people.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { useVisitor } from "../../../app/visitor.tsx";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { useFormOpener } from "../../../components/forms/focus/use-form-opener.ts";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";

type Person = NonNullable<SignInState["person"]>;

/** The address of the person, and the form that changes it. */
export function EmailForm({ person }: { person: Person }) {
  const changing = useFormOpener();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
        <span className="font-semibold">{t("Email")}</span> {person.email}
        {person.email_verified ? (
          <StatusBadge status="up" word={t("Verified")} />
        ) : (
          <StatusBadge status="pending" word={t("Not verified")} />
        )}
      </p>
      {!person.email_verified && (
        <p className="text-soft">
          {t(
            "Messages reach this address, but single sign-on does not link to it. Set a new password with a reset link to verify it.",
          )}
        </p>
      )}
      {sentTo !== null && (
        <Notice kind="hint">
          {t("Open the link that was sent to {email} within 24 hours. Until then your address stays.", {
            email: sentTo,
          })}
        </Notice>
      )}
      {!changing.isOpen ? (
        <div>
          <Button autoFocus={changing.isReturn} onClick={changing.open}>
            {t("Change email")}
          </Button>
        </div>
      ) : (
        <ChangeForm
          person={person}
          onSent={(email) => {
            setSentTo(email);
            changing.close();
          }}
          onClose={changing.close}
        />
      )}
    </div>
  );
}

type ChangeFormProps = { person: Person; onSent(email: string | null): void; onClose(): void };

function ChangeForm({ person, onSent, onClose }: ChangeFormProps) {
  const { people, readState } = useVisitor();
  const [draft, setDraft] = useState({ email: "", password: "", code: "" });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const { status } = await people.changeEmail(draft.email, draft.password, draft.code.trim());
    if (status === "changed") {
      await readState();
      toast(t("Email changed. Sign in with it from now on."));
    }
    onSent(status === "changed" ? null : draft.email.trim());
  }, draft);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["email", "password", "code"]}
      submit={{ label: t("Save email"), busy: t("Saving …") }}
      cancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("New email")}
          type="email"
          autoComplete="email"
          autoFocus
          value={draft.email}
          onValue={(email) => change({ email })}
          error={fieldErrorOf(error, "email", t("The email"))}
        />
        <Field
          label={t("Your password")}
          type="password"
          autoComplete="current-password"
          value={draft.password}
          onValue={(password) => change({ password })}
          error={fieldErrorOf(error, "password", t("This"))}
        />
        {person.two_factor_enabled && (
          <Field
            label={t("Code from the app")}
            autoComplete="one-time-code"
            hint={t("Six digits, or a recovery code.")}
            value={draft.code}
            onValue={(code) => change({ code })}
            error={fieldErrorOf(error, "code", t("The code"))}
          />
        )}
      </div>
    </SubmitForm>
  );
}
