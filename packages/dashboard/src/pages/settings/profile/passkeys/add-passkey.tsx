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
    const body = { name: name.trim() || "Passkey", credential: await makePasskey(options) };
    await dataOf(api.POST("/api/auth/passkeys", { body }));
    await queries.invalidateQueries({ queryKey: keys.all("passkeys") });
    toast("Passkey added.");
    onDone();
  }, name || undefined);
  const { error } = submission;
  const passwordError = fieldErrorOf(error, "password", "Your password");
  if (passwordError !== null && !needsPassword) setNeedsPassword(true);
  return (
    <SubmitForm
      className="max-w-sm gap-4"
      submission={submission}
      fields={["name", "password", "code"]}
      submit={{ label: "Create passkey", busy: "Waiting for the passkey …" }}
      cancel={onDone}
    >
      <Field
        label="Passkey name"
        autoComplete="off"
        autoFocus
        placeholder="Work laptop"
        hint="To recognize it in this list."
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", "The name")}
      />
      {needsPassword && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={passwordError}
        />
      )}
      {needsPassword && person?.two_factor_enabled && (
        <Field
          label="Code from the app"
          autoComplete="one-time-code"
          hint="Six digits, or a recovery code."
          value={code}
          onValue={setCode}
          error={fieldErrorOf(error, "code", "The code")}
        />
      )}
    </SubmitForm>
  );
}
