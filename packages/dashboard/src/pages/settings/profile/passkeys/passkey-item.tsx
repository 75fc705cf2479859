import { useQueryClient } from "@tanstack/react-query";
import type { Passkey } from "@vedette/contract/people/passkeys.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../../api/api-error.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button } from "../../../../components/button.tsx";
import { ConfirmButton } from "../../../../components/confirm-button.tsx";
import { Field } from "../../../../components/forms/field.tsx";
import { useFormOpener } from "../../../../components/forms/focus/use-form-opener.ts";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { StatusBadge } from "../../../../components/status-badge.tsx";
import { TimeAgo } from "../../../../components/time-ago.tsx";
import { toast } from "../../../../components/toast.tsx";
import { Message } from "../../../../language/message.tsx";
import { t } from "../../../../language/t.ts";

export function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const renaming = useFormOpener();
  const { id, name, host, is_synced, is_current, created_at, last_used_at } = passkey;
  const api = useApi();
  const queries = useQueryClient();
  if (renaming.isOpen) {
    return (
      <li className="py-3 first:pt-0">
        <RenamePasskey passkey={passkey} onDone={renaming.close} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {is_current && <StatusBadge status="up" word={t("This session")} />}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-soft">
          {is_synced && `${t("synced")} · `}
          {host !== window.location.hostname && `${t("works at {host} only", { host })} · `}
          <Message text="added {time}" values={{ time: <TimeAgo at={created_at} /> }} /> ·{" "}
          {last_used_at === null ? (
            t("never used")
          ) : (
            <Message text="last used {time}" values={{ time: <TimeAgo at={last_used_at} /> }} />
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          aria-label={t("Rename {name}", { name })}
          autoFocus={renaming.isReturn}
          onClick={renaming.open}
        >
          {t("Rename")}
        </Button>
        <ConfirmButton
          label={t("Remove")}
          longLabel={t("Remove {name}", { name })}
          title={t("Remove this passkey?")}
          description={t(
            "{name} no longer signs in here, and its other sessions end. Delete it from your device too.",
            { name },
          )}
          action={{
            label: t("Remove passkey"),
            busy: t("Removing …"),
            async run() {
              await dataOf(api.DELETE("/api/auth/passkeys/{id}", { params: { path: { id } } }));
              await queries.invalidateQueries({ queryKey: keys.all("passkeys") });
              await queries.invalidateQueries({ queryKey: keys.all("sessions") });
              toast(t("Passkey removed."));
            },
          }}
        />
      </div>
    </li>
  );
}

function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const submission = useSubmission(async () => {
    const params = { path: { id: passkey.id } };
    await dataOf(api.PUT("/api/auth/passkeys/{id}", { params, body: { name } }));
    await queries.invalidateQueries({ queryKey: keys.all("passkeys") });
    onDone();
  }, name);
  return (
    <SubmitForm
      className="max-w-sm gap-4"
      submission={submission}
      fields={["name"]}
      submit={{ label: t("Save name"), busy: t("Saving …") }}
      cancel={onDone}
    >
      <Field
        label={t("Passkey name")}
        autoComplete="off"
        autoFocus
        value={name}
        onValue={setName}
        error={fieldErrorOf(submission.error, "name", t("The name"))}
      />
    </SubmitForm>
  );
}
