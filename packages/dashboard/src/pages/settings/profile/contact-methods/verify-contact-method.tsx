import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CODE_LENGTH, CODE_MINUTES } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod } from "@vedette/contract/on-call/contact-methods.ts";
import { useState } from "react";
import { asApiError, fieldErrorOf } from "../../../../api/api-error.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button } from "../../../../components/button.tsx";
import { Dialog } from "../../../../components/dialog.tsx";
import { Field } from "../../../../components/forms/field.tsx";
import { SubmitForm } from "../../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../../components/forms/use-submission.ts";
import { Notice } from "../../../../components/notice.tsx";
import { toast } from "../../../../components/toast.tsx";
import { Message } from "../../../../language/message.tsx";
import { t } from "../../../../language/t.ts";

const HOW = { email: t("by email"), sms: t("by SMS"), call: t("in a call"), push: t("to your devices") };

/** Sends a code to a contact method and asks for it. */
export function VerifyContactMethod({ method, onClose }: { method: ContactMethod; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const [isSent, setSent] = useState(false);
  const path = { params: { path: { id: method.id } } };
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("contact-methods") });
  const send = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/user/contact-methods/{id}/code", path)),
    onSuccess: () => setSent(true),
    onSettled: refresh,
  });
  const submission = useSubmission(
    async () => {
      await dataOf(api.POST("/api/v1/user/contact-methods/{id}/verify", { ...path, body: { code } }));
      await refresh();
      toast(t("Contact method verified."));
      onClose();
    },
    { code },
  );
  const sendButton = (
    <Button
      variant={isSent ? "quiet" : "primary"}
      busy={send.isPending && t("Sending …")}
      onClick={() => send.mutate()}
    >
      {isSent ? t("Send again") : t("Send code")}
    </Button>
  );
  return (
    <Dialog isOpen onClose={onClose} title={t("Verify contact method")}>
      {isSent ? (
        <SubmitForm
          submission={submission}
          fields={["code"]}
          submit={{ label: t("Verify"), busy: t("Verifying …") }}
          cancel={sendButton}
          isDialog
        >
          {send.error && <Notice>{asApiError(send.error).message}</Notice>}
          <Field
            label={t("Code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            hint={t("{CODE_LENGTH} digits, valid for {CODE_MINUTES} minutes.", { CODE_LENGTH, CODE_MINUTES })}
            value={code}
            onValue={setCode}
            error={fieldErrorOf(submission.error, "code", t("The code"))}
          />
        </SubmitForm>
      ) : (
        <div className="grid gap-4">
          <p className="wrap-anywhere">
            <Message
              text="A code is sent {how} to {address}. You get no alerts there until you enter it."
              values={{ how: HOW[method.type], address: <b>{method.address}</b> }}
            />
          </p>
          {send.error && <Notice>{asApiError(send.error).message}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t("Cancel")}</Button>
            {sendButton}
          </div>
        </div>
      )}
    </Dialog>
  );
}
