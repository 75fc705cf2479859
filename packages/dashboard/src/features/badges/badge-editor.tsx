import { useMutation } from "@tanstack/react-query";
import {
  BADGE_LABEL_LENGTH_MAX,
  BADGE_STYLES,
  type BadgeStyle,
} from "@vedette/contract/badges/badge-words.ts";
import { useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import {
  type BadgeDraft,
  type BadgeKind,
  badgeFigures,
  badgePath,
  badgeSnippets,
  widgetSnippets,
} from "./badge-snippets.ts";
import { useBadgeKey } from "./use-badge-key.ts";

export type BadgeSubject = {
  kind: BadgeKind;
  id: string;
  name: string;
  /** Whether it has a widget: a page that everyone can read. */
  hasWidget?: boolean;
};

/** Creates the badge key of a target or a page, shows its badges, and deletes it. */
export function BadgeEditor({ subject }: { subject: BadgeSubject }) {
  const { query, renew, remove } = useBadgeKey(subject);
  const { mutate, isPending } = useMutation({ mutationFn: renew, onError: toastError });
  if (!query.data) return <LoadState data={query.data} error={query.error} />;
  const { key, url } = query.data;
  if (key === null || url === null)
    return (
      <div className="grid gap-4">
        <p className="text-soft">
          {t(
            "A badge shows a status or a figure on a site that everyone can read. There is none until you create its key.",
          )}
        </p>
        <ForRole>
          <div>
            <Button variant="primary" busy={isPending && t("Creating …")} onClick={() => mutate()}>
              {t("Create badge")}
            </Button>
          </div>
        </ForRole>
      </div>
    );
  return (
    <div className="grid gap-4">
      <BadgeChoice subject={subject} badgeKey={key} url={url} />
      <ForRole>
        <div>
          <ConfirmButton
            label={t("Revoke badge")}
            title={t("Revoke the badge?")}
            description={t('All badges with this key show "unknown", and its widget disappears.')}
            action={{ label: t("Revoke badge"), busy: t("Revoking …"), run: remove }}
          />
        </div>
      </ForRole>
    </div>
  );
}

const STYLE_OPTIONS = BADGE_STYLES.map((value) => ({ value, label: value }));

type BadgeChoiceProps = { subject: BadgeSubject; badgeKey: string; url: string };

function BadgeChoice({ subject, badgeKey, url }: BadgeChoiceProps) {
  const { kind, name, hasWidget } = subject;
  const figures = badgeFigures(kind);
  const [draft, setDraft] = useState<BadgeDraft>({ figure: "status", label: "", style: "flat" });
  const path = badgePath(draft);
  const alt = draft.label || draft.figure.replace("/", " ");
  const change = (changed: Partial<BadgeDraft>) => setDraft({ ...draft, ...changed });
  const snippets = [...badgeSnippets(`${url}${path}`, alt), ...(hasWidget ? widgetSnippets(url, name) : [])];
  return (
    <>
      <p className="min-h-8">
        {/* This server may be reached at another address than its public one. */}
        <img src={`/badge/${badgeKey}${path}`} alt={`${t("Preview")}: ${alt}`} />
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {figures.length > 1 && (
          <SelectField
            label={t("Figure")}
            value={draft.figure}
            onValue={(figure) => change({ figure })}
            options={figures}
            error={null}
          />
        )}
        <SelectField
          label={t("Style")}
          value={draft.style}
          onValue={(style: BadgeStyle) => change({ style })}
          options={STYLE_OPTIONS}
          error={null}
        />
        <Field
          label={t("Label")}
          autoComplete="off"
          maxLength={BADGE_LABEL_LENGTH_MAX}
          hint={t("Blank for the name of the figure.")}
          value={draft.label}
          onValue={(label) => change({ label })}
          error={null}
        />
      </div>
      {snippets.map(({ label, text }) => (
        <CodeBlock key={label} label={label} text={text} />
      ))}
    </>
  );
}
