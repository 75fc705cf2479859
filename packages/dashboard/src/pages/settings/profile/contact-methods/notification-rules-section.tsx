import { useQuery, useQueryClient } from "@tanstack/react-query";
import { NOTIFICATION_RULES_MAX } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod, NotificationRule } from "@vedette/contract/on-call/contact-methods.ts";
import { dataOf } from "../../../../api/client.ts";
import { keys } from "../../../../api/keys.ts";
import { useApi } from "../../../../app/session.tsx";
import { Button } from "../../../../components/button.tsx";
import { useFormOpener } from "../../../../components/forms/focus/use-form-opener.ts";
import { LoadState } from "../../../../components/load-state.tsx";
import { t } from "../../../../language/t.ts";
import { SettingsSection } from "../../settings-section.tsx";
import { delayLabel, methodLabel, SEVERITY_LABELS } from "./contact-labels.ts";
import { EditNotificationRules } from "./edit-notification-rules.tsx";
import { useContactMethods } from "./use-contact-methods.ts";

/** Shows when the person is notified by which contact method, as a timeline. */
export function NotificationRulesSection() {
  const api = useApi();
  const queries = useQueryClient();
  const methods = useContactMethods();
  const { data, error } = useQuery({
    queryKey: keys.list("contact-methods", "rules"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/user/notification-rules", { signal })),
  });
  const editing = useFormOpener();
  const verified = methods.data?.filter(({ verified_at }) => verified_at !== null) ?? [];
  const rules = data?.is_default ? defaultRules(verified) : (data?.rules ?? []);
  return (
    <SettingsSection
      title={t("Notification rules")}
      description={t("In which order you are notified of an alert, until someone acknowledges it.")}
    >
      <LoadState data={data && methods.data} error={error ?? methods.error} lines={2} />
      {data && methods.data && !editing.isOpen && (
        <>
          <RuleTimeline rules={rules} methods={methods.data} />
          {data.is_default && (
            <p className="text-[0.8125rem] text-soft">{t("These are the default rules.")}</p>
          )}
          <div>
            <Button autoFocus={editing.isReturn} onClick={editing.open}>
              {t("Edit rules")}
            </Button>
          </div>
        </>
      )}
      {data && editing.isOpen && (
        <EditNotificationRules
          rules={rules}
          rulesMax={NOTIFICATION_RULES_MAX}
          methods={verified}
          onClose={editing.close}
          onSaved={async () => {
            await queries.invalidateQueries({ queryKey: keys.all("contact-methods") });
            editing.close();
          }}
        />
      )}
    </SettingsSection>
  );
}

function defaultRules(methods: readonly ContactMethod[]): NotificationRule[] {
  return methods
    .filter(({ type }) => type === "email" || type === "push")
    .map(({ id }) => ({ severity: "any", after_seconds: 0, contact_method_id: id }));
}

function RuleTimeline({
  rules,
  methods,
}: {
  rules: readonly NotificationRule[];
  methods: readonly ContactMethod[];
}) {
  const sorted = rules.toSorted((a, b) => a.after_seconds - b.after_seconds);
  return (
    <ol className="grid gap-3 border-s-2 border-line ps-4">
      {sorted.map(({ severity, after_seconds, contact_method_id: id }) => {
        const method = methods.find((each) => each.id === id);
        return (
          <li key={`${severity} ${after_seconds} ${id}`} className="wrap-anywhere">
            <span className="font-semibold">{delayLabel(after_seconds)}</span>
            {`: ${method ? methodLabel(method) : t("deleted contact method")}`}
            {severity !== "any" && <span className="text-soft"> · {SEVERITY_LABELS[severity]}</span>}
          </li>
        );
      })}
    </ol>
  );
}
