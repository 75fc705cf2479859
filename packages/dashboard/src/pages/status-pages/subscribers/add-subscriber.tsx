import { useQueryClient } from "@tanstack/react-query";
import { SUBSCRIBER_TYPES, type SubscriberType } from "@vedette/contract/status-pages/subscriber-words.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { TYPE_LABELS } from "./subscriber-labels.ts";

/** A dialog that adds an address, which has to confirm unless the person says that it agreed. */
export function AddSubscriber({ pageId, onClose }: { pageId: string; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [type, setType] = useState<SubscriberType>("email");
  const [address, setAddress] = useState("");
  const [confirmed, setConfirmed] = useState(false);
  const submission = useSubmission(
    async () => {
      const added = await dataOf(
        api.POST("/api/v1/status-pages/{id}/subscribers", {
          params: { path: { id: pageId } },
          body: { type, address, confirmed },
        }),
      );
      await queries.invalidateQueries({ queryKey: keys.detail("status-pages", pageId, "subscribers") });
      toast(
        added.state === "active"
          ? t("{address} is subscribed.", { address: added.address })
          : t("{address} was asked to confirm.", { address: added.address }),
      );
      onClose();
    },
    { type, address, confirmed },
  );
  const { error } = submission;
  return (
    <Dialog isOpen onClose={onClose} title={t("Add subscriber")}>
      <SubmitForm
        submission={submission}
        fields={["type", "address", "confirmed"]}
        submit={{ label: t("Add"), busy: t("Adding …") }}
        cancel={onClose}
        isDialog
      >
        <SelectField
          label={t("Type")}
          value={type}
          onValue={setType}
          error={fieldErrorOf(error, "type", t("The type"))}
          options={SUBSCRIBER_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
        />
        <Field
          label={type === "email" ? t("Email") : t("Webhook URL")}
          type={type === "email" ? "email" : "url"}
          autoComplete="off"
          value={address}
          onValue={setAddress}
          error={fieldErrorOf(error, "address", t("The address"))}
        />
        <CheckField
          label={t("Already agreed")}
          hint={t("Sends no confirmation. The audit log records that you say so.")}
          isChecked={confirmed}
          onChecked={setConfirmed}
        />
        {fieldErrorOf(error, "confirmed", t("'Already agreed'")) && (
          <p className="text-down">{fieldErrorOf(error, "confirmed", t("'Already agreed'"))}</p>
        )}
      </SubmitForm>
    </Dialog>
  );
}
