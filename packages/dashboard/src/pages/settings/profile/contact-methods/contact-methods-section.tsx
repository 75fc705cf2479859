import { useQueryClient } from "@tanstack/react-query";
import { CONTACT_METHODS_MAX } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod } from "@vedette/contract/on-call/contact-methods.ts";
import { useState } from "react";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button } from "../../../../components/button.tsx";
import { ConfirmButton } from "../../../../components/confirm-button.tsx";
import { LoadState } from "../../../../components/load-state.tsx";
import { StatusBadge } from "../../../../components/status-badge.tsx";
import { toast } from "../../../../components/toast.tsx";
import { t } from "../../../../language/t.ts";
import { SettingsSection } from "../../settings-section.tsx";
import { usePushDevices } from "../use-push-devices.ts";
import { AddContactMethod } from "./add-contact-method.tsx";
import { CONTACT_LABELS, methodLabel } from "./contact-labels.ts";
import { useContactMethods } from "./use-contact-methods.ts";
import { VerifyContactMethod } from "./verify-contact-method.tsx";

/** Lists how the person is reached in the organization. */
export function ContactMethodsSection() {
  const { data, error } = useContactMethods();
  const [isAdding, setAdding] = useState(false);
  const [verifying, setVerifying] = useState<ContactMethod | null>(null);
  return (
    <SettingsSection
      title={t("Contact methods")}
      description={t("How this organization reaches you when you are on call.")}
    >
      <LoadState data={data} error={error} lines={2} />
      {data && (
        <ul className="divide-y divide-line">
          {data.map((method) => (
            <MethodItem key={method.id} method={method} onVerify={() => setVerifying(method)} />
          ))}
        </ul>
      )}
      {data && (
        <div>
          <Button icon="plus" disabled={data.length >= CONTACT_METHODS_MAX} onClick={() => setAdding(true)}>
            {t("Add contact method")}
          </Button>
        </div>
      )}
      {isAdding && (
        <AddContactMethod
          onClose={() => setAdding(false)}
          onAdded={(method) => {
            setAdding(false);
            setVerifying(method);
          }}
        />
      )}
      {verifying && <VerifyContactMethod method={verifying} onClose={() => setVerifying(null)} />}
    </SettingsSection>
  );
}

function MethodItem({ method, onVerify }: { method: ContactMethod; onVerify(): void }) {
  const { type, address, is_account, failed_at, failed_reason, verified_at } = method;
  const isFailing = failed_at !== null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {CONTACT_LABELS[type]}
          {type === "push" ? <PushStatus /> : <MethodStatus method={method} />}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-soft">
          {address ?? t("All your devices with notifications; see Devices below")}
          {type === "email" && is_account && ` · ${t("address of your account")}`}
          {isFailing && ` · ${failed_reason}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {(verified_at === null || (isFailing && !is_account)) && (
          <Button aria-label={t("Verify {method}", { method: methodLabel(method) })} onClick={onVerify}>
            {t("Verify")}
          </Button>
        )}
        {!is_account && <DeleteMethod method={method} />}
      </div>
    </li>
  );
}

/** Push is verified from the start, but reaches no one without a device. */
function PushStatus() {
  const { data: devices } = usePushDevices();
  if (devices === undefined) return null;
  if (devices.length === 0) return <StatusBadge status="paused" word={t("No devices")} />;
  return (
    <StatusBadge
      status="up"
      word={t("{count, plural, one {# device} other {# devices}}", { count: devices.length })}
    />
  );
}

/** The address of the account is used from the start. Whether it is verified is shown with the account. */
function MethodStatus({ method: { is_account, failed_at, verified_at } }: { method: ContactMethod }) {
  if (failed_at !== null) return <StatusBadge status="down" word={t("Rejected")} />;
  if (is_account) return <StatusBadge status="up" word={t("In use")} />;
  if (verified_at === null) return <StatusBadge status="pending" word={t("Not verified")} />;
  return <StatusBadge status="up" word={t("Verified")} />;
}

function DeleteMethod({ method }: { method: ContactMethod }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={t("Delete")}
      longLabel={t("Delete {method}", { method: methodLabel(method) })}
      title={t("Delete this contact method?")}
      description={t("{method}: its notification rules are deleted too, and nothing more is sent to it.", {
        method: methodLabel(method),
      })}
      action={{
        label: t("Delete contact method"),
        busy: t("Deleting …"),
        async run() {
          const params = { path: { id: method.id } };
          await dataOf(api.DELETE("/api/v1/user/contact-methods/{id}", { params }));
          await queries.invalidateQueries({ queryKey: keys.all("contact-methods") });
          toast(t("Contact method deleted."));
        },
      }}
    />
  );
}
