import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi, useSession } from "../../../../app/session.tsx";
import { makePasskey } from "../../../../components/browser/passkey-credentials.ts";
import { Field } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { toast } from "../../../../components/toast.tsx";
import { t } from "../../../../language/t.ts";

/** Names and makes a passkey. Asks for the password if the server does, after a sign-in that is not recent. */
export function AddPasskey({ onDone }: { onDone(): void }) {
  const api = useApi();
  const { person } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsPassword, setNeedsPassword] = useState(false);
  const submission = useSubmission(async () => {
    const proof = { password: password || null, code: code.trim() || null };
    const options = await dataOf(api.POST("/api/auth/passkeys/options", { body: proof }));
    const body = { name: name.trim() || t("Passkey"), credential: await makePasskey(options) };
    await dataOf(api.POST("/api/auth/passkeys", { body }));
    await queries.invalidateQueries({ queryKey: keys.all("passkeys") });
    toast(t("Passkey added."));
    onDone();
  }, name || undefined);
  const { error } = submission;
  const passwordError = fieldErrorOf(error, "password", t("Your password"));
  if (passwordError !== null && !needsPassword) setNeedsPassword(true);
  return (
    <SubmitForm
      className="max-w-sm gap-4"
      submission={submission}
      fields={["name", "password", "code"]}
      submit={{ label: t("Create passkey"), busy: t("Waiting for the passkey …") }}
      cancel={onDone}
    >
      <Field
        label={t("Passkey name")}
        autoComplete="off"
        autoFocus
        placeholder={t("Work laptop")}
        hint={t("To recognize it in this list.")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      {needsPassword && (
        <Field
          label={t("Your password")}
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={passwordError}
        />
      )}
      {needsPassword && person?.two_factor_enabled && (
        <Field
          label={t("Code from the app")}
          autoComplete="one-time-code"
          hint={t("Six digits, or a recovery code.")}
          value={code}
          onValue={setCode}
          error={fieldErrorOf(error, "code", t("The code"))}
        />
      )}
    </SubmitForm>
  );
}
