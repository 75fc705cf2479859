import { useQueryClient } from "@tanstack/react-query";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { type ReactNode, useState } from "react";
import { fieldErrorWithin } from "../../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { type Submission, useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { t } from "../../../language/t.ts";
import { bodyOfPage, draftOfPage, type PageBody, type PageDraft, type PagePart } from "./page-draft.ts";

export type PageForm = {
  part: PagePart;
  submission: Submission;
  /** Restores the stored values. */
  discard(): void;
  dialog: ReactNode;
};

/** One form for all tabs with fields of the page: changing the tab loses nothing, and one button saves everything. */
export function usePageForm(loaded: Versioned<StatusPage>): PageForm {
  const api = useApi();
  const queries = useQueryClient();
  const { id } = loaded.data;
  const params = { path: { id } };
  const [draft, setDraft] = useState(() => draftOfPage(loaded.data));
  const [saved, setSaved] = useState(draft);
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (page: StatusPage): PageBody => bodyOfPage(draftOfPage(page)),
    read: () => versionedOf(api.GET("/api/v1/status-pages/{id}", { params })),
    write: (body, { etag }) =>
      versionedOf(api.PUT("/api/v1/status-pages/{id}", { params, body, ifMatch: etag })),
    secretFields: ["password"],
  });
  const submission = useSubmission(async () => {
    const page = await save(bodyOfPage(draft));
    if (page === null) return false;
    const stored = draftOfPage(page);
    setDraft(stored);
    setSaved(stored);
    toast(t("{title} saved.", { title: page.title }));
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    return true;
  });
  const { error } = submission;
  return {
    part: {
      draft,
      onChange: (changed: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...changed })),
      errorAt: (path, label) => fieldErrorWithin(error, path, label),
    },
    submission: { ...submission, isUnsaved: JSON.stringify(draft) !== JSON.stringify(saved) },
    discard: () => setDraft(saved),
    dialog,
  };
}
