import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { PageSuggestion, SuggestionSource } from "@vedette/contract/status-pages/page-suggestion.ts";
import { useRef, useState } from "react";
import { fieldErrorOf, fieldErrorWithin, hasErrorWithin } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { bodyOfNewPage, draftOfSuggestion, type NewPageDraft, sentIndexOf } from "./new-page-draft.ts";

/** The second of two clicks: what the page would be, and whether visitors see it at once. */
export function NewPageForm({ suggestion }: { suggestion: PageSuggestion }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOfSuggestion(suggestion));
  const isPublished = useRef(false);
  const submission = useSubmission(async () => {
    const body = bodyOfNewPage(draft, isPublished.current);
    const page = await dataOf(api.POST("/api/v1/status-pages", { body }));
    toast(
      page.published
        ? t("{title} is published.", { title: page.title })
        : t("{title} created as a draft.", { title: page.title }),
    );
    await navigate({ to: "/status-pages/$id", params: { id: page.id } });
    void queries.invalidateQueries({ queryKey: keys.all("status-pages") });
  }, draft);
  const { error, isBusy, isUnsaved, onSubmit } = submission;
  const included = draft.components.filter(({ isIncluded }) => isIncluded).length;
  const knownPaths = ["title", "slug", "components"];
  return (
    <form className="card grid max-w-3xl gap-5 p-6" onSubmit={onSubmit} noValidate>
      {error && !hasErrorWithin(error, knownPaths) && <Notice>{error.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Title")}
          autoComplete="off"
          value={draft.title}
          onValue={(title) => setDraft({ ...draft, title })}
          error={fieldErrorOf(error, "title", t("The title"))}
        />
        <Field
          label={t("Slug")}
          autoComplete="off"
          spellCheck={false}
          hint={t("The page is at /status/{slug}. Own domains can follow.", { slug: draft.slug })}
          value={draft.slug}
          onValue={(slug) => setDraft({ ...draft, slug })}
          error={fieldErrorOf(error, "slug", t("The slug"))}
        />
      </div>
      <ComponentChoice
        draft={draft}
        onDraft={setDraft}
        errorAt={(index) => {
          const sent = sentIndexOf(draft, index);
          return sent === null ? null : fieldErrorWithin(error, `components.${sent}`, t("The component"));
        }}
      />
      <p className="text-soft">
        {t(
          "{included, plural, one {# component} other {# components}}. A draft is visible to members of your organization only.",
          { included },
        )}
      </p>
      <UnsavedGuard isUnsaved={isUnsaved} isBusy={isBusy} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={isBusy && t("Creating …")}
          onClick={() => {
            isPublished.current = true;
          }}
        >
          {t("Create and publish")}
        </Button>
        <Button
          type="submit"
          busy={isBusy && t("Creating …")}
          onClick={() => {
            isPublished.current = false;
          }}
        >
          {t("Create draft")}
        </Button>
        <Link to="/status-pages" className={buttonClass("quiet")}>
          {t("Cancel")}
        </Link>
      </div>
    </form>
  );
}

const SOURCE_LABELS: Record<SuggestionSource, string> = {
  group: t("Group"),
  tag: t("Tag"),
  kind: t("All of a kind"),
  target: t("Target"),
};

type ComponentChoiceProps = {
  draft: NewPageDraft;
  onDraft(draft: NewPageDraft): void;
  errorAt(index: number): string | null;
};

function ComponentChoice({ draft, onDraft, errorAt }: ComponentChoiceProps) {
  const { components } = draft;
  const put = (index: number, part: Partial<(typeof components)[number]>) =>
    onDraft({
      ...draft,
      components: components.map((one, place) => (place === index ? { ...one, ...part } : one)),
    });
  if (components.length === 0)
    return (
      <p className="rounded-lg bg-raised px-3.5 py-2.5 text-soft">
        {t("There is no target to suggest a component from. Add components after the page is created.")}
      </p>
    );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Components")}</legend>
      <ul className="grid gap-1.5">
        {components.map(({ name, source, target_count: count, isIncluded }, index) => {
          const problem = errorAt(index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list keeps its order and its length.
            <li key={index} className="grid gap-1">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent)"
                  aria-label={t("Include {name}", { name })}
                  checked={isIncluded}
                  onChange={({ target }) => put(index, { isIncluded: target.checked })}
                />
                <input
                  aria-label={t("Name of component {number}", { number: index + 1 })}
                  aria-invalid={problem !== null}
                  disabled={!isIncluded}
                  dir="auto"
                  className="min-h-9 min-w-0 flex-1 basis-48 rounded-lg border border-line-strong bg-surface px-3 disabled:text-soft disabled:line-through aria-invalid:border-down"
                  value={name}
                  onChange={({ target }) => put(index, { name: target.value })}
                />
                <span className="text-[0.8125rem] text-soft sm:w-40">
                  {SOURCE_LABELS[source]}
                  {source !== "target" &&
                    ` · ${t("{count, plural, one {# target} other {# targets}}", { count })}`}
                </span>
              </div>
              {problem && <p className="text-[0.8125rem] text-down">{problem}</p>}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
