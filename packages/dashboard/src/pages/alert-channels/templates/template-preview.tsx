import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AlertChannelType } from "@vedette/contract/alerts/channels/channel-types.ts";
import type { ChannelPreview } from "@vedette/contract/alerts/templates/channel-preview.ts";
import { templateFaults } from "@vedette/contract/alerts/templates/channel-templates.ts";
import { useMemo, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { SelectField } from "../../../components/forms/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useSettled } from "../../../components/use-settled.ts";
import { t } from "../../../language/t.ts";
import { type TemplateDraft, templatesOfDraft } from "./template-draft.ts";

/** Long enough not to show a fault in a reference that is still being typed. */
const SETTLED_AFTER_MS = 400;

const KINDS = [
  { value: "opened", label: t("Alert opened") },
  { value: "reminder", label: t("Reminder") },
  { value: "resolved", label: t("Alert resolved") },
] as const;
type Kind = (typeof KINDS)[number]["value"];

/** Shows a message with the templates of the form and the last alert of the organization. */
export function TemplatePreview({ type, draft }: { type: AlertChannelType; draft: TemplateDraft }) {
  const api = useApi();
  const [kind, setKind] = useState<Kind>("opened");
  const request = useSettled(
    JSON.stringify({ type, kind, templates: templatesOfDraft(draft) ?? {} }),
    SETTLED_AFTER_MS,
  );
  const faults = useMemo(() => templateFaults(JSON.parse(request).templates), [request]);
  const { data, error, isFetching } = useQuery({
    queryKey: keys.other("alert-channels", "preview", request),
    enabled: faults.length === 0,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      dataOf(api.POST("/api/v1/alerts/channels/preview", { body: JSON.parse(request), signal })),
  });
  return (
    <section aria-label={t("Preview of the message")} aria-busy={isFetching} className="grid gap-3">
      <SelectField label={t("Preview")} value={kind} onValue={setKind} options={KINDS} error={null} />
      {faults.length > 0 && <Faults faults={faults} />}
      {faults.length === 0 && error && <Notice kind="hint">{asApiError(error).message}</Notice>}
      {faults.length === 0 && data && !error && <Rendered preview={data} />}
    </section>
  );
}

const LABELS = { title: t("Title"), text: t("Text"), body: t("Body") };

function Faults({ faults }: { faults: ReturnType<typeof templateFaults> }) {
  return (
    <Notice kind="hint">
      {faults.map(({ field, message }) => (
        <span key={field} className="block">
          {LABELS[field]}, {message}.
        </span>
      ))}
    </Notice>
  );
}

function Rendered({ preview: { alert_id: alertId, title, text, body } }: { preview: ChannelPreview }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-ground p-3.5" aria-live="polite">
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      {body !== null && (
        <pre className="max-h-80 overflow-y-auto border-t border-line pt-2 whitespace-pre-wrap wrap-anywhere">
          {body}
        </pre>
      )}
      <p className="text-[0.8125rem] text-soft">
        {alertId === null ? t("With a sample alert, because there was none yet.") : t("With the last alert.")}
      </p>
    </div>
  );
}
