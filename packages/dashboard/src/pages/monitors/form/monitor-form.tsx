import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isComputed } from "@vedette/contract/checks/check-types.ts";
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { focusInvalid } from "../../../components/forms/focus/focus-invalid.ts";
import { FoldedSection } from "../../../components/forms/folded-section.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import type { MonitorType } from "../../../features/checks/check-labels.ts";
import { t } from "../../../language/t.ts";
import { FIRST_PATHS, FirstFields } from "./first-fields.tsx";
import { formView } from "./form-views.ts";
import { type MonitorDraft, monitorBody } from "./monitor-draft.ts";
import { plainHttpDraft } from "./plain-http.ts";
import { PlainHttpOffer } from "./plain-http-offer.tsx";

type MonitorFormProps = {
  draft: MonitorDraft;
  /** ID of the monitor, which cannot be its own parent. */
  id?: string;
  action: string;
  /** Label while the form is being submitted. */
  busyWords: string;
  cancel?: ReactNode;
  /** Resolves to false if nothing was saved. */
  onSave(draft: MonitorDraft): Promise<unknown>;
};

/** Imported lazily: the form is on the first page of a new installation, and these are large. */
const AdvancedFields = lazy(async () => ({
  default: (await import("./advanced-fields.tsx")).AdvancedFields,
}));
const MonitorTestRunPanel = lazy(async () => ({
  default: (await import("./monitor-test-run.tsx")).MonitorTestRunPanel,
}));

/** Rejected input stays in the form, with the invalid field marked. */
export function MonitorForm({ draft: given, id, action, busyWords, cancel, onSave }: MonitorFormProps) {
  const [draft, setDraft] = useState(given);
  const saving = useSubmission(() => onSave(draft), draft);
  const testing = useMonitorTestRun();
  const [asked, setAsked] = useState<"save" | "try">("save");
  // The marked fields belong to the last request.
  const { error } = asked === "save" ? saving : testing;
  const change = (part: Partial<MonitorDraft>) => setDraft((before) => ({ ...before, ...part }));
  const shown: readonly string[] = [...FIRST_PATHS, ...formView(draft.type).mainFields];
  // All other fields have a default and are under "Advanced".
  const hasHiddenError = (error?.details ?? []).some(({ path }) => !shown.includes(path));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusInvalid(form.current);
  }, [error]);

  function submit(event: FormEvent): void {
    setAsked("save");
    saving.onSubmit(event);
  }

  function tryIt(tried: MonitorDraft): void {
    setDraft(tried);
    setAsked("try");
    testing.begin(tried);
  }

  const plain = plainHttpDraft(draft, testing.testRun?.results ?? []);

  return (
    <form ref={form} className="card grid max-w-3xl min-w-0 gap-5 p-5 sm:p-6" onSubmit={submit} noValidate>
      {error && error.details.length === 0 && <Notice>{error.message}</Notice>}
      <FirstFields draft={draft} change={change} error={error} />
      <FoldedSection title={t("Advanced")} summary={advancedText(draft.type)} hasError={hasHiddenError}>
        <div className="mt-4">
          <Suspense>
            <AdvancedFields draft={draft} change={change} error={error} {...(id && { id })} />
          </Suspense>
        </div>
      </FoldedSection>
      <UnsavedGuard isUnsaved={saving.isUnsaved} isBusy={saving.isBusy} />
      <div aria-live="polite" className="empty:hidden">
        {testing.testRun && !testing.isBusy && (
          <Suspense>
            <MonitorTestRunPanel testRun={testing.testRun}>
              {plain && <PlainHttpOffer onTry={() => tryIt(plain)} />}
            </MonitorTestRunPanel>
          </Suspense>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isBusy && busyWords}>
          {action}
        </Button>
        <Button busy={testing.isBusy && t("Testing …")} onClick={() => tryIt(draft)}>
          {t("Test")}
        </Button>
        {cancel === undefined ? (
          <Link to="/monitors" className={buttonClass()}>
            {t("Cancel")}
          </Link>
        ) : (
          cancel
        )}
      </div>
    </form>
  );
}

/** Tests the form without saving it. */
function useMonitorTestRun() {
  const api = useApi();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn(draft: MonitorDraft) {
      const { name, ...rest } = monitorBody(draft);
      return dataOf(
        api.POST("/api/v1/monitors/try", { body: { ...rest, name: name.trim() === "" ? null : name } }),
      );
    },
  });
  return {
    testRun: data ?? null,
    isBusy: isPending,
    error: error && asApiError(error),
    begin: (draft: MonitorDraft) => mutate(draft),
  };
}

function advancedText(type: MonitorType): string {
  if (type === "url")
    return t("Query, headers, body, authentication, assertions, retries, locations, tags …");
  return isComputed(type)
    ? t("Tags, group, parents …")
    : t("Options, assertions, retries, locations, tags …");
}
