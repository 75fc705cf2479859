import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import type { ScheduleImport } from "@vedette/contract/on-call/schedule-import.ts";
import { useEffect, useRef, useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useImportPhase } from "../../features/imports/use-import-phase.ts";
import { t } from "../../language/t.ts";
import { formOf, type ImportChoice, NO_SOURCE } from "./import-choice.ts";
import { ImportDone } from "./import-done.tsx";
import { ImportForm } from "./import-form.tsx";
import { ImportReview } from "./import-review.tsx";
import { onCallBody, onCallReview } from "./on-call-import.ts";
import { OnCallImportDone } from "./on-call-import-done.tsx";

/** Imports from another monitoring tool: files, then a review of what is made of them, then the result. */
export function ImportPage() {
  const [source, setSource] = useState(NO_SOURCE);
  const { reading, making } = useImportRequests(source);
  const phase = useImportPhase(reading.isPending || making.isPending);
  const stage = making.data ? "done" : reading.data ? "review" : "source";
  const focused = useFocusOnChange(stage);
  const change = (next: ImportChoice) => {
    reading.reset();
    making.reset();
    setSource(next);
  };
  return (
    <>
      <PageHeader
        title={t("Import from another tool")}
        lead={t(
          "Nothing in the files is executed or fetched, and nothing is made before you have seen what it would be.",
        )}
      />
      <div ref={focused} tabIndex={-1} className="grid min-w-0 scroll-mt-20 gap-5 outline-none">
        <UnsavedGuard isUnsaved={stage === "review"} isBusy={making.isPending} />
        {making.data && "schedules" in making.data && (
          <OnCallImportDone result={making.data} onAgain={() => change(NO_SOURCE)} />
        )}
        {making.data && "changes" in making.data && (
          <ImportDone result={making.data} onAgain={() => change(NO_SOURCE)} />
        )}
        {stage === "review" && reading.data && (
          <ImportReview
            result={"schedules" in reading.data ? onCallReview(reading.data) : reading.data}
            error={making.error && asApiError(making.error)}
            busy={making.isPending && phase}
            onBack={() => reading.reset()}
            onImport={() => making.mutate()}
          />
        )}
        {stage === "source" && (
          <ImportForm
            source={source}
            onSource={change}
            error={reading.error && asApiError(reading.error)}
            busy={reading.isPending && phase}
            onSubmit={() => reading.mutate()}
          />
        )}
      </div>
    </>
  );
}

function useImportRequests(source: ImportChoice) {
  const api = useApi();
  const queries = useQueryClient();
  const send = async (isDryRun: boolean): Promise<ImportResult | ScheduleImport> => {
    const { kind, files } = source;
    const mode = isDryRun ? "plan" : "apply";
    if (kind === "opsgenie" || kind === "pagerduty")
      return dataOf(api.POST("/api/v1/schedules/import", { body: await onCallBody(kind, files, mode) }));
    const params = { path: { kind } };
    return dataOf(api.POST("/api/v1/import/{kind}", { params, body: formOf(source, isDryRun) }));
  };
  return {
    reading: useMutation({ mutationFn: () => send(true) }),
    making: useMutation({
      mutationFn: () => send(false),
      // Targets, groups, rules, channels, pages, windows and variables may have changed.
      onSuccess: () => void queries.invalidateQueries(),
    }),
  };
}

/** The focused button disappears with its stage; the focus moves to the next one instead of the page's top. */
function useFocusOnChange(stage: string) {
  const target = useRef<HTMLDivElement>(null);
  const previous = useRef(stage);
  useEffect(() => {
    if (previous.current !== stage) target.current?.focus();
    previous.current = stage;
  }, [stage]);
  return target;
}
